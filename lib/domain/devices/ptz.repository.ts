import type { Db } from '../../db/client.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** The axes on which a camera can move. */
export interface Axes {
  readonly pan: boolean;
  readonly tilt: boolean;
}

/** As stored; the endpoint is sealed with field `onvif/<channel>`. */
export interface StoredPtz {
  /** `http://host:port`, fit for lists. */
  readonly label: string;
  readonly endpointSealed: string;
  readonly hasPassword: boolean;
}

export interface ChannelPtz extends StoredPtz {
  readonly channelNo: number;
  /** Axes reported by the last successful query. Null: the camera has never answered. */
  readonly axes: Axes | null;
}

export function ptzRepository(db: Db) {
  return {
    async insert(
      scope: TenantScope,
      channelId: string,
      ptz: StoredPtz & { readonly id: string; readonly updatedAt: EpochMs },
    ): Promise<void> {
      await db
        .insertInto('ptz')
        .values({
          id: ptz.id,
          tenantId: scope.tenantId,
          channelId,
          label: ptz.label,
          endpointSealed: ptz.endpointSealed,
          hasPassword: ptz.hasPassword ? 1 : 0,
          canPan: null,
          canTilt: null,
          updatedAt: ptz.updatedAt,
        })
        .execute();
    },

    /** Does nothing if it does not exist. */
    async delete(scope: TenantScope, channelId: string): Promise<void> {
      await db
        .deleteFrom('ptz')
        .where('tenantId', '=', scope.tenantId)
        .where('channelId', '=', channelId)
        .execute();
    },

    async setAxes(scope: TenantScope, channelId: string, { pan, tilt }: Axes): Promise<void> {
      await db
        .updateTable('ptz')
        .set({ canPan: pan ? 1 : 0, canTilt: tilt ? 1 : 0 })
        .where('tenantId', '=', scope.tenantId)
        .where('channelId', '=', channelId)
        .execute();
    },

    /** The PTZ endpoints of one device, ordered by channel. */
    async list(scope: TenantScope, deviceId: string): Promise<readonly ChannelPtz[]> {
      const rows = await db
        .selectFrom('ptz')
        .innerJoin('channel', 'channel.id', 'ptz.channelId')
        .select([
          'channel.number as channelNo',
          'ptz.label',
          'ptz.endpointSealed',
          'ptz.hasPassword',
          'ptz.canPan',
          'ptz.canTilt',
        ])
        .where('ptz.tenantId', '=', scope.tenantId)
        .where('channel.tenantId', '=', scope.tenantId)
        .where('channel.deviceId', '=', deviceId)
        .orderBy('channel.number')
        .execute();
      return rows.map(({ canPan, canTilt, hasPassword, ...row }) => ({
        ...row,
        hasPassword: hasPassword === 1,
        axes: canPan === null || canTilt === null ? null : { pan: canPan === 1, tilt: canTilt === 1 },
      }));
    },
  };
}
export type PtzRepository = ReturnType<typeof ptzRepository>;
