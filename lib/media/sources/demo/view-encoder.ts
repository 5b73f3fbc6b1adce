/**
 * Encodes one slice of a moved camera's frames: content that moves with the view is predicted from the
 * previous frame with one vector, and only new content is encoded. Like the strip's encoder, it predicts from
 * reconstructed pixels.
 */

import { type BitWriter, writeSe } from '../../../codec/bit-writer.ts';
import { writeBlock, writeEmptyBlock } from './cavlc.ts';
import { interPatternCodes } from './cavlc-tables.ts';
import { codeSquare, colourPattern, writeColourLevels } from './strip-colour.ts';
import { IntraStrip } from './strip-intra.ts';
import { blockColumn, blockRow, clip } from './strip-plane.ts';
import {
  chromaQp,
  forward4x4,
  inverse4x4,
  type Quantiser,
  quantise,
  quantiserFor,
  zigzag,
} from './transform.ts';
import { VectorField } from './vector-field.ts';
import { ViewColour } from './view-colour.ts';
import { MovingPlane } from './view-planes.ts';

export interface SliceGeometry {
  /** Width and height in macroblocks. */
  readonly columns: number;
  readonly rows: number;
  /** `SliceQPY` of key frames and of other frames. */
  readonly keyQp: number;
  readonly otherQp: number;
  /** `chroma_qp_index_offset` of the picture parameter set. */
  readonly chromaQpOffset: number;
  /** Static content covers moving content: each macroblock may move or stay. */
  readonly hasOverlay: boolean;
}

/** Target of a slice: whole macroblock rows, 4:2:0. */
export interface SliceTarget {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

/** Precision with which differences from the target are encoded. */
interface Care {
  /** Blocks with a smaller sum of differences are not encoded: 16 luma pixels, 64 of one chroma component. */
  readonly smallestLuma: number;
  readonly smallestColour: number;
  readonly luma: Quantiser;
  readonly colour: Quantiser;
}

export class SliceEncoder {
  private readonly luma: MovingPlane;
  private readonly colour: readonly [MovingPlane, MovingPlane];
  private readonly intra: IntraStrip;
  private readonly intraColour: ViewColour;
  private readonly vectors: VectorField;
  /** For content of the previous frame, and for content that has just come into view. */
  private readonly cares: { readonly known: Care; readonly fresh: Care };
  private readonly block = new Int32Array(16);
  private readonly scan = new Int32Array(256);
  private readonly predicted = new Int32Array(64);

  constructor(private readonly geometry: SliceGeometry) {
    const { columns, rows, keyQp, otherQp, chromaQpOffset } = geometry;
    this.luma = new MovingPlane(columns * 16, rows * 16);
    this.colour = [new MovingPlane(columns * 8, rows * 8), new MovingPlane(columns * 8, rows * 8)];
    const planes = [this.colour[0].plane, this.colour[1].plane] as const;
    this.intraColour = new ViewColour(planes, quantiserFor(chromaQp(keyQp, chromaQpOffset)));
    this.intra = new IntraStrip(this.luma.plane, this.intraColour, quantiserFor(keyQp));
    this.vectors = new VectorField(columns, rows);
    const luma = quantiserFor(otherQp);
    const colour = quantiserFor(chromaQp(otherQp, chromaQpOffset));
    this.cares = {
      known: { smallestLuma: 40, smallestColour: 96, luma: sparing(luma), colour: sparing(colour) },
      fresh: { smallestLuma: 10, smallestColour: 24, luma, colour },
    };
  }

  /** Reconstructed planes Y, U and V of the last frame. */
  get decoded(): readonly [Uint8Array, Uint8Array, Uint8Array] {
    return [this.luma.plane.pixels, this.colour[0].plane.pixels, this.colour[1].plane.pixels];
  }

  /** Slice data of an I slice. */
  writeIntra(writer: BitWriter, target: SliceTarget): void {
    this.intraColour.aim(target.u, target.v);
    this.intra.write(writer, target.y);
  }

  /**
   * Slice data of a P slice. `right` and `down`: movement of the view since the previous frame, in luma
   * pixels, even. Rows above and below this slice are never referenced.
   */
  writeInter(writer: BitWriter, target: SliceTarget, right: number, down: number): void {
    const { columns, rows, hasOverlay } = this.geometry;
    const canStay = hasOverlay && (right !== 0 || down !== 0);
    this.luma.plane.counts.fill(0);
    for (const { plane } of this.colour) plane.counts.fill(0);
    for (const plane of [this.luma, ...this.colour]) plane.keep();
    let skipped = 0;
    for (let row = 0; row < rows; row += 1) {
      // References beyond the edge of the slice are clamped, and the rest is encoded.
      const rowDown = Math.max(0, Math.min((rows - 1) * 16, row * 16 + down)) - row * 16;
      this.luma.shiftRows(row * 16, 16, right, rowDown);
      for (const plane of this.colour) plane.shiftRows(row * 8, 8, right / 2, rowDown / 2);
      for (let column = 0; column < columns; column += 1) {
        const stays = canStay && this.isBetterStill(target, column, row);
        this.vectors.set(column, row, stays ? 0 : right * 4, stays ? 0 : rowDown * 4);
        const isFresh =
          rowDown !== down || column * 16 + right < 0 || (column + 1) * 16 + right > columns * 16;
        const care = isFresh ? this.cares.fresh : this.cares.known;
        const luma = this.codeLuma(target.y, column, row, care);
        const colour = this.codeColour(target, column, row, care);
        if (
          luma === 0 &&
          colour === 0 &&
          this.isSkippable(column, row, stays ? 0 : right, stays ? 0 : rowDown)
        ) {
          skipped += 1;
          continue;
        }
        writer.ue(skipped); // mb_skip_run
        skipped = 0;
        this.writeMacroblock(
          writer,
          luma,
          colour,
          column,
          row,
          stays ? 0 : right * 4,
          stays ? 0 : rowDown * 4,
        );
      }
    }
    if (skipped > 0) writer.ue(skipped);
  }

