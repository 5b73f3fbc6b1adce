import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import type { StreamStatus } from '../../media/ports.ts';

/** Written down this often at most: when a device was last online matters to the minute. */
const writeEveryMs: Ms = 60_000;

/** Keeps, in each device's row, when one of its streams was last alive. Stop it before the database closes. */
export function keepLastSeen(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly streams: () => readonly StreamStatus[];
  readonly log: Logger;
}): { write(): Promise<void>; stop(): void } {
  const { db, clock, streams, log } = deps;

  async function write(): Promise<void> {
    const byTenant = new Map<string, Set<string>>();
    for (const { key, state } of streams()) {
      if (state !== 'live') continue;
      const serials = byTenant.get(key.tenantId) ?? new Set();
      serials.add(key.deviceSerial);
      byTenant.set(key.tenantId, serials);
    }
    for (const [tenantId, serials] of byTenant) {
      const all = [...serials];
      for (let at = 0; at < all.length; at += 500) {
        await db
          .updateTable('device')
          .set({ lastOnlineAt: clock.now() })
          .where('tenantId', '=', tenantId)
          .where('serial', 'in', all.slice(at, at + 500))
          .execute();
      }
    }
  }

  const stop = clock.every(writeEveryMs, () => {
    write().catch((error: unknown) => log.error({ err: error }, 'could not write when devices were seen'));
  });
  return { write, stop };
}
