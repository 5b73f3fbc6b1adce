import { sql } from 'kysely';
import { iotDevice } from '../../../contracts/admin/resources/iot-device.resource.ts';
import type { MadeOf, RowOf, WrittenOf } from '../../../contracts/admin/row-types.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { StreamStatus } from '../../../media/ports.ts';
import { type Entropy, newId } from '../../crypto/entropy.ts';
import { conflict, invalid } from '../../errors/admin-error.ts';
import type { CallContext } from '../../identity/actor.ts';
import { changeDept, covers, settleDept } from '../../resource/dept-scope.ts';
import { enabledColumn } from '../../resource/enabled-column.ts';
import type { ResourceDeps } from '../../resource/resource-deps.ts';
import { type Change, once, type ServerResource } from '../../resource/server-resource.ts';
import { shippedCameras } from '../../seed/shipped.ts';
import type { CameraService } from '../camera.service.ts';
import type { CameraChange } from '../camera-change.ts';
import { onlineCode, presenceByDevice } from '../presence.ts';
import { requireCompany, takePlace } from './company-place.ts';

type Device = RowOf<typeof iotDevice>;

const needsCode = {
  'zh-CN': '加密设备必须设置验证码',
  'en-US': 'An encrypted camera requires a verification code',
} as const;
/** Serial numbers are unique in the whole system, because camera addresses name no organisation. */
const ownedByTenant = { 'zh-CN': '设备已被自己添加', 'en-US': 'You have already added this device' } as const;
/** For a device outside the caller's data scope: does not reveal its owner. */
const taken = { 'zh-CN': '序列号已被使用', 'en-US': 'This serial number is already in use' } as const;
const ownedByOthers = {
  'zh-CN': '设备已被别人添加',
  'en-US': 'This device has been added by another organization',
} as const;

interface DeviceDeps extends ResourceDeps {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly cameras: CameraService;
  readonly streams: () => readonly StreamStatus[];
}

export function deviceBinding(deps: DeviceDeps): ServerResource<typeof iotDevice> {
  const { database, clock, entropy, cameras, streams } = deps;
  return {
    definition: iotDevice,
    table: 'device',
    dataScope: { dept: 'deptId', owner: null },
    shipped: { name: shippedCameras },
    // A concurrent insert does not reveal the owner either.
    taken: { serial: taken },
    columns: {
      status: enabledColumn,
      validCode: null,
      hasValidCode: { column: 'validCodeSealed', read: (sealed) => sealed !== null, write: () => null },
      channelCount: null,
      onlineStatus: 'onlineState',
      stateTime: 'stateCheckedAt',
      lastOnlineTime: 'lastOnlineAt',
    },
    newId: () => newId(entropy, clock.now()),
    // Defaults that are set at once: the definition has a default, the body no value.
    madeWith: () => ({ isEncrypt: 0, enabled: 1 }),
    before: {
      async several({ transaction, known }, fresh) {
        const serials = fresh.map(({ serial }) => serial);
        if (serials.length === 0) return;
        const found = await holdersOf(transaction, serials);
        for (const serial of serials)
          known?.set(
            `serial ${serial}`,
            Promise.resolve(found.filter((device) => isSameSerial(device.serial, serial))),
          );
      },
      async create(change, values): Promise<MadeOf<typeof iotDevice>> {
        await rejectDuplicateSerial(change, values.serial);
        if (values.isEncrypt === true && !codeOf(values)) {
          throw invalid([{ path: 'validCode', message: needsCode }]);
        }
        const { actor } = change.call;
        const { companyId } = values;
        const company =
          typeof companyId === 'string'
            ? await once(change, `company ${companyId}`, () =>
                requireCompany(change.transaction, actor, companyId),
              )
            : null;
        const usual = company?.deptId ?? actor.deptId;
        return { ...values, deptId: await settleDept(change, values.deptId, usual) };
      },
      async update(change, row, values) {
        const hasCode = row.hasValidCode === true || codeOf(values) !== null;
        if ((values.isEncrypt ?? row.isEncrypt) === true && !hasCode) {
          throw invalid([{ path: 'validCode', message: needsCode }]);
        }
        await changeDept(change, values);
        return values;
      },
      async remove({ call, transaction }, rows) {
        await cameras.notify(transaction, await channelsOf(transaction, call, idsOf(rows)));
      },
    },
    after: {
      async create(change, id, values) {
        const code = codeOf(values);
        if (code !== null) await sealCode(change, id, code);
        await placeIn(change, values.companyId);
      },
      async update(change, id, values, row) {
        const { call, transaction } = change;
        const code = codeOf(values);
        if (code !== null) await sealCode(change, id, code);
        if (values.companyId !== row.companyId) await placeIn(change, values.companyId);
        if (values.deptId !== undefined && values.deptId !== row.deptId) {
          await transaction
            .updateTable('channel')
            .set({ deptId: values.deptId })
            .where('tenantId', '=', call.actor.scope.tenantId)
            .where('deviceId', '=', id)
            .execute();
        }
        const isStatusChanged = values.status !== undefined && values.status !== row.status;
        const isEncryptChanged = values.isEncrypt !== undefined && values.isEncrypt !== row.isEncrypt;
        if (isStatusChanged || isEncryptChanged || code !== null) {
          await cameras.notify(transaction, await channelsOf(transaction, call, [id]));
        }
      },
    },
    decorate: (call, rows) => decorate(call, rows),
  };

  async function sealCode({ call, transaction }: Change, id: string, code: string): Promise<void> {
    await cameras.sealCode(transaction, call.actor.scope, id, code);
  }

  async function decorate({ actor }: CallContext, rows: readonly Device[]): Promise<readonly Device[]> {
    if (rows.length === 0) return rows;
    const { tenantId } = actor.scope;
    const found = await database.db
      .selectFrom('device')
      .leftJoin('channel', 'channel.deviceId', 'device.id')
      .select((build) => ['device.id', 'device.serial', build.fn.count<number>('channel.id').as('channels')])
      .where('device.tenantId', '=', tenantId)
      .where('device.id', 'in', idsOf(rows))
      .groupBy(['device.id', 'device.serial'])
      .execute();
    const byId = new Map(found.map((device) => [device.id, device]));
    const presence = presenceByDevice(streams(), tenantId);
    return rows.map((row) => {
      const device = byId.get(row.id);
      return {
        ...row,
        channelCount: device?.channels ?? 0,
        onlineStatus: onlineCode(presence.get(device?.serial ?? ''), row.onlineStatus),
      };
    });
  }
}

