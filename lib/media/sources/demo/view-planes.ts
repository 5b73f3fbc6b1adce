/** Decoded pictures of a moved camera: the one being coded and the one before it, which it refers to. */
import { StripPlane } from './strip-plane.ts';

/** A plane that is written anew with every picture, from the one before. */
export class MovingPlane {
  readonly plane: StripPlane;
  /** Pixels of the picture before. */
  readonly before: Uint8Array;

  constructor(width: number, height: number) {
    this.plane = new StripPlane(width, height);
    this.before = new Uint8Array(width * height);
  }

  /** The picture is done: the next one refers to it. */
  keep(): void {
    this.before.set(this.plane.pixels);
  }

  /** Fills `count` rows from `row` on with the rows `down` below them in the picture before, shifted by `right`. */
  shiftRows(row: number, count: number, right: number, down: number): void {
    const { width, pixels } = this.plane;
    const { before } = this;
    if (right === 0) {
      pixels.set(before.subarray((row + down) * width, (row + down + count) * width), row * width);
      return;
    }
    // Beyond the edge of a picture its last pixel goes on, as decoders have it.
    const beyond = Math.min(Math.abs(right), width);
    for (let line = row; line < row + count; line += 1) {
      const from = (line + down) * width;
      const to = line * width;
      if (right > 0) {
        pixels.set(before.subarray(from + beyond, from + width), to);
        pixels.fill(before[from + width - 1]!, to + width - beyond, to + width);
      } else {
        pixels.set(before.subarray(from, from + width - beyond), to + beyond);
        pixels.fill(before[from]!, to, to + beyond);
      }
    }
  }

  /** Fills the square at (left, top) with what stood there before. */
  stay(left: number, top: number, size: number): void {
    const { width, pixels } = this.plane;
    for (let line = top; line < top + size; line += 1) {
      const from = line * width + left;
      pixels.set(this.before.subarray(from, from + size), from);
    }
  }
}
