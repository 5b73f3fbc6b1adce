/** Chroma of the strip. It never changes, so its levels are computed once. */

import type { BitWriter } from '../../../codec/bit-writer.ts';
import { chromaDcContext, writeBlock } from './cavlc.ts';
import { onlyMode, type Prediction, predict } from './intra-prediction.ts';
import { clip, StripPlane } from './strip-plane.ts';
import { forward4x4, inverse4x4, type Quantiser, quantise, zigzag } from './transform.ts';

/** Chroma data of a macroblock for slice data. */
export interface SliceColour {
  startSlice(): void;
  at(column: number, row: number): Pick<ColourMacroblock, 'mode' | 'pattern'>;
  /** Of the macroblock of the last call of `at`. */
  writeResidual(writer: BitWriter, column: number, row: number): void;
}

/** Levels of one component in one macroblock: 4 of DC, 4 blocks of 16 whose first is unused. */
export interface ColourLevels {
  readonly dc: Int32Array;
  readonly ac: Int32Array;
}

export const blankLevels = (): ColourLevels => ({ dc: new Int32Array(4), ac: new Int32Array(64) });

/** Chroma part of coded_block_pattern: 0 nothing, 1 DC only, 2 all. */
export function colourPattern([u, v]: readonly [ColourLevels, ColourLevels]): 0 | 1 | 2 {
  if (hasAny(u.ac) || hasAny(v.ac)) return 2;
  return hasAny(u.dc) || hasAny(v.dc) ? 1 : 0;
}

function hasAny(levels: Int32Array): boolean {
  for (let index = 0; index < levels.length; index += 1) if (levels[index] !== 0) return true;
  return false;
}

interface ColourMacroblock {
  readonly mode: Prediction;
  /** Chroma part of coded_block_pattern: 0 nothing, 1 DC only, 2 all. */
  readonly pattern: 0 | 1 | 2;
  readonly levels: readonly [ColourLevels, ColourLevels];
}

export class StripColour implements SliceColour {
  /** Colour difference planes as decoded. */
  readonly planes: readonly [StripPlane, StripPlane];
  private readonly macroblocks: ColourMacroblock[] = [];
  private readonly columns: number;

  /** `width` and `height` of the strip's luma in pixels; `u` and `v` are half that both ways. */
  constructor(
    width: number,
    height: number,
    colour: { readonly u: Uint8Array; readonly v: Uint8Array },
    quantiser: Quantiser,
  ) {
    const [u, v] = [new StripPlane(width / 2, height / 2), new StripPlane(width / 2, height / 2)];
    this.planes = [u, v];
    this.columns = width / 16;
    const predicted = new Int32Array(64);
    for (let row = 0; row < height / 16; row += 1) {
      for (let column = 0; column < this.columns; column += 1) {
        const mode = onlyMode(column, row) ?? 'horizontal';
        const levels: [ColourLevels, ColourLevels] = [blankLevels(), blankLevels()];
        for (const [index, target] of [colour.u, colour.v].entries()) {
          const plane = this.planes[index as 0 | 1];
          predict(predicted, plane, column * 8, row * 8, 8, mode);
          codeSquare(plane, target, column * 8, row * 8, predicted, quantiser, levels[index as 0 | 1]);
        }
        this.macroblocks.push({ mode, pattern: colourPattern(levels), levels });
      }
    }
  }

  at(column: number, row: number): Pick<ColourMacroblock, 'mode' | 'pattern'> {
    return this.macroblocks[row * this.columns + column]!;
  }

  startSlice(): void {
    for (const plane of this.planes) plane.counts.fill(0);
  }

  writeResidual(writer: BitWriter, column: number, row: number): void {
    const { pattern, levels } = this.macroblocks[row * this.columns + column]!;
    writeColourLevels(writer, this.planes, levels, pattern, column, row);
  }
}

export function writeColourLevels(
  writer: BitWriter,
  planes: readonly [StripPlane, StripPlane],
  levels: readonly [ColourLevels, ColourLevels],
  pattern: 0 | 1 | 2,
  column: number,
  row: number,
): void {
  if (pattern === 0) return;
  for (const { dc } of levels) writeBlock(writer, dc, 0, 4, chromaDcContext);
  if (pattern === 1) return;
  for (let component = 0; component < 2; component += 1) {
    const plane = planes[component as 0 | 1];
    for (let index = 0; index < 4; index += 1) {
      const x = column * 2 + (index & 1);
      const y = row * 2 + (index >> 1);
      const { ac } = levels[component as 0 | 1];
      plane.setCount(x, y, writeBlock(writer, ac, index * 16 + 1, 15, plane.context(x, y)));
    }
  }
}

const block = new Int32Array(16);
const decodedDc = new Int32Array(4);

/**
 * Encodes the 8x8 pixels of one component at (left, top) against `prediction` (64 values): fills `levels` and
 * writes the reconstruction to the plane.
 */
export function codeSquare(
  plane: StripPlane,
  target: Uint8Array,
  left: number,
  top: number,
  prediction: Int32Array,
  quantiser: Quantiser,
  { dc, ac }: ColourLevels,
): void {
  for (let index = 0; index < 4; index += 1) {
    for (let pixel = 0; pixel < 16; pixel += 1) {
      const x = (index & 1) * 4 + (pixel & 3);
      const y = (index >> 1) * 4 + (pixel >> 2);
      block[pixel] = target[(top + y) * plane.width + left + x]! - prediction[y * 8 + x]!;
    }
    forward4x4(block);
    dc[index] = block[0]!;
    for (let order = 1; order < 16; order += 1) {
      const position = zigzag[order]!;
      ac[index * 16 + order] = quantise(block[position]!, quantiser.encode[position]!, quantiser, 0);
    }
  }
  hadamard2x2(dc);
  for (let index = 0; index < 4; index += 1) {
    dc[index] = quantise(dc[index]!, quantiser.encode[0]!, quantiser, 1);
  }
  decodedDc.set(dc);
  hadamard2x2(decodedDc);
  for (let index = 0; index < 4; index += 1) {
    block[0] = ((decodedDc[index]! * quantiser.dcScale) << Math.floor(quantiser.qp / 6)) >> 5;
    for (let order = 1; order < 16; order += 1) {
      const position = zigzag[order]!;
      block[position] = ac[index * 16 + order]! * quantiser.decode[position]!;
    }
    inverse4x4(block);
    for (let pixel = 0; pixel < 16; pixel += 1) {
      const x = (index & 1) * 4 + (pixel & 3);
      const y = (index >> 1) * 4 + (pixel >> 2);
      plane.pixels[(top + y) * plane.width + left + x] = clip(prediction[y * 8 + x]! + block[pixel]!);
    }
  }
}

function hadamard2x2(block: Int32Array): void {
  const a = block[0]!;
  const b = block[1]!;
  const c = block[2]!;
  const d = block[3]!;
  block[0] = a + b + c + d;
  block[1] = a - b + c - d;
  block[2] = a + b - c - d;
  block[3] = a - b - c + d;
}
