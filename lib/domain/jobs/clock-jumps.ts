import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';

const dayMs: Ms = 24 * 60 * 60_000;
const settledAfterMs: Ms = 60 * 60_000;

/**
 * Whether the wall clock can be trusted for what is due. If it is set forward by more than a day, it has to stay so for an
 * hour: with a wrong clock, jobs that delete what has expired would delete what is still valid. `setForward` is called
 * with the days of each such jump.
 */
export function clockJumps(clock: Clock, setForward: (days: number) => void): () => boolean {
  let last: { readonly wall: EpochMs; readonly passed: Ms } | null = null;
  let settledAt: Ms = Number.NEGATIVE_INFINITY;
  return () => {
    const [wall, passed] = [clock.now(), clock.monotonic()];
    const ahead = last === null ? 0 : wall - last.wall - (passed - last.passed);
    last = { wall, passed };
    if (ahead > dayMs) {
      settledAt = passed + settledAfterMs;
      setForward(Math.round(ahead / dayMs));
    } else if (ahead < -dayMs) {
      settledAt = Number.NEGATIVE_INFINITY;
    }
    return passed >= settledAt;
  };
}
