/**
 * The frames of a whole scene (`<scene>.world.clip`, layout as in `clip-format.ts`): a base image, and for
 * each group of the loop the changes, first against the base and then from frame to frame. There are no
 * vectors: each 4x4 block of each plane changes in place, by the transform of H.264.
 *
 * A part (the base, or a group) is compressed with Brotli. Inside:
 *
 *     bytes 0-3, 4-7  lengths of the first two of the three strings that follow, little-endian
 *     runs            for each frame: macroblocks skipped before each coded one, 255 for "255 and more to
 *                     come"; a frame ends when its macroblocks are used up
 *     masks           for each coded macroblock 3 bytes: a bit for each of 16 luma, 4 U and 4 V blocks
 *     tokens          for each coded block: run of zeros << 4 | level, see `world-tokens.ts`
 */
import type { StreamProfile } from '../../ports.ts';

export interface WorldHeader {
  readonly kind: 'world';
  readonly scene: string;
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly groupLength: number;
  /** Quantiser parameters of the base frame and of changes. */
  readonly baseQp: number;
  readonly changeQp: number;
  /** Opacity of the scrim under clock and label, 0-1. */
  readonly scrim: number;
  /** Position of the label in each profile's frame, from the top, in pixels. */
  readonly labels: Readonly<Record<StreamProfile, LabelPlace>>;
  /** Size of the base and of each group. The labels' coverage follows: glyph and shadow, main and sub. */
  readonly parts: readonly number[];
}

export interface LabelPlace {
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Coverage of each pixel, 0-255. */
export interface Label extends LabelPlace {
  readonly body: Uint8Array;
  readonly shadow: Uint8Array;
}

export interface WorldClip extends Omit<WorldHeader, 'parts' | 'labels'> {
  readonly labels: Readonly<Record<StreamProfile, Label>>;
  readonly base: Uint8Array;
  readonly groups: readonly Uint8Array[];
}

/** A 4:2:0 frame. */
export interface Planes {
  readonly width: number;
  readonly height: number;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

export function blankPlanes(width: number, height: number): Planes {
  const colour = (width * height) / 4;
  return {
    width,
    height,
    y: new Uint8Array(width * height),
    u: new Uint8Array(colour),
    v: new Uint8Array(colour),
  };
}

export function copyPlanes(from: Planes, to: Planes): void {
  to.y.set(from.y);
  to.u.set(from.u);
  to.v.set(from.v);
}

/** Bits of a macroblock's mask. */
export const blocksOfMacroblock = 24;

/** Position of block `index` of a macroblock. The result is valid until the next call. */
export function blockPlace(planes: Planes, column: number, row: number, index: number): BlockPlace {
  if (index < 16) {
    place.pixels = planes.y;
    place.width = planes.width;
    place.x = column * 16 + (index & 3) * 4;
    place.y = row * 16 + (index >> 2) * 4;
  } else {
    place.pixels = index < 20 ? planes.u : planes.v;
    place.width = planes.width / 2;
    place.x = column * 8 + (index & 1) * 4;
    place.y = row * 8 + ((index >> 1) & 1) * 4;
  }
  return place;
}

export interface BlockPlace {
  pixels: Uint8Array;
  width: number;
  x: number;
  y: number;
}

/** Reused, because it is needed thousands of times per frame. */
const place: BlockPlace = { pixels: new Uint8Array(), width: 0, x: 0, y: 0 };
