/** Reconstructed frames of a moved camera: the current one and its reference, the previous one. */
import { StripPlane } from './strip-plane.ts';

/** A plane with its current and previous content. */
export class MovingPlane {
  readonly plane: StripPlane;
  /** Pixels of the previous frame. */
  readonly before: Uint8Array;

  constructor(width: number, height: number) {
    this.plane = new StripPlane(width, height);
    this.before = new Uint8Array(width * height);
  }

  /** The frame is complete and becomes the reference of the next one. */
  keep(): void {
    this.before.set(this.plane.pixels);
  }

  /**
   * Fills `count` rows from `row` on with the rows `down` below them in the previous frame, shifted by
   * `right`.
   */
  shiftRows(row: number, count: number, right: number, down: number): void {
    const { width, pixels } = this.plane;
    const { before } = this;
    if (right === 0) {
      pixels.set(before.subarray((row + down) * width, (row + down + count) * width), row * width);
      return;
    }
    // Beyond the edge, the last pixel is repeated, as in decoders.
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

  /** Fills the square at (left, top) with its previous content. */
  stay(left: number, top: number, size: number): void {
    const { width, pixels } = this.plane;
    for (let line = top; line < top + size; line += 1) {
      const from = line * width + left;
      pixels.set(this.before.subarray(from, from + size), from);
    }
  }
}
