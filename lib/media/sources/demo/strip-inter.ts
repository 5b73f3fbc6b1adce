/** Slice data of the strip in P frames: macroblocks without motion that encode only changes. */

import { type BitWriter, writeSe } from '../../../codec/bit-writer.ts';
import { writeBlock, writeEmptyBlock } from './cavlc.ts';
import { interPatternCodes } from './cavlc-tables.ts';
import { blockColumn, blockRow, clip, type StripPlane } from './strip-plane.ts';
import { forward4x4, inverse4x4, type Quantiser, quantise, zigzag } from './transform.ts';

export class InterStrip {
  private readonly block = new Int32Array(16);
  private readonly scan = new Int32Array(256);

  constructor(
    private readonly luma: StripPlane,
    private readonly quantiser: Quantiser,
  ) {}

  /**
   * `changed` has one byte for each 4x4 block in raster order; blocks with 0 are unchanged. It must start at
   * offset 0 of its buffer.
   */
  write(writer: BitWriter, target: Uint8Array, changed: Uint8Array): void {
    const columns = this.luma.width / 16;
    const rows = this.luma.height / 16;
    // Four blocks at once: a word is one line of blocks of one macroblock.
    const words = new Uint32Array(changed.buffer, changed.byteOffset, changed.length / 4);
    this.luma.counts.fill(0);
    let skipped = 0;
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const word = row * 4 * columns + column;
        const touched =
          words[word]! | words[word + columns]! | words[word + columns * 2]! | words[word + columns * 3]!;
        const coded = touched === 0 ? 0 : this.codeMacroblock(target, changed, column, row);
        if (coded === 0) {
          skipped += 1;
          continue;
        }
        this.writeMacroblock(writer, skipped, coded, column, row);
        skipped = 0;
      }
    }
    if (skipped > 0) writer.ue(skipped);
  }

  /**
   * Quantises the changed blocks into `scan` and updates the reconstruction. Returns a bit for each coded
   * block.
   */
  private codeMacroblock(target: Uint8Array, changed: Uint8Array, column: number, row: number): number {
    let coded = 0;
    for (let index = 0; index < 16; index += 1) {
      const x = column * 4 + blockColumn[index]!;
      const y = row * 4 + blockRow[index]!;
      if (changed[y * this.luma.blockColumns + x] === 0) continue;
      if (this.codeBlock(target, (y * this.luma.width + x) * 4, index * 16)) coded |= 1 << index;
    }
    return coded;
  }

  private codeBlock(target: Uint8Array, from: number, scanFrom: number): boolean {
    const { block, scan, quantiser } = this;
    const { pixels, width } = this.luma;
    for (let y = 0; y < 4; y += 1) {
      for (let x = 0; x < 4; x += 1) {
        const at = from + y * width + x;
        block[y * 4 + x] = target[at]! - pixels[at]!;
      }
    }
    forward4x4(block);
    let any = 0;
    for (let order = 0; order < 16; order += 1) {
      const position = zigzag[order]!;
      const level = quantise(block[position]!, quantiser.encode[position]!, quantiser, 0);
      scan[scanFrom + order] = level;
      block[position] = level * quantiser.decode[position]!;
      any |= level;
    }
    if (any === 0) return false;
    inverse4x4(block);
    for (let y = 0; y < 4; y += 1) {
      for (let x = 0; x < 4; x += 1) {
        const at = from + y * width + x;
        pixels[at] = clip(pixels[at]! + block[y * 4 + x]!);
      }
    }
    return true;
  }

  private writeMacroblock(
    writer: BitWriter,
    skipped: number,
    coded: number,
    column: number,
    row: number,
  ): void {
    let pattern = 0;
    for (let group = 0; group < 4; group += 1) if ((coded >> (group * 4)) & 15) pattern |= 1 << group;
    writer.ue(skipped); // mb_skip_run
    writer.ue(0); // mb_type P_L0_16x16
    writeSe(writer, 0); // mvd: nothing in the strip moves, so the predicted vector is zero as well
    writeSe(writer, 0);
    writer.ue(interPatternCodes[pattern]!);
    writeSe(writer, 0); // mb_qp_delta
    for (let index = 0; index < 16; index += 1) {
      if (((pattern >> (index >> 2)) & 1) === 0) continue;
      const x = column * 4 + blockColumn[index]!;
      const y = row * 4 + blockRow[index]!;
      const context = this.luma.context(x, y);
      if (((coded >> index) & 1) === 0) writeEmptyBlock(writer, context);
      else this.luma.setCount(x, y, writeBlock(writer, this.scan, index * 16, 16, context));
    }
  }
}
