import { alarmOptions } from '../../../contracts/admin/alarm-options.ts';
import { recordPlan } from '../../../contracts/admin/record-plan.ts';
import { iotCamera } from '../../../contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf, WrittenOf } from '../../../contracts/admin/row-types.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { StreamStatus } from '../../../media/ports.ts';
import { type Entropy, newId } from '../../crypto/entropy.ts';
import { conflict, invalid, type LocalFieldError } from '../../errors/admin-error.ts';
import type { CallContext } from '../../identity/actor.ts';
import { covers } from '../../resource/dept-scope.ts';
import { enabledColumn } from '../../resource/enabled-column.ts';
import type { ResourceDeps } from '../../resource/resource-deps.ts';
import type { Change, ServerResource } from '../../resource/server-resource.ts';
import { shippedCameras } from '../../seed/shipped.ts';
import type { CameraService } from '../camera.service.ts';
import type { CameraChange } from '../camera-change.ts';
import type { Presence } from '../device-info.ts';
import { onlineCode } from '../presence.ts';

type Camera = RowOf<typeof iotCamera>;

const noDevice = { 'zh-CN': '设备不存在', 'en-US': 'Device not found' } as const;
const taken = {
  'zh-CN': '该设备已有此通道号',
  'en-US': 'The device already has this channel number',
} as const;
const badPlan = {
  'zh-CN': '录像计划格式不正确',
  'en-US': 'The recording plan has the wrong format',
} as const;
const badSpan = {
  'zh-CN': '录像时段不能重叠，结束必须晚于开始',
  'en-US': 'Time ranges must not overlap, and each must end after it starts',
} as const;

const badAlarms = {
  'zh-CN': '报警来源格式不正确',
  'en-US': 'The alarm sources have the wrong format',
} as const;

const halfPlace = {
  'zh-CN': '经度和纬度必须一起填写',
  'en-US': 'Longitude and latitude must be given together',
} as const;

interface ChannelDeps extends ResourceDeps {
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly cameras: Pick<CameraService, 'notify'>;
  readonly streams: () => readonly StreamStatus[];
}

export function channelBinding(deps: ChannelDeps): ServerResource<typeof iotCamera> {
  const { database, clock, entropy, cameras, streams } = deps;
  return {
    definition: iotCamera,
    table: 'channel',
    dataScope: { dept: 'deptId', owner: null },
    shipped: { name: shippedCameras },
    taken: { channelNo: taken },
    columns: {
      channelNo: 'number',
      status: enabledColumn,
      ezopen: null,
      mainSource: null,
      subSource: null,
      onvif: null,
      onlineStatus: 'onlineState',
      stateTime: 'stateCheckedAt',
      viewers: null,
    },
    newId: () => newId(entropy, clock.now()),
    madeWith: ({ actor }) => ({ enabled: 1, deptId: actor.deptId }),
    before: {
      async create({ call, transaction }, values) {
        checkPlan(values);
        checkAlarms(values);
        checkPlace(values);
        const device = await findDevice({ call, transaction }, values.deviceId);
        const known = await transaction
          .selectFrom('channel')
          .select('id')
          .where('deviceId', '=', device.id)
          .where('number', '=', values.channelNo ?? 1)
          .executeTakeFirst();
        if (known) throw conflict(taken, [{ path: 'channelNo', message: taken }]);
        return values;
      },
      update(_change, row, values) {
        checkPlan(values);
        checkAlarms(values);
        checkPlace({ lng: row.lng, lat: row.lat, ...values });
        return values;
      },
      async remove({ call, transaction }, rows) {
        await cameras.notify(
          transaction,
          rows.map((row) => changeOf(call, row)),
        );
      },
    },
    after: {
      /** A channel takes department and serial number from its device. */
      async create(change, id, values) {
        const { call, transaction } = change;
        const { deptId, serial } = await findDevice(change, values.deviceId);
        await transaction
          .updateTable('channel')
          .set({ deptId, deviceSerial: serial })
          .where('tenantId', '=', call.actor.scope.tenantId)
          .where('id', '=', id)
          .execute();
        if (values.alarmOptions) await alarmsChanged(change);
      },
      async update(change, _id, values, row) {
        const { call, transaction } = change;
        if (values.alarmOptions !== undefined) await alarmsChanged(change);
        if (values.status !== undefined && values.status !== row.status) {
          await cameras.notify(transaction, [changeOf(call, row)]);
        } else if (values.recordPlan !== undefined) {
          await database.changes.notify(transaction, 'recordPlan', [call.actor.scope.tenantId]);
        }
      },
    },
    decorate: (call, rows) => decorate(call, rows),
  };

  /** The media plane reads the options again. */
  function alarmsChanged({ call, transaction }: Change): Promise<void> {
    return database.changes.notify(transaction, 'alarmOptions', [call.actor.scope.tenantId]);
  }

  async function decorate({ actor }: CallContext, rows: readonly Camera[]): Promise<readonly Camera[]> {
    if (rows.length === 0) return rows;
    const { tenantId } = actor.scope;
    const ids = rows.map(({ id }) => id);
    const { db } = database;
    const [channels, sources, ptzLinks] = await Promise.all([
      db
        .selectFrom('channel')
        .select(['id', 'deviceSerial', 'number'])
        .where('tenantId', '=', tenantId)
        .where('id', 'in', ids)
        .execute(),
      db
        .selectFrom('streamSource')
        .select(['channelId', 'profile', 'label'])
        .where('tenantId', '=', tenantId)
        .where('channelId', 'in', ids)
        .execute(),
      db
        .selectFrom('ptz')
        .select(['channelId', 'label'])
        .where('tenantId', '=', tenantId)
        .where('channelId', 'in', ids)
        .execute(),
    ]);
    const running = streams().filter(({ key }) => key.tenantId === tenantId);
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    const sourceOf = (id: string, profile: string) =>
      sources.find((source) => source.channelId === id && source.profile === profile)?.label ?? null;
    return rows.map((row) => {
      const channel = byId.get(row.id);
      if (!channel) return row;
      const own = running.filter(
        ({ key }) => key.deviceSerial === channel.deviceSerial && key.channelNo === channel.number,
      );
      return {
        ...row,
        ezopen: `ezopen://oriel/${livePath(channel.deviceSerial, channel.number)}`,
        mainSource: sourceOf(row.id, 'main'),
        subSource: sourceOf(row.id, 'sub'),
        onvif: ptzLinks.find(({ channelId }) => channelId === row.id)?.label ?? null,
        onlineStatus: onlineCode(presenceOf(own), row.onlineStatus),
        viewers: own.reduce((sum, { viewers }) => sum + viewers, 0),
      };
    });
  }
}

