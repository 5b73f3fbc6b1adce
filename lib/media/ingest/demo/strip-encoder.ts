/**
 * Encodes the overlay strip, the top macroblock rows of every demo picture, as H.264 slice data.
 * It is a closed loop: it keeps the pixels a decoder will have, and every residual is taken against those, so
 * nothing drifts however long a viewer watches. Key pictures are Intra16x16 with prediction from the left;
 * other pictures are inter macroblocks without motion that carry only the 4x4 blocks which changed.
 */

import { chromaDcContext, writeBlock } from './cavlc.ts';
import { interPatternCodes } from './cavlc-tables.ts';
import type { NalBitWriter } from './nal-bit-writer.ts';
import {
  chromaQp,
  forward4x4,
  hadamard4x4,
  inverse4x4,
  quantise,
  quantiserFor,
  scaleLumaDc,
  zigzag,
} from './transform.ts';

export interface StripGeometry {
  /** Width and height in macroblocks. */
  readonly columns: number;
  readonly rows: number;
  /** `SliceQPY`. */
  readonly qp: number;
  /** `chroma_qp_index_offset` of the clip's picture parameter set. */
  readonly chromaQpOffset: number;
}

/** `Intra16x16PredMode` and, in the same order of meaning, `intra_chroma_pred_mode`. */
const lumaModes = { vertical: 0, horizontal: 1, dc: 2 } as const;
const chromaModes = { dc: 0, horizontal: 1, vertical: 2 } as const;
type Prediction = keyof typeof lumaModes;

/** Column and row, in 4x4 blocks, of luma4x4BlkIdx (figure 6-10). */
const blockColumn = Uint8Array.from({ length: 16 }, (_, index) => (index & 1) | ((index >> 1) & 2));
const blockRow = Uint8Array.from({ length: 16 }, (_, index) => ((index >> 1) & 1) | ((index >> 2) & 2));

/** A plane as the decoder has it, with the number of coefficients in each of its 4x4 blocks. */
class Plane {
  readonly pixels: Uint8Array;
  readonly counts: Uint8Array;
  readonly blockColumns: number;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = new Uint8Array(width * height);
    this.blockColumns = width / 4;
    this.counts = new Uint8Array((width / 4) * (height / 4));
  }

  /** nC of section 9.2.1 for the block at this column and row; the strip is one slice, so its edges count. */
  context(column: number, row: number): number {
    const at = row * this.blockColumns + column;
    if (column === 0) return row === 0 ? 0 : this.counts[at - this.blockColumns]!;
    const left = this.counts[at - 1]!;
    return row === 0 ? left : (left + this.counts[at - this.blockColumns]! + 1) >> 1;
  }
}

export class StripEncoder {
  private readonly luma: Plane;
  private readonly chroma: readonly [Plane, Plane];
  private readonly lumaQuantiser;
  private readonly chromaQuantiser;
  private readonly block = new Int32Array(16);
  private readonly dc = new Int32Array(16);
  private readonly scan = new Int32Array(256);
  private readonly predicted = new Int32Array(256);

  constructor(
    private readonly geometry: StripGeometry,
    /** Colour of the strip, 4:2:0; it never changes. */
    private readonly colour: { readonly u: Uint8Array; readonly v: Uint8Array },
  ) {
    const width = geometry.columns * 16;
    const height = geometry.rows * 16;
    this.luma = new Plane(width, height);
    this.chroma = [new Plane(width / 2, height / 2), new Plane(width / 2, height / 2)];
    this.lumaQuantiser = quantiserFor(geometry.qp);
    this.chromaQuantiser = quantiserFor(chromaQp(geometry.qp, geometry.chromaQpOffset));
  }

  /** The luma a decoder has after the last picture written. */
  get decodedLuma(): Uint8Array {
    return this.luma.pixels;
  }

  get decodedChroma(): readonly [Uint8Array, Uint8Array] {
    return [this.chroma[0].pixels, this.chroma[1].pixels];
  }

  /** Slice data of an I slice that shows `target` (luma, one byte a pixel). */
  writeIntra(writer: NalBitWriter, target: Uint8Array): void {
    this.resetCounts();
    for (let row = 0; row < this.geometry.rows; row += 1) {
      for (let column = 0; column < this.geometry.columns; column += 1) {
        this.intraMacroblock(writer, target, column, row);
      }
    }
  }

