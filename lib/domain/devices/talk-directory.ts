import type { Db } from '../../db/client.ts';
import type { TalkSetting } from '../../db/talk-schema.ts';
import type { SourceSpec } from '../../media/ports.ts';
import type { BackChannelFormat } from '../../media/talk-ports.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { CameraService } from './camera.service.ts';

/** What is known of the loudspeaker of a channel, without asking the camera. */
export interface TalkState {
  readonly channelId: string;
  readonly name: string;
  readonly setting: TalkSetting;
  readonly kind: 'rtsp' | 'demo';
  /** Null: the camera has not answered since its source was set. */
  readonly hasBackChannel: boolean | null;
}

/** The loudspeakers of the channels. Demo cameras have one; others are asked, and their answer is remembered. */
export interface TalkDirectory {
  /** Null: there is no such enabled channel, or it has no source. */
  find(scope: TenantScope, serial: string, channelNo: number): Promise<TalkState | null>;
  /** Decrypted. Null: there is none, or it is disabled. */
  source(scope: TenantScope, serial: string, channelNo: number): Promise<SourceSpec | null>;
  /** What the camera answered; null: it has no back channel. */
  remember(
    scope: TenantScope,
    serial: string,
    channelNo: number,
    format: BackChannelFormat | null,
  ): Promise<void>;
}

export function talkDirectory(deps: {
  readonly db: Db;
  readonly cameras: Pick<CameraService, 'findSource'>;
}): TalkDirectory {
  const { db, cameras } = deps;

  const rows = ({ tenantId }: TenantScope, serial: string, channelNo: number) =>
    db
      .selectFrom('channel')
      .innerJoin('device', 'device.id', 'channel.deviceId')
      .innerJoin('streamSource', 'streamSource.channelId', 'channel.id')
      .select([
        'channel.id as channelId',
        'channel.name',
        'channel.talk as setting',
        'streamSource.id as sourceId',
        'streamSource.kind',
        'streamSource.backChannel',
      ])
      .where('channel.tenantId', '=', tenantId)
      .where('device.tenantId', '=', tenantId)
      .where('device.serial', '=', serial)
      .where('channel.number', '=', channelNo)
      .where('channel.enabled', '=', 1)
      .where('device.enabled', '=', 1)
      // The main stream is the one that is talked over; some cameras have only a sub stream.
      .orderBy('streamSource.profile')
      .limit(1)
      .executeTakeFirst();

  return {
    async find(scope, serial, channelNo) {
      const row = await rows(scope, serial, channelNo);
      if (!row) return null;
      const { channelId, name, setting, kind, backChannel } = row;
      const hasBackChannel = kind === 'demo' ? true : backChannel === null ? null : backChannel !== none;
      return { channelId, name, setting, kind, hasBackChannel };
    },

    async source(scope, serial, channelNo) {
      return (
        (await cameras.findSource(scope, serial, channelNo, 'main')) ??
        (await cameras.findSource(scope, serial, channelNo, 'sub'))
      );
    },

    async remember(scope, serial, channelNo, format) {
      const row = await rows(scope, serial, channelNo);
      const backChannel = format === null ? none : `${format.codec}/${format.rate}`;
      if (row?.kind !== 'rtsp' || row.backChannel === backChannel) return;
      await db
        .updateTable('streamSource')
        .set({ backChannel })
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', row.sourceId)
        .execute();
    },
  };
}

const none = 'none';
