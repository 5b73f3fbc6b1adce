/**
 * Reads the machine-readable line in the frames of the demo camera (see `lib/media/sources/demo/frame-code.ts`). The
 * function has no outside references, so its source can be sent into a page:
 * `page.addScriptTag({ content: frameCodeReaderSource })` gives `globalThis.readFrameCode`.
 */

export interface FrameCode {
  /** Frame number, consecutive for each camera. */
  readonly frame: number;
  /** Epoch ms at which the camera made the frame. */
  readonly madeAtMs: number;
}

/** Rectangle of the frame in the pixels, if it does not fill them. */
export interface FrameRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * `rgba` has four bytes per pixel, `width * height` pixels. The frame may be scaled, down to 160 pixels wide. Null if
 * there is no readable line or its checksum is wrong.
 */
export function readFrameCode(
  rgba: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  region: FrameRegion = { x: 0, y: 0, width, height },
): FrameCode | null {
  const cells = 80;
  const framesPerSecond = 15;
  const lineHeight = (region.height * 6) / 360;
  const firstRow = Math.floor(region.y + lineHeight * 0.3);
  const lastRow = Math.max(firstRow, Math.ceil(region.y + lineHeight * 0.7) - 1);
  if (rgba.length < width * height * 4 || firstRow < 0 || lastRow >= height) return null;

  const brightness: number[] = [];
  for (let cell = 0; cell < cells; cell += 1) {
    const left = Math.floor(region.x + (region.width * (cell + 0.3)) / cells);
    const right = Math.max(left, Math.ceil(region.x + (region.width * (cell + 0.7)) / cells) - 1);
    if (left < 0 || right >= width) return null;
    let sum = 0;
    for (let y = firstRow; y <= lastRow; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const at = (y * width + x) * 4;
        sum += rgba[at]! * 0.2126 + rgba[at + 1]! * 0.7152 + rgba[at + 2]! * 0.0722;
      }
    }
    brightness.push(sum / ((lastRow - firstRow + 1) * (right - left + 1)));
  }

  const darkest = Math.min(...brightness);
  const brightest = Math.max(...brightness);
  if (brightest - darkest < 40) return null;
  const bits = brightness.map((value) => (value > (darkest + brightest) / 2 ? 1 : 0));
  const number = (from: number, count: number): number =>
    bits.slice(from, from + count).reduce<number>((value, bit) => value * 2 + bit, 0);

  let checksum = 0xffff;
  for (const bit of bits.slice(0, 64)) {
    const isSet = checksum >> 15 !== bit;
    checksum = ((checksum << 1) & 0xffff) ^ (isSet ? 0x1021 : 0);
  }
  if (checksum !== number(64, 16)) return null;

  const madeAtMs = number(0, 42);
  // The line has the low 22 bits of the number; the rest follows from the time.
  const range = 2 ** 22;
  const expected = Math.floor((madeAtMs * framesPerSecond) / 1000);
  const frame = number(42, 22) + Math.round((expected - number(42, 22)) / range) * range;
  return { frame, madeAtMs };
}

/** A classic script that defines `globalThis.readFrameCode`. */
export const frameCodeReaderSource = `globalThis.readFrameCode = ${readFrameCode.toString()};`;