const idsOf = (rows: readonly Device[]) => rows.map(({ id }) => id);

/** A secret that is not given stays unchanged. */
function codeOf({ validCode }: WrittenOf<typeof iotDevice>): string | null {
  return validCode || null;
}

const isSameSerial = (one: string, other: string) => one.toUpperCase() === other.toUpperCase();

const holdersOf = (transaction: Change['transaction'], serials: readonly string[]) =>
  transaction
    .selectFrom('device')
    .select(['serial', 'tenantId', 'deptId'])
    .where(
      sql<string>`upper(serial)`,
      'in',
      serials.map((serial) => serial.toUpperCase()),
    )
    .execute();

async function rejectDuplicateSerial(change: Change, serial: string): Promise<void> {
  const { call, transaction } = change;
  const [found] = await once(change, `serial ${serial}`, () => holdersOf(transaction, [serial]));
  if (!found) return;
  const { actor } = call;
  const isOurs = found.tenantId === actor.scope.tenantId;
  const message = !isOurs ? ownedByOthers : covers(actor, found.deptId) ? ownedByTenant : taken;
  throw conflict(message, [{ path: 'serial', message }]);
}

/** A batch inserts all its devices before the first one is counted. */
async function placeIn(change: Change, companyId: string | null | undefined): Promise<void> {
  const { call, transaction } = change;
  if (typeof companyId === 'string')
    await once(change, `place ${companyId}`, () => takePlace(transaction, call.actor, companyId));
}

/** The channels of these devices, for change notifications. */
export async function channelsOf(
  transaction: Change['transaction'],
  { actor }: CallContext,
  deviceIds: readonly string[],
): Promise<readonly CameraChange[]> {
  const { tenantId } = actor.scope;
  const rows = await transaction
    .selectFrom('channel')
    .select(['deviceSerial', 'number'])
    .where('tenantId', '=', tenantId)
    .where('deviceId', 'in', [...deviceIds])
    .execute();
  return rows.map(({ deviceSerial, number }) => ({ tenantId, deviceSerial, channelNo: number }));
}
