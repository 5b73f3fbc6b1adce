import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { ticketLifeMs } from './media-ticket.ts';

/** Remembers used tickets, so that each starts one stream. */
export interface TicketLedger {
  /** True the first time a ticket is shown; false ever after. Settles races: one of many callers wins. */
  claim(jti: string, issuedAt: EpochMs, expiresAt: EpochMs): Promise<boolean>;
}

/** Longer than a ticket lives, for the case that somebody sets the wall clock back meanwhile. */
const keepMs: Ms = 10 * ticketLifeMs;

/**
 * For one process. What was used before a restart is forgotten with it, so tickets made before this
 * process started are refused: the player asks for a new one by itself.
 */
export function memoryTicketLedger(clock: Clock): TicketLedger {
  const startedAt = clock.now();
  /** Insertion order is time order: the monotonic time at which a ticket may be forgotten. */
  const used = new Map<string, Ms>();
  const forget = () => {
    const now = clock.monotonic();
    for (const [jti, until] of used) {
      if (until > now) break;
      used.delete(jti);
    }
  };
  return {
    async claim(jti, issuedAt) {
      forget();
      if (issuedAt < startedAt || used.has(jti)) return false;
      used.set(jti, clock.monotonic() + keepMs);
      return true;
    },
  };
}

/**
 * For several processes on one database: the primary key decides who was first. One committed row per
 * started stream, which is why the embedded database uses the other one.
 */
export function databaseTicketLedger(db: Db, clock: Clock): TicketLedger {
  let sweptAt: Ms = Number.NEGATIVE_INFINITY;
  return {
    async claim(jti, _issuedAt, expiresAt) {
      if (clock.monotonic() - sweptAt > keepMs) {
        sweptAt = clock.monotonic();
        await db
          .deleteFrom('usedTicket')
          .where('expiresAt', '<', clock.now() - keepMs)
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
