import { alarmName } from '../../contracts/admin/alarm-kind-options.ts';
import type { Db } from '../../db/client.ts';
import type { Locale } from '../../i18n/translate.ts';
import type { AlarmKind } from '../../kernel/alarm-kind.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { DeviceAccess } from '../devices/device-access.ts';

export interface AlarmQuery {
  readonly startTime?: EpochMs | undefined;
  readonly endTime?: EpochMs | undefined;
  readonly alarmType: string;
  readonly status: '0' | '1' | '2';
  readonly pageStart: number;
  readonly pageSize: number;
}

const dayMs: Ms = 24 * 60 * 60_000;

/** Alarms of the open-platform API. */
export function alarmList({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  /** Of these channels of the device, newest first. */
  return async (
    { viewer, device }: DeviceAccess,
    channelNos: readonly number[],
    { startTime, endTime, alarmType, status, pageStart, pageSize }: AlarmQuery,
    locale: Locale,
  ) => {
    const to = endTime ?? clock.now() + 1;
    const from = startTime ?? to - dayMs;
    let found = db
      .selectFrom('alarm')
      .innerJoin('channel', 'channel.id', 'alarm.channelId')
      .where('alarm.tenantId', '=', viewer.scope.tenantId)
      .where('channel.tenantId', '=', viewer.scope.tenantId)
      .where('channel.deviceId', '=', device.id)
      // No channel has the number 0.
      .where('channel.number', 'in', channelNos.length > 0 ? [...channelNos] : [0])
      .where('alarm.startAt', '>=', from)
      .where('alarm.startAt', '<', to);
    if (alarmType !== '' && alarmType !== '-1') found = found.where('alarm.kind', '=', alarmType);
    if (status !== '2') found = found.where('alarm.state', '=', status);
    const [rows, counted] = await Promise.all([
      found
        .select([
          ...(['alarm.id', 'alarm.kind', 'alarm.name', 'alarm.startAt', 'alarm.endAt'] as const),
          ...(['alarm.recordFrom', 'alarm.recordTo', 'alarm.state', 'channel.number'] as const),
        ])
        .orderBy('alarm.startAt', 'desc')
        .orderBy('alarm.id', 'desc')
        .limit(pageSize)
        .offset(pageStart * pageSize)
        .execute(),
      found.select((build) => build.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ]);
    const flag = (is: boolean): 0 | 1 => (is ? 1 : 0);
    return {
      data: rows.map((row) => ({
        alarmId: row.id,
        alarmName: alarmName(row.kind as AlarmKind, row.name, locale),
        alarmType: row.kind,
        alarmTime: row.startAt,
        endTime: row.endAt,
        deviceSerial: device.serial,
        deviceName: device.name,
        channelNo: row.number,
        isChecked: flag(row.state === '1'),
        isEncrypt: flag(device.isEncrypted),
        preTime: Math.round((row.startAt - row.recordFrom) / 1_000),
        delayTime: Math.round((row.recordTo - row.endAt) / 1_000),
      })),
      page: { total: Number(counted.total), page: pageStart, size: pageSize },
    };
  };
}
