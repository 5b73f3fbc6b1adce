/**
 * Deadlines by the wall clock, which an operator or a time server may set. A deadline that was computed by a clock that
 * was wrong must not last for years after the clock was corrected.
 */
import type { EpochMs, Ms } from './units.ts';

/** By which what was issued may outlast its life when the clock is set back: nobody is signed out by a small step. */
export const maxSetBackMs: Ms = 24 * 60 * 60_000;

/** `lifeMs`: of what ends at the deadline. One that is further ahead has been computed by a clock that was wrong. */
export function hasPassed(
  deadline: EpochMs,
  now: EpochMs,
  lifeMs: Ms,
  toleranceMs: Ms = maxSetBackMs,
): boolean {
  return now >= deadline || deadline - now > lifeMs + toleranceMs;
}
