/** Slice data of the strip in key frames: Intra16x16 macroblocks. */

import { type BitWriter, writeSe } from '../../../codec/bit-writer.ts';
import { writeBlock } from './cavlc.ts';
import { chooseMode, chromaModes, lumaModes, predict } from './intra-prediction.ts';
import type { SliceColour } from './strip-colour.ts';
import { blockColumn, blockRow, clip, type StripPlane } from './strip-plane.ts';
import {
  forward4x4,
  hadamard4x4,
  inverse4x4,
  type Quantiser,
  quantise,
  scaleLumaDc,
  zigzag,
} from './transform.ts';

export class IntraStrip {
  private readonly block = new Int32Array(16);
  private readonly predicted = new Int32Array(256);
  /** DC levels in zigzag order, and their reconstruction in raster order. */
  private readonly dc = new Int32Array(16);
  private readonly decodedDc = new Int32Array(16);
  /** Levels of 16 blocks in zigzag order; the first of each is DC and stays 0. */
  private readonly scan = new Int32Array(256);

  constructor(
    private readonly luma: StripPlane,
    private readonly colour: SliceColour,
    private readonly quantiser: Quantiser,
  ) {}

  write(writer: BitWriter, target: Uint8Array): void {
    this.luma.counts.fill(0);
    this.colour.startSlice();
    for (let row = 0; row < this.luma.height / 16; row += 1) {
      for (let column = 0; column < this.luma.width / 16; column += 1) {
        this.macroblock(writer, target, column, row);
      }
    }
  }

  private macroblock(writer: BitWriter, target: Uint8Array, column: number, row: number): void {
    const mode = chooseMode(this.luma, target, column, row);
    predict(this.predicted, this.luma, column * 16, row * 16, 16, mode);
    const hasAc = this.quantiseMacroblock(target, column * 16, row * 16);
    this.quantiseDc();
    this.decodeMacroblock(column * 16, row * 16);

    const colour = this.colour.at(column, row);
    writer.ue(1 + lumaModes[mode] + 4 * colour.pattern + (hasAc ? 12 : 0)); // mb_type
    writer.ue(chromaModes[colour.mode]);
    writeSe(writer, 0); // mb_qp_delta
    writeBlock(writer, this.dc, 0, 16, this.luma.context(column * 4, row * 4));
    if (hasAc) this.writeAc(writer, column * 4, row * 4);
    this.colour.writeResidual(writer, column, row);
  }

  /** Fills `scan` with levels and `decodedDc` with coefficients. True if any AC level is not zero. */
  private quantiseMacroblock(target: Uint8Array, left: number, top: number): boolean {
    const { block, scan, predicted, quantiser } = this;
    const { width } = this.luma;
    let any = 0;
    for (let index = 0; index < 16; index += 1) {
      const x0 = blockColumn[index]! * 4;
      const y0 = blockRow[index]! * 4;
      for (let y = 0; y < 4; y += 1) {
        for (let x = 0; x < 4; x += 1) {
          const wanted = target[(top + y0 + y) * width + left + x0 + x]!;
          block[y * 4 + x] = wanted - predicted[(y0 + y) * 16 + x0 + x]!;
        }
      }
      forward4x4(block);
      this.decodedDc[y0 + (x0 >> 2)] = block[0]!;
      for (let order = 1; order < 16; order += 1) {
        const position = zigzag[order]!;
        const level = quantise(block[position]!, quantiser.encode[position]!, quantiser, 0);
        scan[index * 16 + order] = level;
        any |= level;
      }
    }
    return any !== 0;
  }

  private quantiseDc(): void {
    const { dc, decodedDc, quantiser } = this;
    hadamard4x4(decodedDc);
    for (let order = 0; order < 16; order += 1) {
      const position = zigzag[order]!;
      const level = quantise(decodedDc[position]! >> 1, quantiser.encode[0]!, quantiser, 1);
      dc[order] = level;
      decodedDc[position] = level;
    }
    hadamard4x4(decodedDc);
    scaleLumaDc(decodedDc, quantiser);
  }

  private decodeMacroblock(left: number, top: number): void {
    const { block, scan, predicted, quantiser } = this;
    const { pixels, width } = this.luma;
    for (let index = 0; index < 16; index += 1) {
      const x0 = blockColumn[index]! * 4;
      const y0 = blockRow[index]! * 4;
      block[0] = this.decodedDc[y0 + (x0 >> 2)]!;
      for (let order = 1; order < 16; order += 1) {
        const position = zigzag[order]!;
        block[position] = scan[index * 16 + order]! * quantiser.decode[position]!;
      }
      inverse4x4(block);
      for (let y = 0; y < 4; y += 1) {
        for (let x = 0; x < 4; x += 1) {
          const at = (top + y0 + y) * width + left + x0 + x;
          pixels[at] = clip(predicted[(y0 + y) * 16 + x0 + x]! + block[y * 4 + x]!);
        }
      }
    }
  }

  private writeAc(writer: BitWriter, left: number, top: number): void {
    for (let index = 0; index < 16; index += 1) {
      const x = left + blockColumn[index]!;
      const y = top + blockRow[index]!;
      const count = writeBlock(writer, this.scan, index * 16 + 1, 15, this.luma.context(x, y));
      this.luma.setCount(x, y, count);
    }
  }
}
