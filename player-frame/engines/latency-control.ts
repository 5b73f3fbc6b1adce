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

const startTargetS = 0.04;
const maxTargetS = 0.6;
const growth = 1.5;
const growthFloorS = 0.05;
/** Back to the start within some minutes of smooth playing. */
const shrinkPerSample = 0.9995;
/** Below this above the target nothing is done, or the rate would never rest. */
const toleranceS = 0.03;
const jumpAboveS = 1;
/** What a jump leaves: enough for the next picture to arrive. */
const jumpReserveS = 0.12;
const maxRate = 1.25;
const minRate = 1.04;
/** Gain: so much faster for each second too late. */
const ratePerSecond = 1;

export const startLatency: LatencyState = { samples: [], targetS: startTargetS, rate: 1 };

/** Called every `latencyPeriodMs` while playing. */
export function stepLatency(
  state: LatencyState,
  sample: LatencySample,
): { state: LatencyState; action: LatencyAction | null } {
  const targetS = sample.hasStalled
    ? Math.min(maxTargetS, Math.max(state.targetS * growth, state.targetS + growthFloorS))
    : Math.max(startTargetS, state.targetS * shrinkPerSample);
  const samples = [...state.samples, sample.aheadS].slice(-window);
  const lowS = Math.min(...samples);

  // Two samples: one alone may be the moment between a burst and the player's start.
  if (samples.length >= 2 && lowS > targetS + jumpAboveS) {
    const aheadS = targetS + jumpReserveS;
    return { state: { samples: [], targetS, rate: 1 }, action: { do: 'jump', aheadS } };
  }
  const rate = rateFor(lowS - targetS, state.rate);
  const action: LatencyAction | null = rate === state.rate ? null : { do: 'rate', rate };
  return { state: { samples, targetS, rate }, action };
}

function rateFor(excessS: number, current: number): number {
  const isCatchingUp = current > 1;
  if (excessS <= (isCatchingUp ? 0 : toleranceS)) return 1;
  const wanted = Math.min(maxRate, Math.max(minRate, 1 + excessS * ratePerSecond));
  // In steps, so that the browser is not told of every thousandth.
  return Math.floor(wanted * 50 + 1e-9) / 50;
}
