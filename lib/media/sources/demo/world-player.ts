/** Plays a world clip: decodes the whole scene at any position of its loop. */
import { brotliDecompressSync } from 'node:zlib';
import { type Quantiser, quantiserFor } from './transform.ts';
import { applyTokens, predictBase } from './world-blocks.ts';
import {
  blankPlanes,
  blockPlace,
  blocksOfMacroblock,
  copyPlanes,
  type Planes,
  type WorldClip,
} from './world-format.ts';

interface Part {
  readonly runs: Uint8Array;
  readonly masks: Uint8Array;
  readonly tokens: Uint8Array;
}

/** Bases are shared by all cameras and cached; groups are decompressed when played. */
const bases = new WeakMap<WorldClip, Planes>();

export class WorldPlayer {
  /** The scene as of the last `show`. */
  readonly planes: Planes;
  private readonly base: Planes;
  private readonly changes: Quantiser;
  private shown = -1;
  private part: Part | null = null;
  private readonly at = { run: 0, mask: 0, token: 0 };

  constructor(private readonly clip: WorldClip) {
    this.base = baseOf(clip);
    this.planes = blankPlanes(clip.width, clip.height);
    this.changes = quantiserFor(clip.changeQp);
  }

  /** Number of frames of the loop. */
  get length(): number {
    return this.clip.groups.length * this.clip.groupLength;
  }

  /** Decodes frame `index` of the loop into `planes`. The next frame is cheap; others cost up to a group. */
  show(index: number): void {
    if (index === this.shown) return;
    const { groupLength } = this.clip;
    const first = index - (index % groupLength);
    const isContinuous = this.part !== null && this.shown >= first && this.shown < index;
    if (!isContinuous) {
      this.part = unpack(this.clip.groups[first / groupLength]!);
      Object.assign(this.at, { run: 0, mask: 0, token: 0 });
      copyPlanes(this.base, this.planes);
    }
    for (let next = isContinuous ? this.shown + 1 : first; next <= index; next += 1)
      this.applyFrame(this.part!);
    this.shown = index;
  }

  private applyFrame({ runs, masks, tokens }: Part): void {
    const { at, planes } = this;
    const columns = planes.width / 16;
    const count = columns * (planes.height / 16);
    for (let macroblock = 0; ; macroblock += 1) {
      let run: number;
      do {
        run = runs[at.run++]!;
        macroblock += run;
      } while (run === 255);
      if (macroblock >= count) return;
      const mask = masks[at.mask]! | (masks[at.mask + 1]! << 8) | (masks[at.mask + 2]! << 16);
      at.mask += 3;
      const column = macroblock % columns;
      const row = (macroblock - column) / columns;
      for (let index = 0; index < blocksOfMacroblock; index += 1) {
        if (((mask >> index) & 1) === 0) continue;
        at.token = applyTokens(tokens, at.token, blockPlace(planes, column, row, index), this.changes);
      }
    }
  }
}

function unpack(compressed: Uint8Array): Part {
  const bytes = brotliDecompressSync(compressed);
  const masksFrom = 8 + bytes.readUInt32LE(0);
  const tokensFrom = masksFrom + bytes.readUInt32LE(4);
  return {
    runs: bytes.subarray(8, masksFrom),
    masks: bytes.subarray(masksFrom, tokensFrom),
    tokens: bytes.subarray(tokensFrom),
  };
}

/** In the base every block is coded, in macroblock order, so only tokens are needed. */
function baseOf(clip: WorldClip): Planes {
  const known = bases.get(clip);
  if (known) return known;
  const planes = blankPlanes(clip.width, clip.height);
  const { tokens } = unpack(clip.base);
  const quantiser = quantiserFor(clip.baseQp);
  let at = 0;
  for (let row = 0; row < clip.height / 16; row += 1) {
    for (let column = 0; column < clip.width / 16; column += 1) {
      for (let index = 0; index < blocksOfMacroblock; index += 1) {
        const place = blockPlace(planes, column, row, index);
        predictBase(place);
        at = applyTokens(tokens, at, place, quantiser);
      }
    }
  }
  bases.set(clip, planes);
  return planes;
}
