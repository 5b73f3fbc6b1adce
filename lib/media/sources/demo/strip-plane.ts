/** One reconstructed plane of the strip, with the coding context of its blocks. */

/** Column and row, in 4x4 blocks, of luma4x4BlkIdx in its macroblock (ITU-T H.264 figure 6-10). */
export const blockColumn = Uint8Array.from({ length: 16 }, (_, index) => (index & 1) | ((index >> 1) & 2));
export const blockRow = Uint8Array.from(
  { length: 16 },
  (_, index) => ((index >> 1) & 1) | ((index >> 2) & 2),
);

export class StripPlane {
  readonly pixels: Uint8Array;
  /** Width in 4x4 blocks. */
  readonly blockColumns: number;
  /** Number of coefficients of each 4x4 block of the current slice. */
  readonly counts: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = new Uint8Array(width * height);
    this.blockColumns = width / 4;
    this.counts = new Uint8Array((width / 4) * (height / 4));
  }

  /** nC of section 9.2.1 for a block. The strip is one slice, so only its edges have no neighbours. */
  context(column: number, row: number): number {
    const at = row * this.blockColumns + column;
    if (column === 0) return row === 0 ? 0 : this.counts[at - this.blockColumns]!;
    const left = this.counts[at - 1]!;
    return row === 0 ? left : (left + this.counts[at - this.blockColumns]! + 1) >> 1;
  }

  setCount(column: number, row: number, count: number): void {
    this.counts[row * this.blockColumns + column] = count;
  }
}

export function clip(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
