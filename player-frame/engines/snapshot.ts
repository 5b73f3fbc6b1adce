import { EngineError, type FrameRegion, type SnapshotOptions } from './engine.ts';
import { noFrame, snapshotFailed } from './refusals.ts';

/** Good enough that nobody sees the difference, at a quarter of what 1 costs. */
const defaultQuality = 0.92;

/** What an engine has on the screen: its video element, what is left of one, or a copy of what a worker drew. */
export type SnapshotSource = HTMLCanvasElement | HTMLVideoElement | ImageBitmap;

/** Encodes a picture, or a part of it, at its own size. Rejects with an `EngineError`; null: there is none yet. */
export async function encodeSnapshot(
  picture: SnapshotSource | null,
  { type, quality = defaultQuality, region }: SnapshotOptions,
): Promise<Blob> {
  if (!picture) throw new EngineError(noFrame);
  const [width, height] =
    picture instanceof HTMLVideoElement
      ? [picture.videoWidth, picture.videoHeight]
      : [picture.width, picture.height];
  if (!width || !height) throw new EngineError(noFrame);
  const part = partOf(width, height, region);
  const copy = document.createElement('canvas');
  copy.width = part.width;
  copy.height = part.height;
  const context = copy.getContext('2d', { alpha: false });
  if (!context) throw new EngineError(snapshotFailed);
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, part.width, part.height);
  const blob = await new Promise<Blob | null>((resolve) => copy.toBlob(resolve, type, quality));
  // Safari counts the memory of canvases, and frees it late.
  copy.width = 0;
  if (blob?.type !== type) throw new EngineError(snapshotFailed);
  return blob;
}

/** The same of a copy, which is spent. Without one although there is a picture, the browser could not make it. */
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

/** In whole pixels, within the picture, at least one. */
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
    // Not a number: as if it had not been said.
    Number.isNaN(value) ? min : Math.min(max, Math.max(min, Math.round(value)));
  const start = within(from * pixels, 0, pixels - 1);
  return [start, Number.isNaN(length) ? pixels : within((from + length) * pixels, start + 1, pixels)];
}
