/**
 * Plays sound faster or slower at its own pitch (WSOLA). Each block of the output blends from what naturally follows
 * the previous block to a place near where the speed requires to be. That place is moved by up to 10 ms so that both
 * have the same waveform, and the blend is not audible.
 */

/** Of one block of the output; twice the length of a period of 100 Hz. */
const blockS = 0.02;
/** How far the place may be moved: half a period of 50 Hz. */
const searchS = 0.01;
/** The search first compares waveforms at about this rate, in Hz. */
const coarseRate = 12_000;

/** Input that is needed beyond what is put out, at most. */
export const stretchLookaheadS = 2 * blockS + searchS;

export class TimeStretch {
  /** 0.5 to 2.1. Applies from the next block. */
  speed = 1;
  private readonly block: number;
  private readonly search: number;
  private readonly stride: number;
  private readonly fadeIn: Float32Array;
  /** Input that is still needed, of each channel. */
  private input: readonly Float32Array[];
  /** Of all channels, for the search. */
  private mono = new Float32Array(0);
  /** Where the speed requires to be. All positions are indices into the input. */
  private wanted = 0;
  /** What naturally follows the last block. */
  private natural = 0;

  constructor(
    readonly sampleRate: number,
    readonly channels: number,
  ) {
    this.block = Math.round(blockS * sampleRate);
    this.search = Math.round(searchS * sampleRate);
    this.stride = Math.max(1, Math.round(sampleRate / coarseRate));
    this.fadeIn = Float32Array.from(
      { length: this.block },
      (_, at) => 0.5 - 0.5 * Math.cos((Math.PI * (at + 0.5)) / this.block),
    );
    this.input = Array.from({ length: channels }, () => new Float32Array(0));
  }

  /** Takes the next samples of each channel, and returns as many as can be put out: none, or whole blocks. */
  process(planes: readonly Float32Array[]): Float32Array<ArrayBuffer>[] {
    this.input = this.input.map((kept, channel) => joined(kept, planes[channel] ?? planes[0]!));
    this.mono = joined(this.mono, mixed(planes));
    const blocks: number[][] = [];
    for (;;) {
      const from = this.natural;
      const to = this.next();
      if (to === null) break;
      blocks.push([from, to]);
    }
    const output = this.input.map((samples) => {
      const made = new Float32Array(blocks.length * this.block);
      for (const [at, [from = 0, to = 0]] of blocks.entries()) this.blend(samples, from, to, made, at);
      return made;
    });
    this.forget();
    return output;
  }

  /** Where the next block goes to; null: the input is too short. */
  private next(): number | null {
    const target = Math.round(this.wanted);
    if (Math.max(target + this.search, this.natural) + this.block > this.mono.length) return null;
    const isNear = Math.abs(this.natural - target) <= this.search;
    const place = isNear && this.speed === 1 ? this.natural : this.bestNear(target);
    this.natural = place + this.block;
    this.wanted += this.block * this.speed;
    return place;
  }

  private bestNear(target: number): number {
    const { search, stride } = this;
    const coarse = this.best(target - search, target + search, stride);
    const fineFrom = Math.max(target - search, coarse - stride + 1);
    return stride === 1 ? coarse : this.best(fineFrom, Math.min(target + search, coarse + stride - 1), 1);
  }

  /** The place whose waveform is most like the natural one. */
  private best(from: number, to: number, stride: number): number {
    let found = Math.max(0, from);
    let highest = Number.NEGATIVE_INFINITY;
    for (let place = found; place <= to; place += stride) {
      const likeness = this.likeness(place, stride);
      if (likeness <= highest) continue;
      highest = likeness;
      found = place;
    }
    return found;
  }

  /** Normalized by the loudness of the place: otherwise a loud place nearby is more like everything. */
  private likeness(place: number, stride: number): number {
    const { mono, natural } = this;
    let product = 0;
    let energy = 1e-9;
    for (let at = 0; at < this.block; at += stride) {
      const sample = mono[place + at]!;
      product += sample * mono[natural + at]!;
      energy += sample * sample;
    }
    return product / Math.sqrt(energy);
  }

  private blend(samples: Float32Array, from: number, to: number, output: Float32Array, index: number): void {
    const start = index * this.block;
    for (let at = 0; at < this.block; at += 1) {
      const before = samples[from + at]!;
      output[start + at] = before + this.fadeIn[at]! * (samples[to + at]! - before);
    }
  }

  private forget(): void {
    const unused = Math.min(this.natural, Math.floor(this.wanted) - this.search, this.mono.length);
    if (unused <= 0) return;
    this.input = this.input.map((samples) => samples.slice(unused));
    this.mono = this.mono.slice(unused);
    this.natural -= unused;
    this.wanted -= unused;
  }
}

function joined(one: Float32Array, other: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function mixed(planes: readonly Float32Array[]): Float32Array {
  const [first, second] = planes;
  return second ? first!.map((sample, at) => (sample + second[at]!) / 2) : first!;
}
