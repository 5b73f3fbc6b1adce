/** Shared by the encoder and the player of world clips: the levels of a block and their effect on pixels. */
import { clip } from './strip-plane.ts';
import { inverse4x4, type Quantiser, zigzag } from './transform.ts';
import type { BlockPlace } from './world-format.ts';

/** Levels beyond this take two more bytes. */
export const largestShort = 7;
/** Low half of a token: 0 ends the block, 1-14 is a level, 15 means that the level follows in 16 bits. */
export const escapeCode = 15;

/** 1, -1, 2, -2 … as 1, 2, 3, 4 … */
export const codeOf = (level: number): number => (level > 0 ? level * 2 - 1 : -level * 2);
const levelOf = (code: number): number => (code & 1 ? (code + 1) >> 1 : -(code >> 1));

const block = new Int32Array(16);

/**
 * Reads one block's tokens from `at` and adds the decoded residual to the pixels. Returns the position of the
 * next block.
 */
export function applyTokens(tokens: Uint8Array, at: number, place: BlockPlace, quantiser: Quantiser): number {
  block.fill(0);
  let order = 0;
  let next = at;
  for (;;) {
    const token = tokens[next++]!;
    if (token === 0) break;
    order += token >> 4;
    const code = token & 15;
    let level: number;
    if (code === escapeCode) {
      level = ((tokens[next]! | (tokens[next + 1]! << 8)) << 16) >> 16;
      next += 2;
    } else {
      level = levelOf(code);
    }
    const position = zigzag[order++]!;
    block[position] = level * quantiser.decode[position]!;
  }
  inverse4x4(block);
  const { pixels, width } = place;
  const from = place.y * width + place.x;
  for (let index = 0; index < 16; index += 1) {
    const pixel = from + (index >> 2) * width + (index & 3);
    pixels[pixel] = clip(pixels[pixel]! + block[index]!);
  }
  return next;
}

/**
 * Fills the block with its prediction in the base frame: the mean of the adjacent pixels left and above, grey
 * without neighbours.
 */
export function predictBase({ pixels, width, x, y }: BlockPlace): void {
  let sum = 0;
  let count = 0;
  for (let index = 0; index < 4; index += 1) {
    if (x > 0) sum += pixels[(y + index) * width + x - 1]!;
    if (y > 0) sum += pixels[(y - 1) * width + x + index]!;
  }
  if (x > 0) count += 4;
  if (y > 0) count += 4;
  const value = count === 0 ? 128 : Math.round(sum / count);
  for (let line = 0; line < 4; line += 1)
    pixels.fill(value, (y + line) * width + x, (y + line) * width + x + 4);
}
