import type { Ms } from '../../lib/kernel/units.ts';

/**
 * Keeps a Media Source player close to the live edge. The controlled value is the low-water mark: the minimum buffer
 * ahead of the current frame within the last second, or within some frame intervals of a camera of few frames. It
 * determines stalls regardless of frame rate and audio packet size, so a small target is safe for both.
 */
export interface LatencyState {
  /** Seconds ahead for each sample of the window, oldest first. */
  readonly samples: readonly number[];
  /** Target low-water mark. Increases with each stall and decreases slowly. */
  readonly targetS: number;
  readonly rate: number;
  /** Samples since the start or the last stall. */
  readonly age: number;
}

export interface LatencySample {
  /** Seconds buffered after the current frame. */
  readonly aheadS: number;
  /** Frame interval of the stream; 0 while unknown. */
  readonly intervalMs: Ms;
  /** The player ran out of data since the last sample. */
  readonly hasStalled: boolean;
}

export type LatencyAction =
  /** Set this playback rate. */
  | { readonly do: 'rate'; readonly rate: number }
  /** Too far behind to catch up by playback rate: seek to this distance from the end. */
  | { readonly do: 'jump'; readonly aheadS: number };

export const latencyPeriodMs: Ms = 100;
/** Samples of one second. */
const minWindow = 10;
/** The buffer of few frames grows once per interval. */
const windowIntervals = 1.5;

/**
 * Chromium treats less than about 0.1 s as an underrun during faster playback, and then buffers half a second before
 * continuing: one stall costs more than a smaller target would save.
 */
const startTargetS = 0.1;
const maxTargetS = 0.5;
const growthS = 0.05;
/** Returns to the start value within some minutes of smooth playback. */
const shrinkPerSample = 0.9995;
/**
 * Hysteresis above the target: changing the rate continuously makes stalls likely. Chromium runs out of audio within a
 * second after faster playback that ends at 0.14 s.
 */
const beginAboveS = 0.08;
const endAboveS = 0.06;
/** Below the target by this much, the reserve is rebuilt by slower playback. */
const beginBelowS = 0.03;
const slowRate = 0.96;
const jumpAboveS = 0.6;
/**
 * Shortly after a start or stall the video has jumped anyway, so another small jump is not noticed and saves seconds
 * of faster playback. For this many samples after the low-water mark of a window is known.
 */
const settling = { samples: 5, jumpAboveS: 0.12 };
/** Reserve above the target after a jump, because the jump itself takes time. */
const jumpReserveS = 0.05;
const maxRate = 1.1;
const minRate = 1.02;
/** Gain: additional rate per second of excess latency. */
const ratePerSecond = 0.3;

export const startLatency: LatencyState = { samples: [], targetS: startTargetS, rate: 1, age: 0 };

/** Called every `latencyPeriodMs` during playback. */
export function stepLatency(
  state: LatencyState,
  sample: LatencySample,
): { state: LatencyState; action: LatencyAction | null } {
  const targetS = sample.hasStalled
    ? Math.min(maxTargetS, state.targetS + growthS)
    : Math.max(startTargetS, state.targetS * shrinkPerSample);
  const window = Math.max(minWindow, Math.ceil((sample.intervalMs * windowIntervals) / latencyPeriodMs));
  const samples = [...state.samples, sample.aheadS].slice(-window);
  const lowS = Math.min(...samples);
  const age = sample.hasStalled ? 0 : state.age + 1;

  const isSettling = age >= window && age <= window + settling.samples;
  const limitS = isSettling ? settling.jumpAboveS : jumpAboveS;
  // Two samples, because a single one may be between a burst and the start of playback. Of few frames, a whole window.
  const isKnown = samples.length >= (window > minWindow ? window : 2);
  if (isKnown && lowS > targetS + limitS) {
    const action: LatencyAction = { do: 'jump', aheadS: sample.aheadS - (lowS - targetS - jumpReserveS) };
    return { state: { samples: [], targetS, rate: 1, age }, action };
  }
  const rate = isKnown || window === minWindow ? rateFor(lowS - targetS, state.rate) : 1;
  const action: LatencyAction | null = rate === state.rate ? null : { do: 'rate', rate };
  return { state: { samples, targetS, rate, age }, action };
}

function rateFor(excessS: number, current: number): number {
  if (excessS < (current < 1 ? 0 : -beginBelowS)) return slowRate;
  if (excessS <= (current > 1 ? endAboveS : beginAboveS)) return 1;
  const rate = Math.min(maxRate, Math.max(minRate, 1 + excessS * ratePerSecond));
  // Quantized, to avoid setting the rate for every small change.
  return Math.floor(rate * 50 + 1e-9) / 50;
}
