/**
 * Which process runs the jobs, where several share one database: a row that its owner extends, and that another process
 * takes over after it has expired.
 */
import type { Db } from '../../db/client.ts';
import { databaseNow, databaseTimeIn } from '../../db/database-time.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

export interface RunnerLease {
  /** Monotonic time until which this process may run jobs, unless it is extended. */
  readonly heldUntil: Ms;
  /** Takes or extends it. False: another process has it. Rejects if the database does not respond. */
  hold(): Promise<boolean>;
  /** Lets another process continue at once. */
  release(): Promise<void>;
}

/** A process that died is replaced after this time. */
const leaseMs: Ms = 10_000;
const name = 'runner';

/** The embedded database has one process. */
export const ownLease: RunnerLease = {
  heldUntil: Number.POSITIVE_INFINITY,
  hold: async () => true,
  release: async () => {},
};

const expiry = databaseTimeIn(leaseMs);

/** For PostgreSQL. The lease of a killed process that this one replaces is taken over at once. */
export function databaseLease(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly owner: string;
  readonly killedOwner: string | null;
}): RunnerLease {
  const { db, clock, owner, killedOwner } = deps;
  const owners = killedOwner === null ? [owner] : [owner, killedOwner];
  let heldUntil = Number.NEGATIVE_INFINITY;

  return {
    get heldUntil() {
      return heldUntil;
    },

    async hold() {
      // Before the statement: the lease must not seem longer here than in the database.
      const until = clock.monotonic() + leaseMs;
      const row = await db
        .insertInto('jobLease')
        .values({ name, owner, expiresAt: expiry })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ owner, expiresAt: expiry })
            .where((current) =>
              current.or([
                current('jobLease.owner', 'in', owners),
                current('jobLease.expiresAt', '<', databaseNow),
              ]),
            ),
        )
        .returning('owner')
        .executeTakeFirst();
      heldUntil = row ? until : Number.NEGATIVE_INFINITY;
      return clock.monotonic() < heldUntil;
    },

    async release() {
      heldUntil = Number.NEGATIVE_INFINITY;
      await db.deleteFrom('jobLease').where('owner', '=', owner).execute();
    },
  };
}
