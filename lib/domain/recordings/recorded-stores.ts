/** Which stores of ours have something of a channel. */
import type { Db } from '../../db/client.ts';
import type { RecordStore } from '../../media/ports.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { parsePlan } from './record-schedule.ts';

/** The stores in which something is recorded, or will be by the plan of the channel. */
export type RecordedStores = (scope: TenantScope, channelId: string) => Promise<ReadonlySet<RecordStore>>;

export function recordedStores(db: Db): RecordedStores {
  return async ({ tenantId }, channelId) => {
    const [recordings, channel] = await Promise.all([
      db
        .selectFrom('recording')
        .select('store')
        .where('tenantId', '=', tenantId)
        .where('channelId', '=', channelId)
        .execute(),
      db
        .selectFrom('channel')
        .select('recordPlan')
        .where('tenantId', '=', tenantId)
        .where('id', '=', channelId)
        .executeTakeFirst(),
    ]);
    const plan = parsePlan(channel?.recordPlan ?? null);
    const stores = new Set(recordings.map(({ store }) => store));
    if (plan?.enabled) stores.add('cloud');
    if (plan?.enabled && plan.card) stores.add('device');
    return stores;
  };
}
