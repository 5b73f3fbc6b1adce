/** When channels went online and offline: the newest changes of each channel. */
import type { Db } from '../../db/client.ts';
import type { OnlineState } from '../../db/schema.ts';
import type { EpochMs } from '../../kernel/units.ts';

/** Changes of a channel that are kept. */
export const keptChanges = 200;

interface ChangedChannel {
  readonly id: string;
  readonly tenantId: string;
}

/** `code`: why it is offline, if that is known. */
export async function recordOnlineChanges(
  db: Db,
  channels: readonly ChangedChannel[],
  { state, code, at }: { readonly state: OnlineState; readonly code: string | null; readonly at: EpochMs },
): Promise<void> {
  for (const { id: channelId, tenantId } of channels) {
    await db.insertInto('onlineChange').values({ tenantId, channelId, state, code, at }).execute();
    const oldest = await db
      .selectFrom('onlineChange')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('channelId', '=', channelId)
      .orderBy('id', 'desc')
      .offset(keptChanges)
      .limit(1)
      .executeTakeFirst();
    if (!oldest) continue;
    await db
      .deleteFrom('onlineChange')
      .where('tenantId', '=', tenantId)
      .where('channelId', '=', channelId)
      .where('id', '<=', oldest.id)
      .execute();
  }
}

/** Newest first. */
export async function onlineChanges(db: Db, tenantId: string, channelId: string, limit: number) {
  return db
    .selectFrom('onlineChange')
    .select(['id', 'state', 'code', 'at'])
    .where('tenantId', '=', tenantId)
    .where('channelId', '=', channelId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
