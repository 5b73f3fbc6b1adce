export interface Painter {
  /** Draws at the frame's own size (the page scales the canvas) and closes the frame, immediately or later. */
  paint(frame: VideoFrame): Promise<void> | undefined;
  /** Draws what is on the canvas again, as a new frame of it. */
  redraw(): void;
}

/** Above this size copying is slower than drawing. */
const maxCopiedPixels = 1920 * 1088;

/**
 * Uses a 2D context: creating a WebGL context takes longer than decoding the first frame, browsers allow only 16 per
 * page, and without a GPU it is slower.
 *
 * Frames in plain memory are converted with `copyTo`. Drawing them is equally fast, but each worker that has drawn
 * one leaks the memory of a frame when it ends (Chromium 156 without GPU: 1.1 MB for 640x360), and a player ends a
 * worker with each reconnect.
 */
export function createPainter(canvas: OffscreenCanvas): Painter {
  const context = canvas.getContext('2d', { alpha: false, desynchronized: true });
  let pixels: ImageData | null = null;
  let canCopy = true;

  function resize(frame: VideoFrame): void {
    if (canvas.width === frame.displayWidth && canvas.height === frame.displayHeight) return;
    canvas.width = frame.displayWidth;
    canvas.height = frame.displayHeight;
  }

  function draw(frame: VideoFrame): void {
    resize(frame);
    context?.drawImage(frame, 0, 0, canvas.width, canvas.height);
    frame.close();
  }

  async function copy(frame: VideoFrame, { width, height }: DOMRectReadOnly): Promise<void> {
    if (pixels?.width !== width || pixels.height !== height) pixels = new ImageData(width, height);
    const planes = await frame.copyTo(pixels.data, { format: 'RGBA' }).catch(() => []);
    if (planes.length !== 1) {
      // Older browsers cannot convert and throw, or return the planes unconverted (WebKit 2.50).
      canCopy = false;
      draw(frame);
      return;
    }
    resize(frame);
    context?.putImageData(pixels, 0, 0);
    frame.close();
  }

  return {
    paint(frame) {
      const visible = frame.visibleRect;
      // Only drawing scales frames with non-square pixels.
      const isPlain =
        frame.format?.startsWith('I4') === true &&
        visible?.width === frame.displayWidth &&
        visible.height === frame.displayHeight &&
        visible.width * visible.height <= maxCopiedPixels;
      if (canCopy && visible && isPlain) return copy(frame, visible);
      draw(frame);
      return undefined;
    },
    redraw: () => context?.drawImage(canvas, 0, 0),
  };
}
