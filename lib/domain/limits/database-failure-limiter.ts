import type { Selectable, Transaction } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { FailureCountTable } from '../../db/console-schema.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { Clock } from '../../kernel/clock.ts';
import {
  type FailureLimit,
  type FailureLimiter,
  type LimitedName,
  waitOf,
  withFailure,
} from './failure-limiter.ts';

export interface DatabaseFailureLimiter extends FailureLimiter {
  /** With `transaction`, part of it. */
  forget(names: readonly LimitedName[], transaction?: Transaction<Database>): Promise<void>;
  /** Deletes rows whose window has ended. */
  forgetEnded(): Promise<void>;
}

export const failureRowName = ([{ kind }, name]: readonly [Pick<FailureLimit, 'kind'>, string]): string =>
  `${kind}/${name}`;

/** A restart keeps the counts, and several processes count together. */
export function databaseFailureLimiter(db: Db, clock: Clock): DatabaseFailureLimiter {
  function maxWait(names: readonly LimitedName[], rows: readonly Selectable<FailureCountTable>[]) {
    const byName = new Map(rows.map((row) => [row.name, row]));
    const now = clock.now();
    return Math.max(...names.map((each) => waitOf(byName.get(failureRowName(each)), each[0], now)));
  }

  /** Creates missing rows, and locks all of them until the transaction ends. */
  const lockRows = (transaction: Transaction<Database>, names: readonly LimitedName[]) =>
    transaction
      .insertInto('failureCount')
      .values(
        names.map((each) => ({
          name: failureRowName(each),
          failures: 0,
          windowEndsAt: clock.now() + each[0].windowMs,
          blockedUntil: null,
        })),
      )
      .onConflict((found) =>
        found.column('name').doUpdateSet((row) => ({ failures: row.ref('failureCount.failures') })),
      )
      .returningAll()
      .execute();

  return {
    async check(names) {
      const rows = await db
        .selectFrom('failureCount')
        .selectAll()
        .where('name', 'in', names.map(failureRowName))
        .execute();
      return maxWait(names, rows);
    },

    count: (names, failures = 1) =>
      transact(db, async (transaction) => {
        const rows = await lockRows(transaction, names);
        const wait = maxWait(names, rows);
        if (wait > 0 || failures === 0) return wait;
        for (const each of names) {
          const name = failureRowName(each);
          const row = rows.find((locked) => locked.name === name);
          await transaction
            .updateTable('failureCount')
            .set(withFailure(row, each[0], clock.now()))
            .where('name', '=', name)
            .execute();
        }
        return 0;
      }),

    async takeBack(names) {
      for (const each of names) {
        await db
          .updateTable('failureCount')
          .set((row) => ({ failures: row('failures', '-', 1), blockedUntil: null }))
          .where('name', '=', failureRowName(each))
          .where('failures', '>', 0)
          .execute();
      }
    },

    async forget(names, transaction) {
      await (transaction ?? db)
        .deleteFrom('failureCount')
        .where('name', 'in', names.map(failureRowName))
        .execute();
    },

    async forgetEnded() {
      await db.deleteFrom('failureCount').where('windowEndsAt', '<', clock.now()).execute();
    },
  };
}