  /**
   * Slice data of a P slice that shows `target`. `changed` has one byte for each 4x4 block in raster order;
   * blocks whose byte is 0 stay as they are.
   */
  writeInter(writer: NalBitWriter, target: Uint8Array, changed: Uint8Array): void {
    this.resetCounts();
    let skipped = 0;
    for (let row = 0; row < this.geometry.rows; row += 1) {
      for (let column = 0; column < this.geometry.columns; column += 1) {
        const pattern = this.interResidual(target, changed, column, row);
        if (pattern === 0) {
          skipped += 1;
          continue;
        }
        writer.unsigned(skipped);
        skipped = 0;
        writer.unsigned(0); // mb_type P_L0_16x16
        writer.signed(0); // mvd: nothing in the strip moves, so the predicted vector is zero as well
        writer.signed(0);
        writer.unsigned(interPatternCodes[pattern]!);
        writer.signed(0); // mb_qp_delta
        this.writeInterBlocks(writer, pattern, column, row);
      }
    }
    if (skipped > 0) writer.unsigned(skipped);
  }

  private resetCounts(): void {
    this.luma.counts.fill(0);
    this.chroma[0].counts.fill(0);
    this.chroma[1].counts.fill(0);
  }

  // ---- inter -------------------------------------------------------------------------------------

  /** Quantises the changed blocks into `scan`, updates the decoded pixels, returns the coded 8x8 pattern. */
  private interResidual(target: Uint8Array, changed: Uint8Array, column: number, row: number): number {
    let pattern = 0;
    for (let index = 0; index < 16; index += 1) {
      const blockX = column * 4 + blockColumn[index]!;
      const blockY = row * 4 + blockRow[index]!;
      const isCoded =
        changed[blockY * this.luma.blockColumns + blockX] !== 0 &&
        this.interBlock(target, (blockY * this.luma.width + blockX) * 4, index);
      if (isCoded) pattern |= 1 << (index >> 2);
      else this.scan.fill(0, index * 16, index * 16 + 16);
    }
    return pattern;
  }

  private interBlock(target: Uint8Array, from: number, index: number): boolean {
    const { block, scan, luma, lumaQuantiser: quantiser } = this;
    for (let y = 0; y < 4; y += 1) {
      for (let x = 0; x < 4; x += 1) {
        const at = from + y * luma.width + x;
        block[y * 4 + x] = target[at]! - luma.pixels[at]!;
      }
    }
    forward4x4(block);
    let any = 0;
    for (let order = 0; order < 16; order += 1) {
      const position = zigzag[order]!;
      const level = quantise(block[position]!, quantiser.encode[position]!, quantiser, 0);
      scan[index * 16 + order] = level;
      block[position] = level * quantiser.decode[position]!;
      any |= level;
    }
    if (any === 0) return false;
    inverse4x4(block);
    for (let y = 0; y < 4; y += 1) {
      for (let x = 0; x < 4; x += 1) {
        const at = from + y * luma.width + x;
        luma.pixels[at] = clip(luma.pixels[at]! + block[y * 4 + x]!);
      }
    }
    return true;
  }

  private writeInterBlocks(writer: NalBitWriter, pattern: number, column: number, row: number): void {
    for (let index = 0; index < 16; index += 1) {
      if ((pattern & (1 << (index >> 2))) === 0) continue;
      this.writeLumaBlock(writer, column, row, index, 0, 16);
    }
  }

  private writeLumaBlock(
    writer: NalBitWriter,
    column: number,
    row: number,
    index: number,
    skip: number,
    count: number,
  ): void {
    const x = column * 4 + blockColumn[index]!;
    const y = row * 4 + blockRow[index]!;
    const total = writeBlock(writer, this.scan, index * 16 + skip, count, this.luma.context(x, y));
    this.luma.counts[y * this.luma.blockColumns + x] = total;
  }

  // ---- intra -------------------------------------------------------------------------------------

