/**
 * Which process records a channel, where several share one database: a row per channel and store, which its owner
 * extends and another process takes over after it has expired.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { RecordingKey } from '../../media/ports.ts';

/** A process that died is replaced after this time. */
export const leaseMs: Ms = 10_000;

export interface RecorderLeases {
  /** Monotonic time at which what this process holds expires, unless it is extended. In the past: it holds nothing. */
  readonly heldUntil: Ms;
  /**
   * Takes the free ones of these keys, extends the own ones, and returns those that this process may record. Without
   * the database it keeps what it has until that expires; rejects afterwards. None if the response came too late.
   */
  take(keys: readonly RecordingKey[]): Promise<readonly RecordingKey[]>;
  /** Lets another process continue at once. */
  release(): Promise<void>;
}

/** Times are those of the database, because the clocks of the processes may differ. */
const expiry = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint) + ${leaseMs}`;
const databaseNow = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

const maxRows = 500;

/** For PostgreSQL: the embedded database has one process. `owner` identifies this process. */
export function recorderLeases(db: Db, clock: Clock, owner: string): RecorderLeases {
  let held: { readonly names: ReadonlySet<string>; readonly until: Ms } = {
    names: new Set(),
    until: Number.NEGATIVE_INFINITY,
  };

  async function takeAll(names: readonly string[]): Promise<ReadonlySet<string>> {
    const taken = new Set<string>();
    for (let from = 0; from < names.length; from += maxRows) {
      const rows = await db
        .insertInto('recorderLease')
        .values(names.slice(from, from + maxRows).map((name) => ({ name, owner, expiresAt: expiry })))
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ owner, expiresAt: expiry })
            .where((row) =>
              row.or([
                row('recorderLease.owner', '=', owner),
                row('recorderLease.expiresAt', '<', databaseNow),
              ]),
            ),
        )
        .returning('name')
        .execute();
      for (const { name } of rows) taken.add(name);
    }
    return taken;
  }

  return {
    get heldUntil() {
      return held.until;
    },

    async take(keys) {
      // Before the statement: the lease must not seem longer here than in the database.
      const until = clock.monotonic() + leaseMs;
      try {
        // In one order, so that two processes do not wait for each other.
        const names = await takeAll([...new Set(keys.map(nameOf))].sort());
        // A response that was delayed is older than what is known.
        if (until >= held.until) held = { names, until };
      } catch (error) {
        if (clock.monotonic() >= held.until) throw error;
      }
      if (clock.monotonic() >= held.until) return [];
      return keys.filter((key) => held.names.has(nameOf(key)));
    },

    async release() {
      held = { names: new Set(), until: Number.NEGATIVE_INFINITY };
      await db.deleteFrom('recorderLease').where('owner', '=', owner).execute();
    },
  };
}

const nameOf = ({ channelId, store }: RecordingKey): string => `${channelId}/${store}`;
