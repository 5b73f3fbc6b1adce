/** Codes the frames of a whole scene in the format of `world-format.ts`. */
import { brotliCompressSync, constants } from 'node:zlib';
import {
  forward4x4,
  type Quantiser,
  quantise,
  quantiserFor,
  zigzag,
} from '../../lib/media/sources/demo/transform.ts';
import {
  applyTokens,
  codeOf,
  escapeCode,
  largestShort,
  predictBase,
} from '../../lib/media/sources/demo/world-blocks.ts';
import {
  type BlockPlace,
  blankPlanes,
  blockPlace,
  blocksOfMacroblock,
  copyPlanes,
  type Planes,
} from '../../lib/media/sources/demo/world-format.ts';

export interface WorldQuality {
  readonly baseQp: number;
  readonly changeQp: number;
  /** A block whose absolute pixel differences add up to less than this is not coded. */
  readonly smallestChange: number;
}

export interface CodedWorld {
  readonly base: Uint8Array;
  readonly groups: readonly Uint8Array[];
}

export function encodeWorld(
  frames: readonly Planes[],
  base: Planes,
  groupLength: number,
  quality: WorldQuality,
): CodedWorld {
  const { width, height } = base;
  const coder = new Coder(width, height, quality);
  const packedBase = coder.codeBase(base);
  const groups: Uint8Array[] = [];
  for (let first = 0; first < frames.length; first += groupLength) {
    groups.push(coder.codeGroup(frames.slice(first, first + groupLength)));
  }
  return { base: packedBase, groups };
}

/** The median over the loop shows the scene without moving objects; the mean would show traces of them. */
export function medianFrame(frames: readonly Planes[]): Planes {
  const { width, height } = frames[0]!;
  const median = blankPlanes(width, height);
  const sample = frames.filter((_, index) => index % 12 === 0);
  const values = new Uint8Array(sample.length);
  for (const plane of ['y', 'u', 'v'] as const) {
    for (let at = 0; at < median[plane].length; at += 1) {
      for (const [index, frame] of sample.entries()) values[index] = frame[plane][at]!;
      values.sort();
      median[plane][at] = values[values.length >> 1]!;
    }
  }
  return median;
}

class Coder {
  private readonly decodedBase: Planes;
  private readonly decoded: Planes;
  private readonly quantisers: { readonly base: Quantiser; readonly change: Quantiser };
  private readonly block = new Int32Array(16);
  private runs: number[] = [];
  private masks: number[] = [];
  private tokens: number[] = [];

  constructor(
    width: number,
    height: number,
    private readonly quality: WorldQuality,
  ) {
    this.decodedBase = blankPlanes(width, height);
    this.decoded = blankPlanes(width, height);
    const change = quantiserFor(quality.changeQp);
    // A sixth of a step: a small change that soon reverses is not worth coding.
    this.quantisers = {
      base: quantiserFor(quality.baseQp),
      change: { ...change, rounding: Math.floor((1 << change.shift) / 6) },
    };
  }

  codeBase(target: Planes): Uint8Array {
    const { width, height } = target;
    this.startPart();
    for (let row = 0; row < height / 16; row += 1) {
      for (let column = 0; column < width / 16; column += 1) {
        for (let index = 0; index < blocksOfMacroblock; index += 1) {
          const wanted = { ...blockPlace(target, column, row, index) };
          const place = blockPlace(this.decodedBase, column, row, index);
          predictBase(place);
          this.codeBlock(wanted, place, this.quantisers.base, 0);
        }
      }
    }
    return this.packed();
  }

  codeGroup(frames: readonly Planes[]): Uint8Array {
    this.startPart();
    copyPlanes(this.decodedBase, this.decoded);
    for (const frame of frames) this.encodeFrame(frame);
    return this.packed();
  }

  private encodeFrame(target: Planes): void {
    let skipped = 0;
    for (let row = 0; row < target.height / 16; row += 1) {
      for (let column = 0; column < target.width / 16; column += 1) {
        const mask = this.codeMacroblock(target, column, row);
        if (mask === 0) {
          skipped += 1;
          continue;
        }
        this.writeRun(skipped);
        skipped = 0;
        this.masks.push(mask & 255, (mask >> 8) & 255, mask >> 16);
      }
    }
    this.writeRun(skipped);
  }

  private writeRun(skipped: number): void {
    let left = skipped;
    for (; left >= 255; left -= 255) this.runs.push(255);
    this.runs.push(left);
  }

  private codeMacroblock(target: Planes, column: number, row: number): number {
    let mask = 0;
    for (let index = 0; index < blocksOfMacroblock; index += 1) {
      const wanted = { ...blockPlace(target, column, row, index) };
      const place = blockPlace(this.decoded, column, row, index);
      const smallest = index < 16 ? this.quality.smallestChange : this.quality.smallestChange * 0.75;
      if (this.codeBlock(wanted, place, this.quantisers.change, smallest)) mask |= 1 << index;
    }
    return mask;
  }

  /** Writes the block's tokens and applies them. Returns false, with nothing written, if the block has not changed. */
  private codeBlock(wanted: BlockPlace, place: BlockPlace, quantiser: Quantiser, smallest: number): boolean {
    const { block, tokens } = this;
    const from = place.y * place.width + place.x;
    let off = 0;
    for (let index = 0; index < 16; index += 1) {
      const at = from + (index >> 2) * place.width + (index & 3);
      block[index] = wanted.pixels[at]! - place.pixels[at]!;
      off += Math.abs(block[index]!);
    }
    if (off < smallest) return false;
    forward4x4(block);
    const start = tokens.length;
    let zeros = 0;
    for (let order = 0; order < 16; order += 1) {
      const position = zigzag[order]!;
      const level = quantise(block[position]!, quantiser.encode[position]!, quantiser, 0);
      if (level === 0) {
        zeros += 1;
        continue;
      }
      if (Math.abs(level) <= largestShort) tokens.push((zeros << 4) | codeOf(level));
      else tokens.push((zeros << 4) | escapeCode, level & 255, (level >> 8) & 255);
      zeros = 0;
    }
    if (tokens.length === start && smallest > 0) return false;
    tokens.push(0);
    applyTokens(Uint8Array.from(tokens.slice(start)), 0, place, quantiser);
    return true;
  }

  private startPart(): void {
    this.runs = [];
    this.masks = [];
    this.tokens = [];
  }

  private packed(): Uint8Array {
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32LE(this.runs.length, 0);
    lengths.writeUInt32LE(this.masks.length, 4);
    const bytes = Buffer.concat([
      lengths,
      Uint8Array.from(this.runs),
      Uint8Array.from(this.masks),
      Uint8Array.from(this.tokens),
    ]);
    return brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_LGWIN]: 22,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    });
  }
}
