/**
 * Which alarms people are notified of, and in which order. An alarm gets the next number of its organisation; the counter
 * is locked until the transaction ends, so that numbers become visible in their order, whatever the clocks of the
 * processes say. Start reading at `nextNoticeNo`.
 */
import type { Transaction } from 'kysely';
import { alarmOptions } from '../../contracts/admin/alarm-options.ts';
import type { Db } from '../../db/client.ts';
import type { Database } from '../../db/schema.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';

const minuteMs: Ms = 60_000;

interface NewAlarm {
  readonly tenantId: string;
  readonly channelId: string;
  readonly at: EpochMs;
  /** `channel.alarmOptions` as stored. */
  readonly alarmOptions: string | null;
}

/** For an alarm that is stored in this transaction. Null: nobody is notified, because of the limit of its camera. */
export async function nextNoticeNo(
  transaction: Transaction<Database>,
  alarm: NewAlarm,
): Promise<number | null> {
  if (await isQuiet(transaction, alarm)) return null;
  const { lastNo } = await transaction
    .insertInto('alarmCounter')
    .values({ tenantId: alarm.tenantId, lastNo: 1 })
    .onConflict((conflict) =>
      conflict.column('tenantId').doUpdateSet((row) => ({ lastNo: row('alarmCounter.lastNo', '+', 1) })),
    )
    .returning('lastNo')
    .executeTakeFirstOrThrow();
  return Number(lastNo);
}

/** The number of the last alarm of an organisation; 0 before the first one. */
export async function lastNoticeNo(db: Db, tenantId: string): Promise<number> {
  const row = await db
    .selectFrom('alarmCounter')
    .select('lastNo')
    .where('tenantId', '=', tenantId)
    .executeTakeFirst();
  return Number(row?.lastNo ?? 0);
}

/** Whether people were notified of another alarm of this camera within the time that its options set. */
async function isQuiet(
  transaction: Transaction<Database>,
  { channelId, at, alarmOptions: stored }: NewAlarm,
): Promise<boolean> {
  const options = alarmOptions.safeParse(JSON.parse(stored ?? '{}'));
  const minutes = options.success ? options.data.noticeMinutes : 0;
  if (minutes === 0) return false;
  const recent = await transaction
    .selectFrom('alarm')
    .select('id')
    .where('channelId', '=', channelId)
    .where('startAt', '>', at - minutes * minuteMs)
    .where('noticeNo', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return recent !== undefined;
}
