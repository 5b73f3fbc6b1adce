import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import { coversChannel } from '../access/camera-list.ts';
import { digest } from '../crypto/digest.ts';
import { lappError } from '../errors/lapp-errors.ts';
import { type TenantScope, tenantScope } from '../tenancy/tenant-scope.ts';

/** An outside system that may report alarms. */
export interface Reporter {
  readonly tokenId: string;
  readonly scope: TenantScope;
  covers(serial: string, channelNo: number): boolean;
}

/** Uses within this time are not written. */
const usedEveryMs: Ms = 60_000;

/** Tokens that permit nothing except reporting alarms. They do not expire, because devices cannot renew them. */
export interface AlarmTokens {
  /** Throws 10002. */
  authenticate(token: string): Promise<Reporter>;
}

export function alarmTokens({ db, clock }: { readonly db: Db; readonly clock: Clock }): AlarmTokens {
  return {
    async authenticate(token) {
      const row = await db
        .selectFrom('alarmToken')
        .innerJoin('tenant', 'tenant.id', 'alarmToken.tenantId')
        .select(['alarmToken.id', 'alarmToken.tenantId', 'alarmToken.cameras', 'alarmToken.lastUsedAt'])
        .where('tokenHash', '=', digest(token))
        .where('tenant.enabled', '=', 1)
        .executeTakeFirst();
      if (!row) throw lappError('10002');
      const now = clock.now();
      if (Math.abs(now - (row.lastUsedAt ?? 0)) >= usedEveryMs) {
        await db.updateTable('alarmToken').set({ lastUsedAt: now }).where('id', '=', row.id).execute();
      }
      const cameras = row.cameras === null ? null : (JSON.parse(row.cameras) as readonly string[]);
      return {
        tokenId: row.id,
        scope: tenantScope(row.tenantId),
        covers: (serial, channelNo) => coversChannel(cameras, serial, channelNo),
      };
    },
  };
}
