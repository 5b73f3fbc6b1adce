import type { Ms } from '../../lib/kernel/units.ts';

/** Minimum interval between reports of small changes. Statistics come once per second. */
const everyMs: Ms = 3_000;
/** A change of this much, as on a slow connection, is reported at once. */
const largeMs: Ms = 500;
/** Smaller changes are noise. */
const changeMs: Ms = 20;
const changeShare = 0.2;

/** Selects which measured latencies are reported: the first, then significant changes. */
export class LatencyReporter {
  #reported: Ms | undefined;
  #reportedAt: Ms = 0;

  isWorthReporting(latencyMs: Ms | undefined, now: Ms): boolean {
    if (latencyMs === undefined) return false;
    if (this.#reported === undefined) return true;
    const movedMs = Math.abs(latencyMs - this.#reported);
    if (movedMs >= largeMs) return true;
    return (
      now - this.#reportedAt >= everyMs && (movedMs > changeMs || movedMs > this.#reported * changeShare)
    );
  }

  /** Records a value that was reported for another reason. */
  reported(latencyMs: Ms | undefined, now: Ms): void {
    this.#reported = latencyMs;
    this.#reportedAt = now;
  }
}
