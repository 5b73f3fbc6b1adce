/**
 * Failed tries by name, in the database: a restart forgets none, and several processes count together. A try is
 * counted before it is looked at and taken back when it was right, so that many at once get no further than one
 * after the other.
 */
import type { Selectable, Transaction } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { FailureCountTable } from '../../db/console-schema.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

export interface AttemptLimit {
  /** Tries within `windowMs`; those after them wait for its end. */
  readonly max: number;
  readonly windowMs: Ms;
  /** After so many failures each next try waits, twice as long each time. Left out: none does. */
  readonly delaysFrom?: number;
}

type Row = Selectable<FailureCountTable>;
type Reader = Db | Transaction<Database>;

const byName = (rows: readonly Row[]) => new Map(rows.map((row) => [row.name, row]));

const firstDelayMs: Ms = 1_000;

export type FailureCounts = ReturnType<typeof failureCounts>;

export function failureCounts(db: Db, clock: Clock) {
  const read = (name: string) =>
    db.selectFrom('failureCount').selectAll().where('name', '=', name).executeTakeFirst();

  /** How long a row still holds the next try back. */
  function waitOf(row: Row | undefined, limit: AttemptLimit): Ms {
    const now = clock.now();
    if (!row || row.windowEndsAt <= now) return 0;
    if (row.failures >= limit.max) return row.windowEndsAt - now;
    return Math.max(0, (row.blockedUntil ?? 0) - now);
  }

  /**
   * The rows by their names, made if need be. Waits for whoever is at one; the next one waits until the transaction is
   * over. They are taken in the order given: who takes several in the same order never waits for one who waits.
   */
  async function take(
    transaction: Transaction<Database>,
    limits: readonly (readonly [name: string, limit: AttemptLimit])[],
  ): Promise<ReadonlyMap<string, Row>> {
    const now = clock.now();
    const rows = await transaction
      .insertInto('failureCount')
      .values(
        limits.map(([name, { windowMs }]) => ({
          name,
          failures: 0,
          windowEndsAt: now + windowMs,
          blockedUntil: null,
        })),
      )
      .onConflict((found) =>
        found.column('name').doUpdateSet((row) => ({ failures: row.ref('failureCount.failures') })),
      )
      .returningAll()
      .execute();
    return byName(rows);
  }

  /** Counts one more, of a row that was taken. */
  async function add(transaction: Transaction<Database>, row: Row, limit: AttemptLimit): Promise<void> {
    const now = clock.now();
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
      .where('name', '=', row.name)
      .execute();
  }

  return {
    /** How long until the next try. 0: now. */
    async waitMs(name: string, limit: AttemptLimit): Promise<Ms> {
      return waitOf(await read(name), limit);
    },

    /** Those of these names that are there. */
    async rows(names: readonly string[]): Promise<ReadonlyMap<string, Row>> {
      return byName(await db.selectFrom('failureCount').selectAll().where('name', 'in', names).execute());
    },

    async failures(name: string): Promise<number> {
      const row = await read(name);
      return row && row.windowEndsAt > clock.now() ? row.failures : 0;
    },

    /** Counts a try as failed. 0: it may go on; otherwise how long it must wait, and it was not counted. */
    begin: (name: string, limit: AttemptLimit): Promise<Ms> =>
      transact(db, async (transaction) => {
        const row = (await take(transaction, [[name, limit]])).get(name)!; // made if it was not there
        const wait = waitOf(row, limit);
        if (wait === 0) await add(transaction, row, limit);
        return wait;
      }),

    take,
    waitOf,
    add,

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
