/**
 * Which process records a channel, where several share one database: a row per channel and store that its owner
 * extends, and that another process takes over after it has expired. Start reading at `RecorderLeases`.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { RecordingKey } from '../../media/ports.ts';

/** A process that died is replaced after this time. */
export const leaseMs: Ms = 10_000;
/** How often its owner extends it. */
export const extendEveryMs: Ms = 3_000;

type LeasedKey = Pick<RecordingKey, 'channelId' | 'store'>;

export interface RecorderLeases {
  /** Those of the keys that this process may record now. Takes free ones. Rejects if the database cannot be reached. */
  take(keys: readonly LeasedKey[]): Promise<ReadonlySet<string>>;
  /** Releases all, so that another process continues at once. */
  release(): Promise<void>;
}

export const leaseName = ({ channelId, store }: LeasedKey): string => `${channelId}/${store}`;

/** For the embedded database, which has one process. */
export const unsharedLeases: RecorderLeases = {
  take: async (keys) => new Set(keys.map(leaseName)),
  release: async () => {},
};

/** Times are those of the database, so the clocks of the processes need not agree. */
const databaseNow = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** Both statements of a call lock rows in the order of the key, so that two processes cannot block each other. */
const maxRows = 500;

export function postgresLeases(db: Db, owner: string): RecorderLeases {
  return {
    async take(keys) {
      const held = new Set<string>();
      const sorted = [...keys].sort((one, other) => (leaseName(one) < leaseName(other) ? -1 : 1));
      for (let from = 0; from < sorted.length; from += maxRows) {
        const rows = await db
          .insertInto('recorderLease')
          .values(
            sorted.slice(from, from + maxRows).map(({ channelId, store }) => ({
              channelId,
              store,
              owner,
              expiresAt: sql<number>`${databaseNow} + ${leaseMs}`,
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['channelId', 'store'])
              .doUpdateSet({ owner, expiresAt: sql<number>`${databaseNow} + ${leaseMs}` })
              .where((row) =>
                row.or([row('recorderLease.owner', '=', owner), row('recorderLease.expiresAt', '<', databaseNow)]),
              ),
          )
          .returning(['channelId', 'store'])
          .execute();
        for (const row of rows) held.add(leaseName(row));
      }
      return held;
    },

    async release() {
      await db.deleteFrom('recorderLease').where('owner', '=', owner).execute();
    },
  };
}

/**
 * What this process held at the last call of `take`, until the leases expire: without the database a recorder stops
 * before another process starts.
 */
export class HeldLeases {
  readonly #leases: RecorderLeases;
  readonly #clock: Clock;
  #held: ReadonlySet<string> = new Set();
  #until: Ms = Number.NEGATIVE_INFINITY;

  constructor(leases: RecorderLeases, clock: Clock) {
    this.#leases = leases;
    this.#clock = clock;
  }

  /** True when the held keys changed. */
  async extend(keys: readonly LeasedKey[]): Promise<boolean> {
    const before = this.#current();
    const askedAt = this.#clock.monotonic();
    try {
      this.#held = await this.#leases.take(keys);
      this.#until = askedAt + leaseMs;
    } catch {
      // The leases still run; `#current` is empty when they have expired.
    }
    const after = this.#current();
    return after.size !== before.size || [...after].some((name) => !before.has(name));
  }

  has(key: LeasedKey): boolean {
    return this.#current().has(leaseName(key));
  }

  async release(): Promise<void> {
    this.#held = new Set();
    await this.#leases.release();
  }

  #current(): ReadonlySet<string> {
    return this.#clock.monotonic() < this.#until ? this.#held : new Set();
  }
}
