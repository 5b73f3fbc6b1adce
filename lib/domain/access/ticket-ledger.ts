import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import { hasPassed } from '../../kernel/deadline.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { oneTimeLifeMs } from './one-time-tickets.ts';

/** Records used tickets, so that each one starts a single stream. */
export interface TicketLedger {
  /** True for the first use of a ticket, false for every later one. Of concurrent callers, exactly one gets true. */
  claim(jti: string, issuedAt: EpochMs, expiresAt: EpochMs): Promise<boolean>;
}

/** Longer than a ticket is valid, in case the wall clock is set back meanwhile. */
const retentionMs: Ms = 10 * oneTimeLifeMs;

/**
 * For one process. The record is lost at a restart, so tickets issued before the process started are rejected; the
 * player then requests a new one by itself.
 */
export function memoryTicketLedger(clock: Clock): TicketLedger {
  let startedAt = clock.now();
  /** In insertion order, which is time order. An entry can be dropped when both times have passed. */
  const used = new Map<string, { readonly until: Ms; readonly expiresAt: EpochMs }>();
  const forget = () => {
    const now = clock.monotonic();
    for (const [jti, { until, expiresAt }] of used) {
      if (until > now || !hasPassed(expiresAt, clock.now(), oneTimeLifeMs)) break;
      used.delete(jti);
    }
  };
  return {
    async claim(jti, issuedAt, expiresAt) {
      forget();
      // The clock was set back: tickets issued before the process started are from the future, and thus rejected.
      if (clock.now() < startedAt) startedAt = clock.now() - oneTimeLifeMs;
      if (issuedAt < startedAt || used.has(jti)) return false;
      used.set(jti, { until: clock.monotonic() + retentionMs, expiresAt });
      return true;
    },
  };
}

/**
 * For several processes on one database: the primary key admits one of several concurrent uses. It commits a row per
 * started stream, so the embedded database uses the in-memory ledger.
 */
export function databaseTicketLedger(db: Db, clock: Clock): TicketLedger {
  let sweptAt: Ms = Number.NEGATIVE_INFINITY;
  return {
    async claim(jti, _issuedAt, expiresAt) {
      if (clock.monotonic() - sweptAt > retentionMs) {
        sweptAt = clock.monotonic();
        await db
          .deleteFrom('usedTicket')
          .where('expiresAt', '<', clock.now() - retentionMs)
          .execute();
      }
      const result = await db
        .insertInto('usedTicket')
        .values({ jti, expiresAt })
        .onConflict((conflict) => conflict.column('jti').doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
  };
}