/** Path part of a live address. */
export function livePath(serial: string, channelNo: number): string {
  return `${serial}/${channelNo}.hd.live`;
}

function presenceOf(own: readonly StreamStatus[]): Presence {
  if (own.some(({ state }) => state === 'live')) return 'online';
  return own.some(({ state }) => state === 'retrying') ? 'offline' : 'unknown';
}

async function findDevice({ call, transaction }: Change, deviceId: string) {
  const { actor } = call;
  const device = await transaction
    .selectFrom('device')
    .select(['id', 'serial', 'deptId'])
    .where('tenantId', '=', actor.scope.tenantId)
    .where('id', '=', deviceId)
    .executeTakeFirst();
  if (!device || !covers(actor, device.deptId)) {
    throw invalid([{ path: 'deviceId', message: noDevice }]);
  }
  return device;
}

function changeOf({ actor }: CallContext, row: Camera): CameraChange {
  return {
    tenantId: actor.scope.tenantId,
    deviceSerial: row.deviceSerial ?? '',
    channelNo: row.channelNo,
  };
}

function checkPlan({ recordPlan: plan }: WrittenOf<typeof iotCamera>): void {
  if (plan === undefined || plan === null) return;
  const parsed = recordPlan.safeParse(plan);
  if (parsed.success) return;
  const [first, ...rest] = parsed.error.issues.map(
    (issue): LocalFieldError => ({
      path: ['recordPlan', ...issue.path].join('.'),
      message: issue.code === 'custom' ? badSpan : badPlan,
    }),
  );
  if (first) throw invalid([first, ...rest]);
}

/** A place has both of its numbers. */
function checkPlace({ lng, lat }: Pick<WrittenOf<typeof iotCamera>, 'lng' | 'lat'>): void {
  if (lng && !lat) throw invalid([{ path: 'lat', message: halfPlace }]);
  if (lat && !lng) throw invalid([{ path: 'lng', message: halfPlace }]);
}

function checkAlarms({ alarmOptions: options }: WrittenOf<typeof iotCamera>): void {
  if (options === undefined || options === null) return;
  if (!alarmOptions.safeParse(options).success) throw invalid([{ path: 'alarmOptions', message: badAlarms }]);
}
