/**
 * Prevents a change from being made twice. A repetition within a second, or while the first call runs, is rejected with
 * 601. With an `Idempotency-Key` it gets the response of the first call, for a day.
 */
import { createHmac } from 'node:crypto';
import { adminCodes } from '../../contracts/admin/envelope.ts';
import type { Db } from '../../db/client.ts';
import type { Engine } from '../../db/dialect.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { Sealer } from '../crypto/seal.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { AdminError, conflict, twice } from '../errors/admin-error.ts';

export const duplicateWithinMs: Ms = 1_000;
/** Upper limit of a call's duration: clients give up after this time. */
const maxCallMs: Ms = 100_000;
const storedResponseMs: Ms = 24 * 60 * 60_000;

export interface Submitted {
  /** 0: not signed in; `who` is then the address. */
  readonly userId: number;
  readonly who: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: Uint8Array;
}

export interface IdempotencyDeps {
  readonly db: Db;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly keys: readonly SecretKey[];
}

export interface IdempotencyStore {
  /** Throws 601. Call the returned function when the call has ended. */
  begin(submitted: Submitted): Promise<() => Promise<void>>;
  /**
   * Runs `run` once per key and returns its text for every repetition. Throws 601 while it runs, U0210 when its outcome
   * is unknown, 40000 when the key was used for another request.
   */
  once(submitted: Submitted, key: string, run: () => Promise<string>): Promise<string>;
  forgetEnded(): Promise<void>;
}

export function idempotencyStore({ db, engine, clock, sealer, keys }: IdempotencyDeps): IdempotencyStore {
  // Bodies contain passwords: a plain hash in the table could be guessed offline by anybody who can read the table.
  // Stored rows depend on the text `submission`, here and in `keyOf`: never change it.
  const secret = createHmac('sha256', keys[0]?.key ?? new Uint8Array())
    .update('oriel.submission')
    .digest();
  const mark = (parts: readonly unknown[], body?: Uint8Array) => {
    const hash = createHmac('sha256', secret).update(JSON.stringify(parts));
    return (body ? hash.update(body) : hash).digest('base64url');
  };
  const gate = engine === 'postgres' ? databaseGate(db, clock) : memoryGate(clock);
  const keyOf = (key: string) => ({ tenantId: '', deviceId: 'submission', field: key });

  async function answered(key: string, bodyMark: string): Promise<string> {
    const row = await db
      .selectFrom('idempotencyRecord')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirst();
    if (row?.response == null) {
      if (row && clock.now() - row.startedAt > maxCallMs) throw conflict(unknownOutcome);
      throw twice();
    }
    const [before, answer] = JSON.parse(sealer.open(keyOf(key), row.response)) as [string, string];
    if (before !== bodyMark) throw new AdminError(adminCodes.invalid, otherBody);
    return answer;
  }

  return {
    async begin({ userId, who, method, url, body }) {
      const key = mark(['twice', userId, who, method, url], body);
      if (!(await gate.enter(key, userId))) throw twice();
      return () => gate.leave(key);
    },

    async once({ userId, who, method, url, body }, given, run) {
      const key = mark(['once', userId, who, method, url.split('?')[0], given]);
      const bodyMark = mark([url], body);
      const now = clock.now();
      const claim = await db
        .insertInto('idempotencyRecord')
        .values({ key, userId, response: null, startedAt: now, expiresAt: now + storedResponseMs })
        .onConflict((found) => found.column('key').doNothing())
        .executeTakeFirst();
      if ((claim.numInsertedOrUpdatedRows ?? 0n) === 0n) return answered(key, bodyMark);
      let answer: string;
      try {
        answer = await run();
      } catch (error) {
        // The call changed nothing, so the same one may be retried.
        await db.deleteFrom('idempotencyRecord').where('key', '=', key).execute();
        throw error;
      }
      await db
        .updateTable('idempotencyRecord')
        .set({ response: sealer.seal(keyOf(key), JSON.stringify([bodyMark, answer])) })
        .where('key', '=', key)
        .execute();
      return answer;
    },

    async forgetEnded() {
      await db.deleteFrom('idempotencyRecord').where('expiresAt', '<', clock.now()).execute();
    },
  };
}

interface Gate {
  enter(key: string, userId: number): Promise<boolean>;
  leave(key: string): Promise<void>;
}

/** For one process: avoids a disk write for an entry that lives a second. */
function memoryGate(clock: Clock): Gate {
  /** Monotonic times until which the same call is rejected. Insertion order is roughly time order. */
  const until = new Map<string, { startedAt: Ms; endsAt: Ms }>();
  const forget = () => {
    const now = clock.monotonic();
    for (const [key, { endsAt }] of until) {
      if (endsAt > now && endsAt !== Number.POSITIVE_INFINITY) break;
      if (endsAt <= now) until.delete(key);
    }
  };
  return {
    async enter(key) {
      forget();
      const now = clock.monotonic();
      if ((until.get(key)?.endsAt ?? now) > now) return false;
      until.delete(key);
      until.set(key, { startedAt: now, endsAt: Number.POSITIVE_INFINITY });
      return true;
    },
    async leave(key) {
      const entry = until.get(key);
      if (entry) entry.endsAt = entry.startedAt + duplicateWithinMs;
    },
  };
}

/** For several processes on one database: the primary key admits one of several concurrent calls. */
function databaseGate(db: Db, clock: Clock): Gate {
  return {
    async enter(key, userId) {
      const now = clock.now();
      const expiresAt = now + maxCallMs;
      const result = await db
        .insertInto('idempotencyRecord')
        .values({ key, userId, response: null, startedAt: now, expiresAt })
        .onConflict((found) =>
          found
            .column('key')
            .doUpdateSet({ startedAt: now, expiresAt })
            .where((row) =>
              row.or([
                row('idempotencyRecord.expiresAt', '<=', now),
                // The clock has been set back since.
                row('idempotencyRecord.startedAt', '>', now + maxCallMs),
              ]),
            ),
        )
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async leave(key) {
      await db
        .updateTable('idempotencyRecord')
        .set((row) => ({ expiresAt: row('startedAt', '+', duplicateWithinMs) }))
        .where('key', '=', key)
        .execute();
    },
  };
}

const unknownOutcome = {
  'zh-CN': '上一次提交的结果未知，请刷新后核对',
  'en-US': 'The result of the previous submission is unknown. Refresh and check.',
} as const;
const otherBody = {
  'zh-CN': '同一个幂等键不能用于不同的内容',
  'en-US': 'This Idempotency-Key has already been used with different content',
} as const;