  private intraMacroblock(writer: NalBitWriter, target: Uint8Array, column: number, row: number): void {
    const mode = this.chooseMode(target, column, row);
    const chromaMode: Prediction = column > 0 ? 'horizontal' : row > 0 ? 'vertical' : 'dc';

    this.predict(this.luma, column * 16, row * 16, 16, mode);
    const lumaHasAc = this.intraLuma(target, column * 16, row * 16);
    const chroma = this.chroma.map((plane, component) =>
      this.intraChroma(plane, component === 0 ? this.colour.u : this.colour.v, column, row, chromaMode),
    );
    const chromaPattern = chroma.some((part) => part.hasAc) ? 2 : chroma.some((part) => part.hasDc) ? 1 : 0;

    writer.unsigned(1 + lumaModes[mode] + 4 * chromaPattern + (lumaHasAc ? 12 : 0));
    writer.unsigned(chromaModes[chromaMode]);
    writer.signed(0); // mb_qp_delta
    writeBlock(writer, this.dc, 0, 16, this.luma.context(column * 4, row * 4));
    if (lumaHasAc) {
      for (let index = 0; index < 16; index += 1) this.writeLumaBlock(writer, column, row, index, 1, 15);
    }
    if (chromaPattern > 0) {
      for (const part of chroma) writeBlock(writer, part.dc, 0, 4, chromaDcContext);
    }
    if (chromaPattern === 2) {
      for (const [component, part] of chroma.entries()) {
        this.writeChromaAc(writer, this.chroma[component as 0 | 1], part.ac, column, row);
      }
    }
  }

  /** The neighbour whose pixels, carried on, look most like the macroblock. */
  private chooseMode(target: Uint8Array, column: number, row: number): Prediction {
    if (column === 0) return row === 0 ? 'dc' : 'vertical';
    if (row === 0) return 'horizontal';
    const { pixels, width } = this.luma;
    const from = row * 16 * width + column * 16;
    let horizontal = 0;
    let vertical = 0;
    for (let y = 0; y < 16; y += 2) {
      for (let x = 0; x < 16; x += 2) {
        const wanted = target[from + y * width + x]!;
        horizontal += Math.abs(wanted - pixels[from + y * width - 1]!);
        vertical += Math.abs(wanted - pixels[from - width + x]!);
      }
    }
    return vertical < horizontal ? 'vertical' : 'horizontal';
  }

