/** Pictures of alarms for the systems that receive the alarms by webhook. */
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import type { AlarmPictures } from './alarm-pictures.ts';
import type { PictureAddresses } from './picture-address.ts';

/** `denied`: not signed by us, expired, or its webhook is disabled or deleted. `none`: there is no picture (yet). */
export type PictureRefusal = 'denied' | 'none';

export interface SentPictures {
  /** An MP4 file of one key frame. Pictures of encrypted devices are not sent, because receivers have no key. */
  read(signature: string): Promise<Result<Uint8Array, PictureRefusal>>;
}

export function sentPictures(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly addresses: PictureAddresses;
  readonly pictures: Pick<AlarmPictures, 'read'>;
}): SentPictures {
  const { db, clock, addresses, pictures } = deps;

  const findWebhook = (tenantId: string, webhookId: string) =>
    db
      .selectFrom('webhook')
      .innerJoin('tenant', 'tenant.id', 'webhook.tenantId')
      .select('webhook.id')
      .where('webhook.tenantId', '=', tenantId)
      .where('webhook.id', '=', webhookId)
      .where('webhook.status', '=', '0')
      .where('tenant.enabled', '=', 1)
      .executeTakeFirst();

  /** Now, whatever it was when the address was issued and the picture was taken. */
  const isEncryptedDevice = async (tenantId: string, alarmId: string): Promise<boolean> => {
    const row = await db
      .selectFrom('alarm')
      .innerJoin('channel', 'channel.id', 'alarm.channelId')
      .innerJoin('device', 'device.id', 'channel.deviceId')
      .select('device.isEncrypt')
      .where('alarm.tenantId', '=', tenantId)
      .where('alarm.id', '=', alarmId)
      .executeTakeFirst();
    return row?.isEncrypt === 1;
  };

  return {
    async read(signature) {
      const verified = addresses.verify(signature, clock.now());
      if (!verified.ok) return err('denied');
      const { tenantId, webhookId, alarmId } = verified.value;
      if (!(await findWebhook(tenantId, webhookId))) return err('denied');
      const picture = await pictures.read(tenantScope(tenantId), alarmId);
      if (!picture || picture.isEncrypted || (await isEncryptedDevice(tenantId, alarmId))) return err('none');
      return ok(Buffer.from(picture.content, 'base64'));
    },
  };
}