  /** Uses a zero vector if that is closer to the target than the moved content. */
  private isBetterStill(target: SliceTarget, column: number, row: number): boolean {
    const { plane, before } = this.luma;
    const from = row * 16 * plane.width + column * 16;
    let gain = 0;
    for (let y = 0; y < 16; y += 1) {
      for (let x = 0; x < 16; x += 1) {
        const at = from + y * plane.width + x;
        const moved = target.y[at]! - plane.pixels[at]!;
        const stayed = target.y[at]! - before[at]!;
        gain += (moved < 0 ? -moved : moved) - (stayed < 0 ? -stayed : stayed);
      }
    }
    if (gain <= 0) return false;
    this.luma.stay(column * 16, row * 16, 16);
    for (const each of this.colour) each.stay(column * 8, row * 8, 8);
    return true;
  }

  private isSkippable(column: number, row: number, right: number, down: number): boolean {
    const vector = this.vectors.skipped(column, row);
    return vector.x === right * 4 && vector.y === down * 4;
  }

  /**
   * Quantises the difference from the target into `scan` and updates the reconstruction. Returns a bit for
   * each coded block.
   */
  private codeLuma(target: Uint8Array, column: number, row: number, care: Care): number {
    let coded = 0;
    for (let index = 0; index < 16; index += 1) {
      const x = column * 16 + blockColumn[index]! * 4;
      const y = row * 16 + blockRow[index]! * 4;
      if (this.codeBlock(target, y * this.luma.plane.width + x, index * 16, care)) coded |= 1 << index;
    }
    return coded;
  }

  private codeBlock(target: Uint8Array, from: number, scanFrom: number, care: Care): boolean {
    const { block, scan } = this;
    const quantiser = care.luma;
    const { pixels, width } = this.luma.plane;
    let off = 0;
    for (let y = 0; y < 4; y += 1) {
      for (let x = 0; x < 4; x += 1) {
        const at = from + y * width + x;
        const difference = target[at]! - pixels[at]!;
        block[y * 4 + x] = difference;
        off += difference < 0 ? -difference : difference;
      }
    }
    if (off < care.smallestLuma) return false;
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

  /** Chroma part of coded_block_pattern. */
  private codeColour(target: SliceTarget, column: number, row: number, care: Care): 0 | 1 | 2 {
    const { levels } = this.intraColour;
    let isCoded = false;
    for (const component of [0, 1] as const) {
      const { plane } = this.colour[component];
      const wanted = component === 0 ? target.u : target.v;
      if (this.colourChange(plane.pixels, wanted, plane.width, column, row) < care.smallestColour) {
        levels[component].dc.fill(0);
        levels[component].ac.fill(0);
        continue;
      }
      isCoded = true;
      codeSquare(plane, wanted, column * 8, row * 8, this.predicted, care.colour, levels[component]);
    }
    return isCoded ? colourPattern(levels) : 0;
  }

  /** Sum of differences of the square. Also copies its current pixels to `predicted`. */
  private colourChange(
    pixels: Uint8Array,
    wanted: Uint8Array,
    width: number,
    column: number,
    row: number,
  ): number {
    let off = 0;
    for (let index = 0; index < 64; index += 1) {
      const at = (row * 8 + (index >> 3)) * width + column * 8 + (index & 7);
      const now = pixels[at]!;
      this.predicted[index] = now;
      const difference = wanted[at]! - now;
      off += difference < 0 ? -difference : difference;
    }
    return off;
  }

  private writeMacroblock(
    writer: BitWriter,
    luma: number,
    colour: 0 | 1 | 2,
    column: number,
    row: number,
    vectorX: number,
    vectorY: number,
  ): void {
    let pattern = 0;
    for (let group = 0; group < 4; group += 1) if ((luma >> (group * 4)) & 15) pattern |= 1 << group;
    const predicted = this.vectors.predict(column, row);
    writer.ue(0); // mb_type P_L0_16x16
    writeSe(writer, vectorX - predicted.x);
    writeSe(writer, vectorY - predicted.y);
    writer.ue(interPatternCodes[pattern | (colour << 4)]!);
    if (pattern === 0 && colour === 0) return;
    writeSe(writer, 0); // mb_qp_delta
    const { plane } = this.luma;
    for (let index = 0; index < 16; index += 1) {
      if (((pattern >> (index >> 2)) & 1) === 0) continue;
      const x = column * 4 + blockColumn[index]!;
      const y = row * 4 + blockRow[index]!;
      const context = plane.context(x, y);
      if (((luma >> index) & 1) === 0) writeEmptyBlock(writer, context);
      else plane.setCount(x, y, writeBlock(writer, this.scan, index * 16, 16, context));
    }
    const planes = [this.colour[0].plane, this.colour[1].plane] as const;
    writeColourLevels(writer, planes, this.intraColour.levels, colour, column, row);
  }
}

/** A sixth of a step instead of a third, to ignore small fluctuations. */
function sparing(quantiser: Quantiser): Quantiser {
  return { ...quantiser, rounding: Math.floor((1 << quantiser.shift) / 6) };
}
