import type { Ms } from '../../lib/kernel/units.ts';

/**
 * Keeps a Media Source player close to live. The measure is the low-water mark: the least that was buffered
 * ahead of the picture during the last second. It is what decides about stalls, whatever the picture rate and
 * the size of sound packets, so a small target is safe for both.
 */
export interface LatencyState {
  /** Seconds ahead in each sample of the last second, oldest first. */
  readonly samples: readonly number[];
  /** Low-water mark to reach. Grows with each stall, shrinks slowly. */
  readonly targetS: number;
  readonly rate: number;
  /** Samples since the start or since the last stall. */
  readonly age: number;
}

export interface LatencySample {
  /** Buffered after the picture on the screen. */
  readonly aheadS: number;
  /** The player ran out of pictures since the last sample. */
  readonly hasStalled: boolean;
}

export type LatencyAction =
  /** Play at this rate. */
  | { readonly do: 'rate'; readonly rate: number }
  /** Too far behind to catch up by playing faster: continue this much before the end. */
  | { readonly do: 'jump'; readonly aheadS: number };

export const latencyPeriodMs: Ms = 100;
const window = 10;

/**
 * Chromium takes less than some 0.1 s for an underrun while it plays faster, and then buffers half a
 * second before it goes on: one stall costs more than all that a smaller target could win.
 */
const startTargetS = 0.1;
const maxTargetS = 0.5;
const growthS = 0.05;
/** Back to the start within some minutes of smooth playing. */
const shrinkPerSample = 0.9995;
/** Catching up begins and ends this much above the target: a rate that never rests makes stalls likely. */
const beginAboveS = 0.08;
const endAboveS = 0.04;
/** This much short of the target the reserve is built up again before it is needed. */
const beginBelowS = 0.03;
const slowRate = 0.96;
const jumpAboveS = 0.6;
/**
 * Just after a start or a stall the picture has jumped anyway, so a small jump more is not seen, and seconds of
 * faster playing are saved. From the tenth sample, when the low-water mark of one second is known, to the 15th.
 */
const settling = { from: 10, to: 15, jumpAboveS: 0.12 };
/** What a jump leaves above the target, because it costs time itself. */
const jumpReserveS = 0.05;
const maxRate = 1.1;
const minRate = 1.02;
/** Gain: so much faster for each second too late. */
const ratePerSecond = 0.3;

export const startLatency: LatencyState = { samples: [], targetS: startTargetS, rate: 1, age: 0 };

/** Called every `latencyPeriodMs` while playing. */
export function stepLatency(
  state: LatencyState,
  sample: LatencySample,
): { state: LatencyState; action: LatencyAction | null } {
  const targetS = sample.hasStalled
    ? Math.min(maxTargetS, state.targetS + growthS)
    : Math.max(startTargetS, state.targetS * shrinkPerSample);
  const samples = [...state.samples, sample.aheadS].slice(-window);
  const lowS = Math.min(...samples);
  const age = sample.hasStalled ? 0 : state.age + 1;

  const isSettling = age >= settling.from && age <= settling.to;
  const limitS = isSettling ? settling.jumpAboveS : jumpAboveS;
  // Two samples: one alone may be the moment between a burst and the player's start.
  if (samples.length >= 2 && lowS > targetS + limitS) {
    const action: LatencyAction = { do: 'jump', aheadS: sample.aheadS - (lowS - targetS - jumpReserveS) };
    return { state: { samples: [], targetS, rate: 1, age }, action };
  }
  const rate = rateFor(lowS - targetS, state.rate);
  const action: LatencyAction | null = rate === state.rate ? null : { do: 'rate', rate };
  return { state: { samples, targetS, rate, age }, action };
}

function rateFor(excessS: number, current: number): number {
  if (excessS < (current < 1 ? 0 : -beginBelowS)) return slowRate;
  if (excessS <= (current > 1 ? endAboveS : beginAboveS)) return 1;
  const wanted = Math.min(maxRate, Math.max(minRate, 1 + excessS * ratePerSecond));
  // In steps, so that the browser is not told of every thousandth.
  return Math.floor(wanted * 50 + 1e-9) / 50;
}
