import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

export interface NamedCamera {
  readonly deviceSerial: string;
  readonly channelNo: number;
}

/** The other cameras of broadcasts that have a ticket and have not begun. */
export interface Broadcasts {
  store(scope: TenantScope, jti: string, cameras: readonly NamedCamera[], expiresAt: EpochMs): Promise<void>;
  /** Removes them. Empty: they were taken already, or are not stored any more. */
  take(scope: TenantScope, jti: string): Promise<readonly NamedCamera[]>;
}

const stored = z.array(z.object({ deviceSerial: z.string(), channelNo: z.number() }));
/** In case the clock is set back meanwhile. */
const retentionMs: Ms = 10 * 60_000;

export function broadcasts({ db, clock }: { readonly db: Db; readonly clock: Clock }): Broadcasts {
  return {
    async store({ tenantId }, jti, cameras, expiresAt) {
      await db
        .deleteFrom('talkBroadcast')
        .where('expiresAt', '<', clock.now() - retentionMs)
        .execute();
      await db
        .insertInto('talkBroadcast')
        .values({ jti, tenantId, cameras: JSON.stringify(cameras), expiresAt })
        .execute();
    },

    async take({ tenantId }, jti) {
      const row = await db
        .deleteFrom('talkBroadcast')
        .where('tenantId', '=', tenantId)
        .where('jti', '=', jti)
        .returning('cameras')
        .executeTakeFirst();
      return row ? stored.parse(JSON.parse(row.cameras)) : [];
    },
  };
}
