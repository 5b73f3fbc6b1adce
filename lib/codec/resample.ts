/**
 * Converts the rate of mono samples: a windowed sinc filter, in phases (polyphase). Frequencies that the new rate cannot
 * carry are removed. Delay: half the filter, about 2 ms at 8 kHz.
 */

/** Zero crossings of the sinc on each side. */
const lobes = 16;
/** Share of the band that passes; the rest is the slope of the filter. */
const passBand = 0.92;
/** More phases than this are not needed: the nearest one differs by less than a step of 16 bits. */
const maxPhases = 512;

/** Keeps what it needs of earlier samples, so that a stream can be converted in pieces. */
export class Resampler {
  /** `#filters[phase]`: the weights for the samples around an output sample between two input samples. */
  readonly #filters: readonly Float64Array[];
  readonly #step: number;
  readonly #half: number;
  #history: Float64Array;
  /** Of the next output sample, in input samples from the start of the history. */
  #at: number;

  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    const scale = Math.min(1, to / from) * passBand;
    this.#half = Math.ceil(lobes / scale);
    this.#step = from / to;
    this.#filters = makeFilters(Math.min(maxPhases, to / divisor(from, to)), this.#half, scale);
    this.#history = new Float64Array(this.#half * 2 - 1);
    this.#at = this.#half - 1;
  }

  push(samples: Int16Array): Int16Array {
    if (this.from === this.to) return samples;
    const held = this.#history.length;
    const input = new Float64Array(held + samples.length);
    input.set(this.#history);
    input.set(samples, held);
    const filters = this.#filters;
    const half = this.#half;
    const phases = filters.length;
    const count = Math.max(0, Math.ceil((input.length - half - this.#at) / this.#step));
    const output = new Int16Array(count);
    let at = this.#at;
    for (let index = 0; index < count; index += 1) {
      let whole = Math.floor(at);
      let phase = Math.round((at - whole) * phases);
      if (phase === phases) {
        whole += 1;
        phase = 0;
      }
      const filter = filters[phase]!;
      const first = whole - half + 1;
      let sum = 0;
      for (let tap = 0; tap < filter.length; tap += 1) sum += filter[tap]! * (input[first + tap] ?? 0);
      output[index] = sum > 32_767 ? 32_767 : sum < -32_768 ? -32_768 : Math.round(sum);
      at = this.#at + (index + 1) * this.#step;
    }
    const dropped = Math.min(Math.max(0, Math.floor(at) - half + 1), input.length);
    this.#history = input.slice(dropped);
    this.#at = at - dropped;
    return output;
  }
}

/** All at once, with the same duration. */
export function resample(samples: Int16Array, from: number, to: number): Int16Array {
  if (from === to) return samples;
  const resampler = new Resampler(from, to);
  const wanted = Math.round((samples.length * to) / from);
  const parts = [resampler.push(samples), resampler.push(new Int16Array(Math.ceil(from / 100)))];
  const output = new Int16Array(wanted);
  output.set(parts[0]!.subarray(0, wanted));
  const missing = wanted - parts[0]!.length;
  if (missing > 0) output.set(parts[1]!.subarray(0, missing), parts[0]!.length);
  return output;
}

function makeFilters(phases: number, half: number, scale: number): Float64Array[] {
  return Array.from({ length: phases }, (_, phase) => {
    const weights = Float64Array.from({ length: half * 2 }, (_, tap) => {
      const distance = tap - half + 1 - phase / phases;
      return sinc(distance * scale) * blackman(distance / half);
    });
    // Exactly the same level in every phase.
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** `x`: -1 to 1. */
const blackman = (x: number): number =>
  Math.abs(x) >= 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
