export interface Painter {
  /** Draws at the picture's own size; the page scales the canvas. */
  paint(frame: VideoFrame): void;
  /** Size of what was drawn last. */
  readonly size: { readonly width: number; readonly height: number };
}

/**
 * Two dimensions, because a WebGL context costs more to make than the first picture takes to decode, browsers
 * allow only 16 of them to a page, and without a GPU it is the slower one.
 */
export function createPainter(canvas: OffscreenCanvas): Painter {
  const context = canvas.getContext('2d', { alpha: false, desynchronized: true });
  return {
    get size() {
      return { width: canvas.width, height: canvas.height };
    },
    paint(frame) {
      if (canvas.width !== frame.displayWidth || canvas.height !== frame.displayHeight) {
        canvas.width = frame.displayWidth;
        canvas.height = frame.displayHeight;
      }
      context?.drawImage(frame, 0, 0, canvas.width, canvas.height);
    },
  };
}
