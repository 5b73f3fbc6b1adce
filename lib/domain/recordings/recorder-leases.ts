/**
 * Which process records a channel and watches its alarms, where several share one database: a row per channel and store,
 * which its owner extends and another process takes over after it has expired.
 */
import type { Db } from '../../db/client.ts';
import { databaseNow, databaseTimeIn } from '../../db/database-time.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
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

const expiry = databaseTimeIn(leaseMs);
/** How long a list waits for the database when leases are no longer certain. */
const answerWithinMs: Ms = 1_000;

const maxRows = 500;

/** A process among those that share one database. */
export interface ProcessIdentity {
  readonly processId: string;
  /** A process that was killed and that this one replaces; null: none is known. */
  readonly killedProcessId: string | null;
}

/**
 * For PostgreSQL: the embedded database has one process. Several of these of one process share its rows, so that a camera
 * is connected to one process only; `release` of one releases them all. The leases of a killed process are taken over at
 * once, because waiting until they expire would be a gap in what is recorded.
 */
export function recorderLeases(
  db: Db,
  clock: Clock,
  { processId: owner, killedProcessId }: ProcessIdentity,
): RecorderLeases {
  const owners = killedProcessId === null ? [owner] : [owner, killedProcessId];
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
                row('recorderLease.owner', 'in', owners),
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

/**
 * What `list` resolves with; nothing from `beforeMs` before the leases expire, also if the database rejects statements or
 * does not respond. Otherwise rejects as `list` does.
 */
export async function whileHeld<T>(
  leases: Pick<RecorderLeases, 'heldUntil'>,
  clock: Clock,
  beforeMs: Ms,
  list: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const isLost = () => clock.monotonic() >= leases.heldUntil - beforeMs;
  let stopWatching: Cancel = () => {};
  const lost = new Promise<readonly T[]>((resolve) => {
    stopWatching = clock.every(answerWithinMs, () => {
      if (isLost()) resolve([]);
    });
  });
  try {
    return await Promise.race([list(), lost]);
  } catch (error) {
    if (!isLost()) throw error;
    return [];
  } finally {
    stopWatching();
  }
}

const nameOf = ({ channelId, store }: RecordingKey): string => `${channelId}/${store}`;
