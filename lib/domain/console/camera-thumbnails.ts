/** The last picture of each camera, for lists. */
import type { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import type { Db } from '../../db/client.ts';
import type { CameraPictureTaker } from '../../media/ports.ts';
import { watchedProfile } from '../alarms/watched-profile.ts';
import { deviceRepository } from '../devices/device.repository.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceService } from '../resource/resource-service.ts';

export interface ShownPicture {
  /** A JPEG, base64; null: the camera is encrypted. */
  readonly content: string | null;
}

const encrypted: ShownPicture = { content: null };

export function cameraThumbnails({
  database: { db },
  channels,
  takePicture,
}: {
  readonly database: { readonly db: Db };
  /** Of `iot.camera`: cameras outside the data scope are answered as missing. */
  readonly channels: Pick<ResourceService<typeof iotCamera>, 'get'>;
  readonly takePicture: CameraPictureTaker;
}) {
  /** Null: there is none, because the camera is disabled, was never reached, or has nothing recorded. */
  return async (call: CallContext, id: string): Promise<ShownPicture | null> => {
    const { scope } = call.actor;
    const { deviceSerial: serial, channelNo, status, onlineStatus } = await channels.get(call, id);
    const device = await deviceRepository(db).findDevice(scope, serial ?? '');
    if (!device?.isEnabled || status !== '0') return null;
    if (device.isEncrypted) return encrypted;
    const [profile, recorded] = await Promise.all([watchedProfile(db, id), recordedLast(db, id)]);
    if (!profile && !recorded) return null;
    const { tenantId } = scope;
    const picture = await takePicture({
      channelId: id,
      camera: { tenantId, deviceSerial: device.serial, channelNo, profile: profile ?? 'main' },
      isOnline: profile !== null && onlineStatus === '1',
      recorded,
    });
    if (picture === 'encrypted') return encrypted;
    return picture && { content: Buffer.from(picture).toString('base64') };
  };
}

async function recordedLast(db: Db, channelId: string) {
  const last = await db
    .selectFrom('recordedSegment')
    .innerJoin('recording', 'recording.id', 'recordedSegment.recordingId')
    .select(['recording.store', 'recordedSegment.endMs'])
    .where('recording.channelId', '=', channelId)
    .orderBy('recordedSegment.startMs', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}
