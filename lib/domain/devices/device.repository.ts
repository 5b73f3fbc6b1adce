import { type SqlBool, sql } from 'kysely';
import type { RecordPlan } from '../../contracts/admin/record-plan.ts';
import type { Db } from '../../db/client.ts';
import type { TalkSetting } from '../../db/talk-schema.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { StreamProfile, TransportChoice } from '../../media/ports.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

export interface Device {
  readonly id: string;
  readonly serial: string;
  readonly name: string;
  readonly companyId: string | null;
  /** Sealed with field `validCode`. Null: the device has no verification code. */
  readonly validCodeSealed: string | null;
  /** Viewers must supply the verification code. */
  readonly isEncrypted: boolean;
  readonly isEnabled: boolean;
  readonly createdAt: EpochMs;
}

/** Columns that only the console uses. */
export interface DeviceOwner {
  readonly deptId: number | null;
  /** Account name. */
  readonly createdBy: string;
}

export interface Channel {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly isEnabled: boolean;
}

/** A source as stored; the endpoint is sealed with field `source/<channel>/<profile>`. */
export interface StoredSource {
  readonly profile: StreamProfile;
  readonly kind: 'rtsp' | 'demo';
  readonly label: string;
  readonly scene: string | null;
  readonly endpointSealed: string | null;
  readonly hasPassword: boolean;
  readonly transport: TransportChoice;
}

export interface ChannelSource extends StoredSource {
  readonly channelNo: number;
  readonly updatedAt: EpochMs;
}

/** Serial numbers are printed in capitals, and typed in any case. */
export const isSerial = (serial: string) => sql<SqlBool>`upper(serial) = ${serial.toUpperCase()}`;

