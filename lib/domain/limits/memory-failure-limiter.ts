import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import {
  type FailureCount,
  type FailureLimit,
  type FailureLimiter,
  type LimitedName,
  waitOf,
  withFailure,
} from './failure-limiter.ts';

/** Names of one kind; the oldest is dropped first, so a flood of names cannot fill the memory. */
export const maxNames = 20_000;

/** For one process: nothing is written to disk, and a restart starts from zero. Uses the monotonic clock. */
export class MemoryFailureLimiter implements FailureLimiter {
  readonly #kinds = new Map<string, Map<string, FailureCount>>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  check(names: readonly LimitedName[]): Ms {
    const now = this.#clock.monotonic();
    return Math.max(...names.map(([limit, name]) => waitOf(this.#countsOf(limit).get(name), limit, now)));
  }

  count(names: readonly LimitedName[], failures: 0 | 1 = 1): Ms {
    const wait = this.check(names);
    if (wait === 0 && failures === 1) for (const [limit, name] of names) this.#add(limit, name);
    return wait;
  }

  takeBack(names: readonly LimitedName[]): void {
    for (const [limit, name] of names) {
      const counts = this.#countsOf(limit);
      const count = counts.get(name);
      if (!count || count.failures === 0) continue;
      counts.set(name, { ...count, failures: count.failures - 1, blockedUntil: null });
    }
  }

  forget(names: readonly LimitedName[]): void {
    for (const [limit, name] of names) this.#countsOf(limit).delete(name);
  }

  #countsOf({ kind }: FailureLimit): Map<string, FailureCount> {
    const counts = this.#kinds.get(kind) ?? new Map<string, FailureCount>();
    this.#kinds.set(kind, counts);
    return counts;
  }

  #add(limit: FailureLimit, name: string): void {
    const now = this.#clock.monotonic();
    const counts = this.#countsOf(limit);
    const before = counts.get(name);
    // A new window moves the name to the end of the insertion order, which is the order of dropping.
    if (before && before.windowEndsAt <= now) counts.delete(name);
    counts.set(name, withFailure(before, limit, now));
    const [oldest] = counts.keys();
    if (counts.size > maxNames && oldest !== undefined) counts.delete(oldest);
  }
}
