/**
 * Keeps the last picture on the stage while there is no engine. An engine takes its own element away when
 * it is destroyed, so the picture is copied before.
 */
export interface LastPicture {
  keep(): void;
  clear(): void;
}

export function createLastPicture(stage: HTMLElement): LastPicture {
  const copy = document.createElement('canvas');
  copy.className = 'oriel-last-picture';
  copy.setAttribute('aria-hidden', 'true');

  return {
    keep() {
      const source = stage.querySelector<HTMLCanvasElement | HTMLVideoElement>(
        'canvas:not(.oriel-last-picture), video',
      );
      if (!source) return;
      const [width, height] =
        source instanceof HTMLVideoElement
          ? [source.videoWidth, source.videoHeight]
          : [source.width, source.height];
      if (!width || !height) return;
      copy.width = width;
      copy.height = height;
      copy.getContext('2d', { alpha: false })?.drawImage(source, 0, 0, width, height);
      // First, so that the next engine's element covers it as soon as it draws.
      stage.prepend(copy);
    },
    clear() {
      copy.remove();
      copy.width = 0;
    },
  };
}