export function deviceRepository(db: Db) {
  async function findDevice(scope: TenantScope, serial: string): Promise<Device | null> {
    const inTenant = db.selectFrom('device').selectAll().where('tenantId', '=', scope.tenantId);
    // As stored first: devices added when case still counted may differ in case only.
    const row =
      (await inTenant.where('serial', '=', serial).executeTakeFirst()) ??
      (await inTenant.where(isSerial(serial)).orderBy('serial').executeTakeFirst());
    return row ? toDevice(row) : null;
  }

  return {
    findDevice,

    /** False when any tenant already has the serial number, in any case. */
    async insertDevice(
      scope: TenantScope,
      device: Device,
      owner: DeviceOwner = { deptId: null, createdBy: '' },
    ): Promise<boolean> {
      const taken = await db
        .selectFrom('device')
        .select('id')
        .where(isSerial(device.serial))
        .executeTakeFirst();
      if (taken) return false;
      const result = await db
        .insertInto('device')
        .values({
          id: device.id,
          tenantId: scope.tenantId,
          companyId: device.companyId,
          serial: device.serial,
          name: device.name,
          validCodeSealed: device.validCodeSealed,
          isEncrypt: device.isEncrypted ? 1 : 0,
          enabled: device.isEnabled ? 1 : 0,
          createdAt: device.createdAt,
          ...owner,
          updatedBy: owner.createdBy,
          updatedAt: device.createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Ordered by serial number. */
    async listDevices(scope: TenantScope): Promise<readonly Device[]> {
      const rows = await db
        .selectFrom('device')
        .selectAll()
        .where('tenantId', '=', scope.tenantId)
        .orderBy('serial')
        .execute();
      return rows.map(toDevice);
    },

    /** Deletes its channels and sources too. False when the tenant has no such device. */
    async deleteDevice(scope: TenantScope, serial: string): Promise<boolean> {
      const device = await findDevice(scope, serial);
      if (!device) return false;
      const result = await db
        .deleteFrom('device')
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', device.id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    /** False when the tenant has no such device. */
    async setDeviceEnabled(scope: TenantScope, serial: string, isEnabled: boolean): Promise<boolean> {
      const device = await findDevice(scope, serial);
      if (!device) return false;
      const result = await db
        .updateTable('device')
        // Not changed by a console user.
        .set((row) => ({ enabled: isEnabled ? 1 : 0, version: row('version', '+', 1), updatedBy: '' }))
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', device.id)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Writes the changeable columns of a device except `isEnabled`. */
    async updateDevice(scope: TenantScope, device: Device): Promise<void> {
      await db
        .updateTable('device')
        .set((row) => ({
          name: device.name,
          validCodeSealed: device.validCodeSealed,
          isEncrypt: device.isEncrypted ? 1 : 0,
          version: row('version', '+', 1),
          updatedBy: '',
        }))
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', device.id)
        .execute();
    },

    async setCode(scope: TenantScope, deviceId: string, validCodeSealed: string): Promise<void> {
      await db
        .updateTable('device')
        .set({ validCodeSealed })
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', deviceId)
        .execute();
    },

    /** Values that are absent stay. */
    async updateChannel(
      scope: TenantScope,
      channelId: string,
      change: { readonly name?: string | undefined; readonly talk?: TalkSetting | undefined },
    ): Promise<void> {
      await db
        .updateTable('channel')
        .set((row) => ({ ...change, version: row('version', '+', 1), updatedBy: '' }))
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', channelId)
        .execute();
    },

    /**
     * Takes department and serial number from its device. False when the device already has a channel with this number.
     */
    async insertChannel(
      scope: TenantScope,
      deviceId: string,
      channel: Channel & {
        readonly createdAt?: EpochMs;
        readonly createdBy?: string;
        /** Default: a fixed camera. */
        readonly ptzType?: string;
        readonly recordPlan?: RecordPlan;
        /** Default: `auto`. */
        readonly talk?: TalkSetting | undefined;
      },
    ): Promise<boolean> {
      const { createdAt, createdBy = '', ptzType, recordPlan, talk } = channel;
      const device = await db
        .selectFrom('device')
        .select(['deptId', 'serial', 'createdAt'])
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', deviceId)
        .executeTakeFirst();
      const madeAt = createdAt ?? device?.createdAt ?? 0;
      const result = await db
        .insertInto('channel')
        .values({
          id: channel.id,
          tenantId: scope.tenantId,
          deviceId,
          // Not a device of the tenant: the insert below fails because of its foreign key.
          deptId: device?.deptId ?? null,
          deviceSerial: device?.serial ?? '',
          number: channel.number,
          name: channel.name,
          enabled: channel.isEnabled ? 1 : 0,
          ...(ptzType === undefined ? {} : { ptzType }),
          ...(talk === undefined ? {} : { talk }),
          ...(recordPlan === undefined ? {} : { recordPlan: JSON.stringify(recordPlan) }),
          createdAt: madeAt,
          createdBy,
          updatedBy: createdBy,
          updatedAt: madeAt,
        })
        .onConflict((conflict) => conflict.columns(['deviceId', 'number']).doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Ordered by number. */
    async listChannels(
      scope: TenantScope,
      deviceId: string,
    ): Promise<readonly (Channel & { readonly talk: TalkSetting })[]> {
      const rows = await db
        .selectFrom('channel')
        .selectAll()
        .where('tenantId', '=', scope.tenantId)
        .where('deviceId', '=', deviceId)
        .orderBy('number')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        number: row.number,
        name: row.name,
        isEnabled: row.enabled === 1,
        talk: row.talk,
      }));
    },

    async insertSource(
      scope: TenantScope,
      channelId: string,
      source: StoredSource & { readonly id: string; readonly updatedAt: EpochMs },
    ): Promise<void> {
      await db
        .insertInto('streamSource')
        .values({
          id: source.id,
          tenantId: scope.tenantId,
          channelId,
          profile: source.profile,
          kind: source.kind,
          label: source.label,
          scene: source.scene,
          endpointSealed: source.endpointSealed,
          hasPassword: source.hasPassword ? 1 : 0,
          transport: source.transport,
          updatedAt: source.updatedAt,
        })
        .execute();
    },

    /** Does nothing if it does not exist. */
    async deleteSource(scope: TenantScope, channelId: string, profile: StreamProfile): Promise<void> {
      await db
        .deleteFrom('streamSource')
        .where('tenantId', '=', scope.tenantId)
        .where('channelId', '=', channelId)
        .where('profile', '=', profile)
        .execute();
    },

    /** The sources of one device, ordered by channel, `main` first. */
    async listSources(scope: TenantScope, deviceId: string): Promise<readonly ChannelSource[]> {
      const rows = await db
        .selectFrom('streamSource')
        .innerJoin('channel', 'channel.id', 'streamSource.channelId')
        .select([
          'channel.number as channelNo',
          'streamSource.profile',
          'streamSource.kind',
          'streamSource.label',
          'streamSource.scene',
          'streamSource.endpointSealed',
          'streamSource.hasPassword',
          'streamSource.transport',
          'streamSource.updatedAt',
        ])
        .where('streamSource.tenantId', '=', scope.tenantId)
        .where('channel.tenantId', '=', scope.tenantId)
        .where('channel.deviceId', '=', deviceId)
        .orderBy('channel.number')
        .orderBy('streamSource.profile')
        .execute();
      return rows.map((row) => ({ ...row, hasPassword: row.hasPassword === 1 }));
    },

    /** The enabled serials of this list, with the ids of their enabled channels by number. */
    async enabledChannels(
      scope: TenantScope,
      serials: readonly string[],
    ): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
      const found = new Map<string, Map<number, string>>();
      for (let from = 0; from < serials.length; from += maxSerialsPerQuery) {
        const rows = await db
          .selectFrom('device')
          .innerJoin('channel', 'channel.deviceId', 'device.id')
          .select(['device.serial', 'channel.number', 'channel.id'])
          .where('device.tenantId', '=', scope.tenantId)
          .where('channel.tenantId', '=', scope.tenantId)
          .where('device.enabled', '=', 1)
          .where('channel.enabled', '=', 1)
          .where('device.serial', 'in', serials.slice(from, from + maxSerialsPerQuery))
          .execute();
        for (const { serial, number, id } of rows) {
          const channels = found.get(serial) ?? new Map();
          channels.set(number, id);
          found.set(serial, channels);
        }
      }
      return found;
    },
  };
}
export type DeviceRepository = ReturnType<typeof deviceRepository>;

const maxSerialsPerQuery = 500;

function toDevice(row: {
  id: string;
  serial: string;
  name: string;
  companyId: string | null;
  validCodeSealed: string | null;
  isEncrypt: 0 | 1;
  enabled: 0 | 1;
  createdAt: EpochMs;
}): Device {
  return {
    id: row.id,
    serial: row.serial,
    name: row.name,
    companyId: row.companyId,
    validCodeSealed: row.validCodeSealed,
    isEncrypted: row.isEncrypt === 1,
    isEnabled: row.enabled === 1,
    createdAt: row.createdAt,
  };
}
