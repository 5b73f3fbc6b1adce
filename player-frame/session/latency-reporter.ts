import type { Ms } from '../../lib/kernel/units.ts';

/** Told at most this often. */
const everyMs: Ms = 3_000;
/** A change below both is noise. */
const changeMs: Ms = 20;
const changeShare = 0.2;

/** Which values of a latency that is measured all the time are worth an event: the first, then what moved. */
export class LatencyReporter {
  #reported: Ms | undefined;
  #reportedAt: Ms = 0;

  isWorthReporting(latencyMs: Ms | undefined, now: Ms): boolean {
    if (latencyMs === undefined) return false;
    if (this.#reported === undefined) return true;
    const movedMs = Math.abs(latencyMs - this.#reported);
    return (
      now - this.#reportedAt >= everyMs && (movedMs > changeMs || movedMs > this.#reported * changeShare)
    );
  }

  /** Whatever was the occasion. */
  reported(latencyMs: Ms | undefined, now: Ms): void {
    this.#reported = latencyMs;
    this.#reportedAt = now;
  }
}