  private predict(plane: Plane, left: number, top: number, size: number, mode: Prediction): void {
    const { pixels, width } = plane;
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        this.predicted[y * size + x] =
          mode === 'dc'
            ? 128 // no neighbour to take a mean of: only the first macroblock uses it
            : mode === 'horizontal'
              ? pixels[(top + y) * width + left - 1]!
              : pixels[(top - 1) * width + left + x]!;
      }
    }
  }

  /** Fills `dc` and `scan` with levels, writes the decoded pixels. True when any AC level is not zero. */
  private intraLuma(target: Uint8Array, left: number, top: number): boolean {
    const { block, scan, dc, predicted, luma, lumaQuantiser: quantiser } = this;
    const decodedDc = new Int32Array(16);
    let anyAc = 0;
    for (let index = 0; index < 16; index += 1) {
      const x0 = blockColumn[index]! * 4;
      const y0 = blockRow[index]! * 4;
      for (let y = 0; y < 4; y += 1) {
        for (let x = 0; x < 4; x += 1) {
          const at = (top + y0 + y) * luma.width + left + x0 + x;
          block[y * 4 + x] = target[at]! - predicted[(y0 + y) * 16 + x0 + x]!;
        }
      }
      forward4x4(block);
      decodedDc[blockRow[index]! * 4 + blockColumn[index]!] = block[0]!;
      scan[index * 16] = 0;
      for (let order = 1; order < 16; order += 1) {
        const position = zigzag[order]!;
        const level = quantise(block[position]!, quantiser.encode[position]!, quantiser, 0);
        scan[index * 16 + order] = level;
        anyAc |= level;
      }
    }
    hadamard4x4(decodedDc);
    for (let order = 0; order < 16; order += 1) {
      const position = zigzag[order]!;
      const level = quantise(decodedDc[position]! >> 1, quantiser.encode[0]!, quantiser, 1);
      dc[order] = level;
      decodedDc[position] = level;
    }
    hadamard4x4(decodedDc);
    scaleLumaDc(decodedDc, quantiser);
    for (let index = 0; index < 16; index += 1) {
      const x0 = blockColumn[index]! * 4;
      const y0 = blockRow[index]! * 4;
      block[0] = decodedDc[blockRow[index]! * 4 + blockColumn[index]!]!;
      for (let order = 1; order < 16; order += 1) {
        const position = zigzag[order]!;
        block[position] = scan[index * 16 + order]! * quantiser.decode[position]!;
      }
      inverse4x4(block);
      this.store(luma, left + x0, top + y0, 16, x0, y0);
    }
    return anyAc !== 0;
  }

  private intraChroma(
    plane: Plane,
    target: Uint8Array,
    column: number,
    row: number,
    mode: Prediction,
  ): { dc: Int32Array; ac: Int32Array; hasDc: boolean; hasAc: boolean } {
    const { block, predicted, chromaQuantiser: quantiser } = this;
    const left = column * 8;
    const top = row * 8;
    const dc = new Int32Array(4);
    const ac = new Int32Array(64);
    this.predict(plane, left, top, 8, mode);
    let anyAc = 0;
    for (let index = 0; index < 4; index += 1) {
      const x0 = (index & 1) * 4;
      const y0 = (index >> 1) * 4;
      for (let y = 0; y < 4; y += 1) {
        for (let x = 0; x < 4; x += 1) {
          const at = (top + y0 + y) * plane.width + left + x0 + x;
          block[y * 4 + x] = target[at]! - predicted[(y0 + y) * 8 + x0 + x]!;
        }
      }
      forward4x4(block);
      dc[index] = block[0]!;
      for (let order = 1; order < 16; order += 1) {
        const position = zigzag[order]!;
        const level = quantise(block[position]!, quantiser.encode[position]!, quantiser, 0);
        ac[index * 16 + order] = level;
        anyAc |= level;
      }
    }
    hadamard2x2(dc);
    let anyDc = 0;
    for (let index = 0; index < 4; index += 1) {
      dc[index] = quantise(dc[index]!, quantiser.encode[0]!, quantiser, 1);
      anyDc |= dc[index]!;
    }
    const decodedDc = dc.slice();
    hadamard2x2(decodedDc);
    for (let index = 0; index < 4; index += 1) {
      block[0] = ((decodedDc[index]! * quantiser.dcScale) << Math.floor(quantiser.qp / 6)) >> 5;
      for (let order = 1; order < 16; order += 1) {
        const position = zigzag[order]!;
        block[position] = ac[index * 16 + order]! * quantiser.decode[position]!;
      }
      inverse4x4(block);
      const x0 = (index & 1) * 4;
      const y0 = (index >> 1) * 4;
      this.store(plane, left + x0, top + y0, 8, x0, y0);
    }
    return { dc, ac, hasDc: anyDc !== 0, hasAc: anyAc !== 0 };
  }

  private writeChromaAc(
    writer: NalBitWriter,
    plane: Plane,
    ac: Int32Array,
    column: number,
    row: number,
  ): void {
    for (let index = 0; index < 4; index += 1) {
      const x = column * 2 + (index & 1);
      const y = row * 2 + (index >> 1);
      const total = writeBlock(writer, ac, index * 16 + 1, 15, plane.context(x, y));
      plane.counts[y * plane.blockColumns + x] = total;
    }
  }

  /** Adds `block` to the prediction at (x0, y0) and keeps the sum as decoded pixels. */
  private store(plane: Plane, left: number, top: number, size: number, x0: number, y0: number): void {
    for (let y = 0; y < 4; y += 1) {
      for (let x = 0; x < 4; x += 1) {
        plane.pixels[(top + y) * plane.width + left + x] = clip(
          this.predicted[(y0 + y) * size + x0 + x]! + this.block[y * 4 + x]!,
        );
      }
    }
  }
}

function clip(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

function hadamard2x2(block: Int32Array): void {
  const [a, b, c, d] = block as unknown as [number, number, number, number]; // four entries by construction
  block[0] = a + b + c + d;
  block[1] = a - b + c - d;
  block[2] = a + b - c - d;
  block[3] = a - b - c + d;
}
