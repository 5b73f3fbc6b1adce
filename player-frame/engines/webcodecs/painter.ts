export interface Painter {
  /** Draws at the picture's own size (the page scales the canvas) and closes the frame, at once or soon. */
  paint(frame: VideoFrame): Promise<void> | undefined;
}

/** Beyond this a copy costs more than it is worth. */
const maxCopiedPixels = 1920 * 1088;

/**
 * Two dimensions, because a WebGL context costs more to make than the first picture takes to decode, browsers
 * allow only 16 of them to a page, and without a GPU it is the slower one.
 *
 * Pictures in plain memory are converted by `copyTo`. Drawing them gives the same pixels as quickly, but every
 * worker that ever drew one leaves a picture's worth of memory behind when it ends (Chromium 156, without GPU:
 * 1.1 MB for 640x360), whatever the context, and a player ends a worker with each reconnect.
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
      // Older browsers do not convert, and say so, or hand out the planes as they are (WebKit 2.50).
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
      // Pictures with pixels that are not square have to be scaled, which only drawing does.
      const isPlain =
        frame.format?.startsWith('I4') === true &&
        visible?.width === frame.displayWidth &&
        visible.height === frame.displayHeight &&
        visible.width * visible.height <= maxCopiedPixels;
      if (canCopy && visible && isPlain) return copy(frame, visible);
      draw(frame);
      return undefined;
    },
  };
}
