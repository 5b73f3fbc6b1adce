import { alarmName } from '../../contracts/admin/alarm-kind-options.ts';
import type { Db } from '../../db/client.ts';
import type { AlarmKind } from '../../kernel/alarm-kind.ts';
import type { PictureSubject } from './picture-address.ts';

/** The address of a picture for its receiver. */
export type PictureUrl = (subject: PictureSubject) => string;

/** What is sent of an alarm: the fields of `alarm/device/list`, and where its picture is. Null: it was deleted. */
export async function webhookBody(db: Db, subject: PictureSubject, pictureUrl: PictureUrl) {
  const { tenantId, alarmId } = subject;
  const row = await db
    .selectFrom('alarm')
    .innerJoin('channel', 'channel.id', 'alarm.channelId')
    .innerJoin('device', 'device.id', 'channel.deviceId')
    .select(['alarm.kind', 'alarm.name', 'alarm.startAt', 'alarm.endAt'])
    .select(['alarm.recordFrom', 'alarm.recordTo'])
    .select(['channel.number', 'channel.name as cameraName', 'device.serial', 'device.name as deviceName'])
    .select('device.isEncrypt')
    .where('alarm.tenantId', '=', tenantId)
    .where('alarm.id', '=', alarmId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    type: 'alarm',
    alarmId,
    alarmName: alarmName(row.kind as AlarmKind, row.name, 'zh-CN'),
    alarmType: row.kind,
    alarmTime: row.startAt,
    endTime: row.endAt,
    deviceSerial: row.serial,
    deviceName: row.deviceName,
    channelNo: row.number,
    cameraName: row.cameraName,
    preTime: Math.round((row.startAt - row.recordFrom) / 1_000),
    delayTime: Math.round((row.recordTo - row.endAt) / 1_000),
    // Receivers have no key.
    pictureUrl: row.isEncrypt === 1 ? null : pictureUrl(subject),
  };
}
