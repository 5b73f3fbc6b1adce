/**
 * Failed tries by name, in the database: a restart forgets none, and several processes count together. A try is
 * counted before it is looked at and taken back when it was right, so that many at once get no further than one
 * after the other.
 */
import type { Transaction } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';

export interface TryLimit {
  /** Tries within `windowMs`; those after them wait for its end. */
  readonly most: number;
  readonly windowMs: Ms;
  /** After so many failures each next try waits, twice as long each time. Left out: none does. */
  readonly delaysFrom?: number;
}

type Reader = Db | Transaction<Database>;

const firstDelayMs: Ms = 1_000;

export type FailureCounts = ReturnType<typeof failureCounts>;

export function failureCounts(db: Db, clock: Clock) {
  const read = (name: string) =>
    db.selectFrom('failureCount').selectAll().where('name', '=', name).executeTakeFirst();

  /** How long a row still holds the next try back. */
  function waitOf(
    row: { failures: number; windowEndsAt: EpochMs; blockedUntil: EpochMs | null } | undefined,
    limit: TryLimit,
  ): Ms {
    const now = clock.now();
    if (!row || row.windowEndsAt <= now) return 0;
    if (row.failures >= limit.most) return row.windowEndsAt - now;
    return Math.max(0, (row.blockedUntil ?? 0) - now);
  }

  return {
    /** How long until the next try. 0: now. */
    async waitMs(name: string, limit: TryLimit): Promise<Ms> {
      return waitOf(await read(name), limit);
    },

    async failures(name: string): Promise<number> {
      const row = await read(name);
      return row && row.windowEndsAt > clock.now() ? row.failures : 0;
    },

    /** Counts a try as failed. 0: it may go on; otherwise how long it must wait, and it was not counted. */
    async begin(name: string, limit: TryLimit): Promise<Ms> {
      const now = clock.now();
      return transact(db, async (transaction) => {
        // Makes the row, and waits for whoever is at it.
        await transaction
          .insertInto('failureCount')
          .values({ name, failures: 0, windowEndsAt: now + limit.windowMs, blockedUntil: null })
          .onConflict((found) =>
            found.column('name').doUpdateSet((row) => ({ failures: row.ref('failureCount.failures') })),
          )
          .execute();
        const row = await transaction
          .selectFrom('failureCount')
          .selectAll()
          .where('name', '=', name)
          .executeTakeFirstOrThrow();
        const wait = waitOf(row, limit);
        if (wait > 0) return wait;
        const isNew = row.windowEndsAt <= now;
        const failures = isNew ? 1 : row.failures + 1;
        const behind = failures - (limit.delaysFrom ?? Number.POSITIVE_INFINITY);
        await transaction
          .updateTable('failureCount')
          .set({
            failures,
            windowEndsAt: isNew ? now + limit.windowMs : row.windowEndsAt,
            blockedUntil: behind >= 0 ? now + firstDelayMs * 2 ** Math.min(behind, 20) : null,
          })
          .where('name', '=', name)
          .execute();
        return 0;
      });
    },

    /** The try was none, or was right: it does not count. */
    async takeBack(name: string): Promise<void> {
      await db
        .updateTable('failureCount')
        .set((row) => ({ failures: row('failures', '-', 1), blockedUntil: null }))
        .where('name', '=', name)
        .where('failures', '>', 0)
        .execute();
    },

    async forget(name: string, within: Reader = db): Promise<void> {
      await within.deleteFrom('failureCount').where('name', '=', name).execute();
    },

    /** All names that start so. */
    async forgetFrom(prefix: string, within: Reader = db): Promise<void> {
      await within
        .deleteFrom('failureCount')
        .where((row) => row(row.fn('substr', ['name', row.val(1), row.val(prefix.length)]), '=', prefix))
        .execute();
    },

    async forgetEnded(): Promise<void> {
      await db.deleteFrom('failureCount').where('windowEndsAt', '<', clock.now()).execute();
    },
  };
}
