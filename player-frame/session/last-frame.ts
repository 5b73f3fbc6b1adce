import type { MediaEngine } from '../engines/engine.ts';

/**
 * Keeps the last frame on the stage while there is no engine. It is copied, because an engine removes its own element
 * when it is destroyed.
 */
export interface LastFrame {
  /** Called before the engine is destroyed. */
  keep(engine: MediaEngine | null): void;
  clear(): void;
}

export function createLastFrame(stage: HTMLElement): LastFrame {
  const copy = document.createElement('canvas');
  copy.className = 'oriel-last-frame';
  copy.setAttribute('aria-hidden', 'true');
  /** Incremented by keep and clear; a copy that completes later is dropped. */
  let generation = 0;

  function show(source: CanvasImageSource, width: number, height: number): void {
    if (!width || !height) return;
    copy.width = width;
    copy.height = height;
    copy.getContext('2d', { alpha: false })?.drawImage(source, 0, 0, width, height);
    // Prepended, so that the next engine's element covers it.
    stage.prepend(copy);
  }

  async function showCopy(copying: Promise<ImageBitmap | null>): Promise<void> {
    const current = generation;
    const bitmap = await copying;
    if (bitmap && current === generation) show(bitmap, bitmap.width, bitmap.height);
    bitmap?.close();
  }

  return {
    keep(engine) {
      generation += 1;
      if (engine?.copyFrame) {
        void showCopy(engine.copyFrame());
        return;
      }
      const source = stage.querySelector<HTMLCanvasElement | HTMLVideoElement>(
        'canvas:not(.oriel-last-frame), video',
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
