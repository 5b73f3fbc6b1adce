import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { addDays, type CivilDate, dateOf, dayOf } from '../../kernel/zone-days.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { dateOfNumber, dayNumber } from './days.ts';
import { keyColumns, type StatisticRow } from './write-statistics.ts';

/** How far back the first run looks. Later ones continue a day before the last one. */
const firstDays = 31;
/** No segment is longer. */
const maxSegmentMs: Ms = 60 * 60_000;

/**
 * Sums the recorded time of each channel and day from the index of recordings, for the days since the last run. A day is
 * summed again until it has passed, and never becomes less: retention removes segments of days that were summed. Returns
 * the number of days.
 */
export async function sumRecorded(
  db: Db,
  { tenantId }: TenantScope,
  zone: Zone,
  now: EpochMs,
  signal: AbortSignal,
): Promise<number> {
  const today = dateOf(zone, now);
  const dates = await datesSince(db, tenantId, today);
  const recordings = await db
    .selectFrom('recording')
    .select(['id', 'channelId'])
    .where('tenantId', '=', tenantId)
    .where('store', '=', 'cloud')
    .execute();
  for (const date of dates) {
    for (const { id, channelId } of recordings) {
      signal.throwIfAborted();
      const recordedMs = await recordedOn(db, id, zone, date);
      if (recordedMs > 0) await keepLargest(db, rowOf(tenantId, date, channelId, recordedMs));
    }
  }
  return dates.length;
}

async function datesSince(db: Db, tenantId: string, today: CivilDate): Promise<readonly CivilDate[]> {
  const first = addDays(today, -firstDays);
  // From the end of the key backwards: most of the time the first row is it.
  const last = await db
    .selectFrom('statistic')
    .select('day')
    .where('tenantId', '=', tenantId)
    .where('span', '=', 'day')
    .where('day', '>=', dayNumber(first))
    .where('kind', '=', 'recorder')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const next = last ? addDays(dateOfNumber(last.day), -1) : first;
  const dates: CivilDate[] = [];
  for (let date = next > first ? next : first; date <= today; date = addDays(date, 1)) dates.push(date);
  return dates;
}

async function recordedOn(db: Db, recordingId: number, zone: Zone, date: CivilDate): Promise<Ms> {
  const { start, end } = dayOf(zone, date);
  const clipped: RawBuilder<number> = sql`
    sum(case when ${sql.ref('endMs')} > ${end} then ${end} else ${sql.ref('endMs')} end
      - case when ${sql.ref('startMs')} < ${start} then ${start} else ${sql.ref('startMs')} end)`;
  const { ms } = await db
    .selectFrom('recordedSegment')
    .select(clipped.as('ms'))
    .where('recordingId', '=', recordingId)
    .where('startMs', '>=', start - maxSegmentMs)
    .where('startMs', '<', end)
    .where('endMs', '>', start)
    .executeTakeFirstOrThrow();
  // After the clock was set back, segments may overlap.
  return Math.min(Number(ms ?? 0), end - start);
}

const rowOf = (tenantId: string, date: CivilDate, channelId: string, recordedMs: Ms): StatisticRow => ({
  ...{ tenantId, span: 'day', day: dayNumber(date), channelId, applicationId: '' },
  ...{ kind: 'recorder', code: '', views: 0, watchedMs: 0, starts: 0, failures: 0, recordedMs },
});

async function keepLargest(db: Db, row: StatisticRow): Promise<void> {
  const [stored, summed] = [sql.ref('statistic.recordedMs'), sql.ref('excluded.recordedMs')];
  await db
    .insertInto('statistic')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns([...keyColumns]).doUpdateSet({
        recordedMs: sql<number>`case when ${summed} > ${stored} then ${summed} else ${stored} end`,
      }),
    )
    .execute();
}
