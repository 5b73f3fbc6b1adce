/**
 * "Already exists" confirms a value. For identifiers (account names, serial numbers) that cannot be avoided, so a user
 * gets this answer only a few times for rows that they may not see.
 */
import { AdminError, tooManyTaken } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { FailureLimit } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import type { ResourceDeps } from './resource-deps.ts';

const limit: FailureLimit = { kind: 'unseen conflict', maxFailures: 10, windowMs: 600_000 };

export interface UnseenConflicts {
  /** Throws 429 before a value of this field is looked up. */
  check(call: CallContext, name: string): void;
  count(call: CallContext): void;
}

const known = new WeakMap<object, UnseenConflicts>();

/** A single instance for all resources of a database. Each process counts by itself. */
export function unseenConflicts({
  database,
  clock,
}: Pick<ResourceDeps, 'database' | 'clock'>): UnseenConflicts {
  const limiter = new MemoryFailureLimiter(clock);
  const nameOf = ({ actor }: CallContext) => [limit, `${actor.scope.tenantId}/${actor.userId}`] as const;
  const conflicts = known.get(database) ?? {
    check(call, name) {
      if (limiter.check([nameOf(call)]) > 0) throw tooManyTaken(name);
    },
    count(call) {
      limiter.count([nameOf(call)]);
    },
  };
  known.set(database, conflicts);
  return conflicts;
}

/** The field whose value is taken; null for every other error. */
export function takenField(error: unknown): string | null {
  return error instanceof AdminError && error.adminCode === 'U0210' ? (error.errors[0]?.path ?? null) : null;
}
