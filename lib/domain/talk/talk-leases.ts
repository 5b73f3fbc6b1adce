/**
 * One talker per channel. Where several processes share one database, a row per talk, which its process extends; another
 * one takes it over when it has expired.
 */
import type { Db } from '../../db/client.ts';
import { databaseNow, databaseTimeIn } from '../../db/database-time.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import type { TalkKey, TalkLease, TalkLeases } from '../../media/talk-ports.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import type { ProcessIdentity } from '../recordings/recorder-leases.ts';

/** A process that died is replaced after this time. */
const leaseMs: Ms = 10_000;
const extendEveryMs: Ms = 3_000;

export interface StoppableLeases extends TalkLeases {
  /** Somebody talks to this channel. It may be free when `take` is called, and the other way round. */
  isTaken(key: TalkKey): Promise<boolean>;
  /** Safe to call twice. */
  stop(): void;
}

/** For one process. */
export function memoryTalkLeases(): StoppableLeases {
  const taken = new Set<string>();
  return {
    async take({ key }) {
      const name = nameOf(key);
      if (taken.has(name)) return null;
      taken.add(name);
      let isHeld = true;
      return {
        onLost: () => () => {},
        async release() {
          if (isHeld) taken.delete(name);
          isHeld = false;
        },
      };
    },
    isTaken: async (key) => taken.has(nameOf(key)),
    stop() {},
  };
}

const expiry = databaseTimeIn(leaseMs);

interface Held {
  /** Monotonic time at which it expires here, unless it is extended. */
  until: Ms;
  readonly lost: Set<() => void>;
}

/** For several processes on one PostgreSQL. */
export function databaseTalkLeases(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
  readonly process: ProcessIdentity;
}): StoppableLeases {
  const { db, clock, entropy, log } = deps;
  const { processId, killedProcessId } = deps.process;
  /** By owner, which names process and talk. */
  const held = new Map<string, Held>();

  function lose(owner: string): void {
    const lease = held.get(owner);
    held.delete(owner);
    for (const listener of lease?.lost ?? []) listener();
  }

  async function extend(): Promise<void> {
    const owners = [...held.keys()];
    if (owners.length === 0) return;
    const until = clock.monotonic() + leaseMs;
    try {
      const rows = await db
        .updateTable('talkLease')
        .set({ expiresAt: expiry })
        .where('owner', 'in', owners)
        .returning('owner')
        .execute();
      const extended = new Set(rows.map(({ owner }) => owner));
      for (const owner of owners) {
        const lease = held.get(owner);
        if (lease && extended.has(owner)) lease.until = until;
        else if (lease) lose(owner);
      }
    } catch (error) {
      log.warn({ err: error }, 'talks not extended');
    }
    for (const [owner, lease] of [...held]) if (lease.until <= clock.monotonic()) lose(owner);
  }

  const cancel = clock.every(extendEveryMs, () => void extend());

  return {
    async take({ key }) {
      const name = nameOf(key);
      const owner = `${processId}/${newId(entropy, clock.now())}`;
      const until = clock.monotonic() + leaseMs;
      const row = await db
        .insertInto('talkLease')
        .values({ name, owner, expiresAt: expiry })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ owner, expiresAt: expiry })
            .where((current) =>
              current.or([
                current('talkLease.expiresAt', '<', databaseNow),
                ...(killedProcessId === null
                  ? []
                  : [current('talkLease.owner', 'like', `${killedProcessId}/%`)]),
              ]),
            ),
        )
        .returning('owner')
        .executeTakeFirst();
      if (!row) return null;
      const lease: Held = { until, lost: new Set() };
      held.set(owner, lease);
      return leaseOf(owner, lease);
    },

    async isTaken(key) {
      const row = await db
        .selectFrom('talkLease')
        .select('owner')
        .where('name', '=', nameOf(key))
        .where('expiresAt', '>=', databaseNow)
        .executeTakeFirst();
      return row !== undefined && !(killedProcessId && row.owner.startsWith(`${killedProcessId}/`));
    },

    stop: cancel,
  };

  function leaseOf(owner: string, lease: Held): TalkLease {
    return {
      onLost(listener) {
        lease.lost.add(listener);
        return () => lease.lost.delete(listener);
      },
      async release() {
        if (!held.delete(owner)) return;
        try {
          await db.deleteFrom('talkLease').where('owner', '=', owner).execute();
        } catch (error) {
          log.warn({ err: error }, 'talk not released; it expires by itself');
        }
      },
    };
  }
}

const nameOf = ({ tenantId, deviceSerial, channelNo }: TalkKey): string =>
  `${tenantId}/${deviceSerial}/${channelNo}`;
