import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { Ms } from '../../lib/kernel/units.ts';

/** Runs the first call at once. Of the calls within the interval after a run, the last is run when it has passed. */
export interface Throttle<Argument> {
  call(argument: Argument): void;
  /** Drops the waiting call. */
  cancel(): void;
}

export function createThrottle<Argument>(
  clock: Clock,
  intervalMs: () => Ms,
  run: (argument: Argument) => void,
): Throttle<Argument> {
  let ranAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: Cancel | null = null;
  let waiting: Argument;

  function runNow(argument: Argument): void {
    ranAt = clock.monotonic();
    run(argument);
  }

  return {
    call(argument) {
      waiting = argument;
      if (cancelTimer) return;
      const leftMs = ranAt + intervalMs() - clock.monotonic();
      if (leftMs <= 0) {
        runNow(argument);
        return;
      }
      cancelTimer = clock.after(leftMs, () => {
        cancelTimer = null;
        runNow(waiting);
      });
    },
    cancel() {
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
