import { encodeCanvas } from './encode-canvas.ts';
import { EngineError, type FrameRegion, type SnapshotOptions } from './engine.ts';
import { noFrame, snapshotFailed } from './refusals.ts';

/** Visually lossless, at a quarter of the size of quality 1. */
const defaultQuality = 0.92;

/** Source of a snapshot: the video element, its still image, or a copy of the worker's canvas. */
export type SnapshotSource = HTMLCanvasElement | HTMLVideoElement | ImageBitmap;

/** Longer than a seek to the live edge. */
const drawableWithinMs = 1_000;

/**
 * While a video seeks, Firefox and WebKit draw nothing from it, and the image would be black. A seek that waits for data
 * of a stalled stream does not end: the frame is drawn anyway, which Chromium can.
 */
export async function untilDrawable(video: HTMLVideoElement): Promise<void> {
  const isDrawable = () => video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  if (isDrawable()) return;
  const waiting = new AbortController();
  const late = AbortSignal.timeout(drawableWithinMs);
  await new Promise<void>((resolve) => {
    const signal = AbortSignal.any([waiting.signal, late]);
    late.addEventListener('abort', () => resolve());
    for (const name of ['seeked', 'loadeddata', 'canplay'])
      video.addEventListener(name, () => isDrawable() && resolve(), { signal });
  });
  waiting.abort();
}

/** Encodes a frame or a region of it at its own size. Rejects with an `EngineError`; null: no frame yet. */
export async function encodeSnapshot(
  source: SnapshotSource | null,
  { type, quality = defaultQuality, region }: SnapshotOptions,
): Promise<Blob> {
  if (!source) throw new EngineError(noFrame);
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.width, source.height];
  if (!width || !height) throw new EngineError(noFrame);
  if (source instanceof HTMLVideoElement) await untilDrawable(source);
  const part = partOf(width, height, region);
  const copy = document.createElement('canvas');
  copy.width = part.width;
  copy.height = part.height;
  const context = copy.getContext('2d', { alpha: false });
  if (!context) throw new EngineError(snapshotFailed);
  context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, part.width, part.height);
  const blob = await encodeCanvas(copy, type, quality);
  // Safari limits canvas memory and frees it late.
  copy.width = 0;
  if (blob?.type !== type) throw new EngineError(snapshotFailed);
  return blob;
}

/**
 * The same for a copied frame, which is closed. No copy although there is a frame means that the browser failed to
 * create it.
 */
export async function encodeCopy(
  hasFrame: boolean,
  copy: ImageBitmap | null,
  options: SnapshotOptions,
): Promise<Blob> {
  if (hasFrame && !copy) throw new EngineError(snapshotFailed);
  try {
    return await encodeSnapshot(copy, options);
  } finally {
    copy?.close();
  }
}

/** In whole pixels, within the frame, at least one pixel. */
export function partOf(
  width: number,
  height: number,
  region: FrameRegion = { x: 0, y: 0, width: 1, height: 1 },
): FrameRegion {
  const [x, right] = span(region.x, region.width, width);
  const [y, bottom] = span(region.y, region.height, height);
  return { x, y, width: right - x, height: bottom - y };
}

function span(from: number, length: number, pixels: number): [from: number, to: number] {
  const within = (value: number, min: number, max: number): number =>
    // NaN counts as unspecified.
    Number.isNaN(value) ? min : Math.min(max, Math.max(min, Math.round(value)));
  const start = within(from * pixels, 0, pixels - 1);
  return [start, Number.isNaN(length) ? pixels : within((from + length) * pixels, start + 1, pixels)];
}
