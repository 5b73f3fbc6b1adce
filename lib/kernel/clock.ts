import type { EpochMs, Ms } from './units.ts';

/** Cancels the timer it was returned for. Safe to call twice. */
export type Cancel = () => void;

/** Time, passed in so that tests move it instead of waiting for it. */
export interface Clock {
  /** Wall time. It may jump when an operator sets the clock: never measure durations with it. */
  now(): EpochMs;
  /** Monotonic time; its zero has no meaning. */
  monotonic(): Ms;
  /** Calls `run` once after `delay`. The timer never keeps the process alive by itself. */
  after(delay: Ms, run: () => void): Cancel;
  /** Calls `run` every `period` until cancelled. The timer never keeps the process alive by itself. */
  every(period: Ms, run: () => void): Cancel;
}

/** Node returns an object that can be unreferenced, browsers return a number. */
function release(timer: unknown): void {
  (timer as { unref?: () => void }).unref?.();
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delay, run) {
    const timer = setTimeout(run, delay);
    release(timer);
    return () => clearTimeout(timer);
  },
  every(period, run) {
    const timer = setInterval(run, period);
    release(timer);
    return () => clearInterval(timer);
  },
};
