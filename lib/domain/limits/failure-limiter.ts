/**
 * Slows down guessing: counts failures by name and makes a name with too many of them wait. There are two
 * implementations, for one process (`memory-failure-limiter.ts`) and for several on one database
 * (`database-failure-limiter.ts`). Each use states its limits as data.
 */
import { hasPassed } from '../../kernel/deadline.ts';
import type { Ms } from '../../kernel/units.ts';

export interface FailureLimit {
  /** Names of different kinds are counted apart. Part of the name of stored rows: never change it. */
  readonly kind: string;
  /** Failures within `windowMs`; the next attempt waits until the window ends. */
  readonly maxFailures: number;
  readonly windowMs: Ms;
  /** From this failure on, the next attempt waits: 1 s first, then twice as long each time. Left out: no back-off. */
  readonly backoffFrom?: number;
}

/** Pass several names in the same order everywhere: the database locks their rows in that order. */
export type LimitedName = readonly [limit: FailureLimit, name: string];

/** Several names are one step: an attempt waits for the one that waits longest. */
export interface FailureLimiter {
  /** How long the next attempt must wait. 0: not at all. Changes nothing. */
  check(names: readonly LimitedName[]): Ms | Promise<Ms>;
  /**
   * Counts failures of all these names, or of none if an attempt must wait; then returns how long. With 0 failures it
   * is a check that waits until concurrent counts of these names have finished.
   */
  count(names: readonly LimitedName[], failures?: 0 | 1): Ms | Promise<Ms>;
  /** The attempt was correct, or was not made: uncounts one failure of each. */
  takeBack(names: readonly LimitedName[]): void | Promise<void>;
  forget(names: readonly LimitedName[]): void | Promise<void>;
}

/** Instants are of the implementation's clock. */
export interface FailureCount {
  readonly failures: number;
  readonly windowEndsAt: Ms;
  readonly blockedUntil: Ms | null;
}

const firstBackoffMs: Ms = 1_000;
const maxDoublings = 20;

/** One more window of tolerance: limits of one kind may share a count, and several processes may count. */
const isOver = ({ windowEndsAt }: FailureCount, { windowMs }: FailureLimit, now: Ms): boolean =>
  hasPassed(windowEndsAt, now, windowMs, windowMs);

export function waitOf(count: FailureCount | undefined, limit: FailureLimit, now: Ms): Ms {
  if (!count || isOver(count, limit, now)) return 0;
  if (count.failures >= limit.maxFailures) return count.windowEndsAt - now;
  return Math.max(0, (count.blockedUntil ?? 0) - now);
}

export function withFailure(count: FailureCount | undefined, limit: FailureLimit, now: Ms): FailureCount {
  const running = count && !isOver(count, limit, now) ? count : null;
  const failures = (running?.failures ?? 0) + 1;
  const doublings = failures - (limit.backoffFrom ?? Number.POSITIVE_INFINITY);
  return {
    failures,
    windowEndsAt: running?.windowEndsAt ?? now + limit.windowMs,
    blockedUntil: doublings >= 0 ? now + firstBackoffMs * 2 ** Math.min(doublings, maxDoublings) : null,
  };
}
