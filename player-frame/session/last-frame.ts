import type { MediaEngine } from '../engines/engine.ts';

/**
 * Keeps the last picture on the stage while there is no engine. An engine takes its own element away when
 * it is destroyed, so the picture is copied before.
 */
export interface LastFrame {
  /** Of an engine that is about to be destroyed. */
  keep(engine: MediaEngine | null): void;
  clear(): void;
}

export function createLastFrame(stage: HTMLElement): LastFrame {
  const copy = document.createElement('canvas');
  copy.className = 'oriel-last-picture';
  copy.setAttribute('aria-hidden', 'true');
  /** Counts what was kept and cleared: a copy that comes later than the next of these is not wanted any more. */
  let generation = 0;

  function show(source: CanvasImageSource, width: number, height: number): void {
    if (!width || !height) return;
    copy.width = width;
    copy.height = height;
    copy.getContext('2d', { alpha: false })?.drawImage(source, 0, 0, width, height);
    // First, so that the next engine's element covers it as soon as it draws.
    stage.prepend(copy);
  }

  async function showCopy(copying: Promise<ImageBitmap | null>): Promise<void> {
    const asked = generation;
    const picture = await copying;
    if (picture && asked === generation) show(picture, picture.width, picture.height);
    picture?.close();
  }

  return {
    keep(engine) {
      generation += 1;
      if (engine?.copyFrame) {
        void showCopy(engine.copyFrame());
        return;
      }
      const source = stage.querySelector<HTMLCanvasElement | HTMLVideoElement>(
        'canvas:not(.oriel-last-picture), video',
      );
      if (source instanceof HTMLVideoElement) show(source, source.videoWidth, source.videoHeight);
      else if (source) show(source, source.width, source.height);
    },
    clear() {
      generation += 1;
      copy.remove();
      copy.width = 0;
    },
  };
}
