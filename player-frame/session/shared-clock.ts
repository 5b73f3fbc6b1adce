import type { EpochMs, Ms } from '../../lib/kernel/units.ts';

/** A clock that several players follow. */
export interface SharedClock {
  /** Time of the cameras at the moment `since`. */
  readonly at: EpochMs;
  /** Epoch ms of `performance`, which page and frame share. */
  readonly since: EpochMs;
  readonly rate: number;
  readonly running: boolean;
}

export const clockTime = ({ at, since, rate, running }: SharedClock, now: EpochMs): EpochMs =>
  running ? at + (now - since) * rate : at;

/** Larger differences are corrected by a seek, smaller ones by the rate. */
export const seekAboveMs: Ms = 500;
const maxTrim = 0.05;
/** Smaller differences are not seen. */
const noiseMs: Ms = 10;
/** A difference is corrected within about this time. */
const correctionMs: Ms = 1_000;

/** Factor of the rate that corrects a difference; positive: the player is ahead of the clock. */
export function trimOf(aheadMs: Ms): number {
  if (Math.abs(aheadMs) < noiseMs) return 1;
  return 1 - Math.max(-maxTrim, Math.min(maxTrim, aheadMs / correctionMs));
}
