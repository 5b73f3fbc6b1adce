/**
 * Pictures of alarms, stored in the database: one backup contains them, and all processes see them. Start reading at
 * `takeWith`.
 */
import type { OpenDatabase } from '../../db/client.ts';
import { transact } from '../../db/transact.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AlarmPicture, AlarmPictureTaker } from '../../media/ports.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { AlarmService, RaisedAlarm } from './alarm.service.ts';
import { watchedProfile } from './watched-profile.ts';

export interface StoredPicture {
  /** An MP4 file of one key frame, base64. */
  readonly content: string;
  readonly isEncrypted: boolean;
}

export interface AlarmPictures {
  /** Takes a picture of each alarm that begins from now on. Returns a function that ends this. */
  takeWith(take: AlarmPictureTaker): () => void;
  /** Null: the alarm has no picture, or one that is not kept any more. */
  read(scope: TenantScope, alarmId: string): Promise<StoredPicture | null>;
}

/** Of the pictures of one channel; older ones are removed. About 500 of a sub stream. */
export const maxChannelBytes = 16 * 1024 * 1024;

export function alarmPictures(deps: {
  readonly database: Pick<OpenDatabase, 'db'>;
  readonly alarms: Pick<AlarmService, 'onRaised'>;
  readonly log: Logger;
}): AlarmPictures {
  const { database, alarms, log } = deps;
  const { db } = database;

  async function picture(alarm: RaisedAlarm, take: AlarmPictureTaker): Promise<void> {
    const { id, channelId, camera, at } = alarm;
    const profile = await watchedProfile(db, channelId);
    if (!profile) return;
    const taken = await take({ id, channelId, camera: { ...camera, profile }, at });
    if (taken) await keep(alarm, taken);
  }

  async function keep(
    { id: alarmId, channelId, camera: { tenantId } }: RaisedAlarm,
    { bytes, isEncrypted }: AlarmPicture,
  ): Promise<void> {
    await transact(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('alarm')
        .set({ imageBytes: bytes.length })
        .where('tenantId', '=', tenantId)
        .where('id', '=', alarmId)
        .executeTakeFirst();
      // It was deleted meanwhile, with its channel.
      if (numUpdatedRows === 0n) return;
      await transaction
        .insertInto('alarmPicture')
        .values({
          ...{ alarmId, tenantId, isEncrypted: isEncrypted ? 1 : 0 },
          content: Buffer.from(bytes).toString('base64'),
        })
        .execute();
      const stored = await transaction
        .selectFrom('alarm')
        .select(['id', 'imageBytes'])
        .where('channelId', '=', channelId)
        .where('imageBytes', 'is not', null)
        .orderBy('startAt', 'desc')
        .execute();
      const removed = beyond(stored, maxChannelBytes);
      if (removed.length === 0) return;
      await transaction.deleteFrom('alarmPicture').where('alarmId', 'in', removed).execute();
      await transaction.updateTable('alarm').set({ imageBytes: null }).where('id', 'in', removed).execute();
    });
  }

  return {
    takeWith: (take) =>
      alarms.onRaised((alarm) => {
        if (!alarm.isNew) return;
        picture(alarm, take).catch((error: unknown) => {
          log.error({ err: error, alarm: alarm.id }, 'could not store the picture of an alarm');
        });
      }),

    async read({ tenantId }, alarmId) {
      const row = await db
        .selectFrom('alarmPicture')
        .select(['content', 'isEncrypted'])
        .where('tenantId', '=', tenantId)
        .where('alarmId', '=', alarmId)
        .executeTakeFirst();
      return row ? { content: row.content, isEncrypted: row.isEncrypted === 1 } : null;
    },
  };
}

/** Those behind the first `limit` bytes. */
function beyond(
  newestFirst: readonly { readonly id: string; readonly imageBytes: number | null }[],
  limit: number,
): string[] {
  let bytes = 0;
  return newestFirst.flatMap(({ id, imageBytes }) => {
    bytes += imageBytes ?? 0;
    return bytes > limit ? [id] : [];
  });
}
