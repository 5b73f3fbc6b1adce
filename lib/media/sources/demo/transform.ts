/**
 * The integer transform of ITU-T H.264 section 8.5 and the matching quantiser. Blocks are 16 numbers in
 * raster order. Must match decoders exactly, because the encoder predicts from its own reconstruction.
 */

/** Raster index of the n-th coefficient in zigzag order (table 8-12, frame scan). */
export const zigzag = Uint8Array.of(0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15);

/** Per `qp % 6`: scale of the coefficients at even/even, odd/odd and other positions. */
const decodeScales = [
  [10, 16, 13],
  [11, 18, 14],
  [13, 20, 16],
  [14, 23, 18],
  [16, 25, 20],
  [18, 29, 23],
] as const;
const encodeScales = [
  [13107, 5243, 8066],
  [11916, 4660, 7490],
  [10082, 4194, 6554],
  [9362, 3647, 5825],
  [8192, 3355, 5243],
  [7282, 2893, 4559],
] as const;

const positionClass = (index: number): 0 | 1 | 2 => {
  const oddColumn = index & 1;
  const oddRow = (index >> 2) & 1;
  if (oddColumn !== oddRow) return 2;
  return oddColumn === 1 ? 1 : 0;
};

/** Tables that depend on the quantiser parameter, computed once. */
export interface Quantiser {
  readonly qp: number;
  /** Multiplier of each raster position when encoding, then `>> shift`. */
  readonly encode: Int32Array;
  readonly shift: number;
  /** Added before the shift: a third of a step. Larger than usual, to keep detail of small text. */
  readonly rounding: number;
  /** Multiplier of each raster position when decoding, `<< qp / 6` applied. */
  readonly decode: Int32Array;
  /** `LevelScale(qp % 6, 0, 0)` with flat scaling lists. */
  readonly dcScale: number;
}

export function quantiserFor(qp: number): Quantiser {
  const sixth = Math.floor(qp / 6);
  const encodeRow = encodeScales[(qp % 6) as 0]!;
  const decodeRow = decodeScales[(qp % 6) as 0]!;
  const shift = 15 + sixth;
  return {
    qp,
    shift,
    rounding: Math.floor((1 << shift) / 3),
    encode: Int32Array.from({ length: 16 }, (_, index) => encodeRow[positionClass(index)]),
    decode: Int32Array.from({ length: 16 }, (_, index) => decodeRow[positionClass(index)] << sixth),
    dcScale: decodeRow[0] * 16,
  };
}

/** QPc of table 8-15. */
export function chromaQp(lumaQp: number, offset: number): number {
  const index = Math.max(0, Math.min(51, lumaQp + offset));
  const above30 = [29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39];
  return index < 30 ? index : above30[index - 30]!;
}

/** Forward 4x4 core transform, in place. */
export function forward4x4(block: Int32Array): void {
  for (let row = 0; row < 16; row += 4) butterflyForward(block, row, 1);
  for (let column = 0; column < 4; column += 1) butterflyForward(block, column, 4);
}

function butterflyForward(block: Int32Array, from: number, step: number): void {
  const a = block[from]!;
  const b = block[from + step]!;
  const c = block[from + step * 2]!;
  const d = block[from + step * 3]!;
  const outerSum = a + d;
  const innerSum = b + c;
  const outerDifference = a - d;
  const innerDifference = b - c;
  block[from] = outerSum + innerSum;
  block[from + step] = outerDifference * 2 + innerDifference;
  block[from + step * 2] = outerSum - innerSum;
  block[from + step * 3] = outerDifference - innerDifference * 2;
}

/** Section 8.5.12.2, in place, up to and including the rounding by 64. */
export function inverse4x4(block: Int32Array): void {
  for (let row = 0; row < 16; row += 4) butterflyInverse(block, row, 1);
  for (let column = 0; column < 4; column += 1) butterflyInverse(block, column, 4);
  for (let index = 0; index < 16; index += 1) block[index] = (block[index]! + 32) >> 6;
}

function butterflyInverse(block: Int32Array, from: number, step: number): void {
  const a = block[from]!;
  const b = block[from + step]!;
  const c = block[from + step * 2]!;
  const d = block[from + step * 3]!;
  const evenSum = a + c;
  const evenDifference = a - c;
  const oddDifference = (b >> 1) - d;
  const oddSum = b + (d >> 1);
  block[from] = evenSum + oddSum;
  block[from + step] = evenDifference + oddDifference;
  block[from + step * 2] = evenDifference - oddDifference;
  block[from + step * 3] = evenSum - oddSum;
}

/** Quantises one coefficient; `extraShift` is 1 for DC coefficients that went through a second transform. */
export function quantise(value: number, scale: number, quantiser: Quantiser, extraShift: number): number {
  const magnitude =
    (Math.abs(value) * scale + (quantiser.rounding << extraShift)) >> (quantiser.shift + extraShift);
  return value < 0 ? -magnitude : magnitude;
}

/** 4x4 Hadamard transform, in place: luma DC of Intra16x16, both ways. */
export function hadamard4x4(block: Int32Array): void {
  for (let pass = 0; pass < 2; pass += 1) {
    const step = pass === 0 ? 1 : 4;
    const next = pass === 0 ? 4 : 1;
    for (let line = 0; line < 4; line += 1) {
      const from = line * next;
      const a = block[from]!;
      const b = block[from + step]!;
      const c = block[from + step * 2]!;
      const d = block[from + step * 3]!;
      block[from] = a + b + c + d;
      block[from + step] = a + b - c - d;
      block[from + step * 2] = a - b - c + d;
      block[from + step * 3] = a - b + c - d;
    }
  }
}

/** Section 8.5.10: scales the luma DC coefficients of Intra16x16 after their transform, in place. */
export function scaleLumaDc(block: Int32Array, quantiser: Quantiser): void {
  const sixth = Math.floor(quantiser.qp / 6);
  for (let index = 0; index < 16; index += 1) {
    const scaled = block[index]! * quantiser.dcScale;
    block[index] = sixth >= 6 ? scaled << (sixth - 6) : (scaled + (1 << (5 - sixth))) >> (6 - sixth);
  }
}
