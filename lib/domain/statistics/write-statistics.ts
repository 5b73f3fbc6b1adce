import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { StatisticTable } from '../../db/statistics-schema.ts';
import { dateOf } from '../../kernel/zone-days.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import { dayNumber } from './days.ts';
import { type Counted, quarterMs } from './view-counter.ts';

export type StatisticRow = Selectable<StatisticTable>;

export const keyColumns = [
  ...(['tenantId', 'span', 'day', 'channelId', 'applicationId', 'kind', 'code'] as const),
] as const;
export const amountColumns = ['views', 'watchedMs', 'starts', 'failures', 'recordedMs'] as const;

const rowsPerStatement = 200;
const serialsPerStatement = 500;

/**
 * Adds what was counted to the sums of its days: one statement for up to 200 sums. Several processes add to the same
 * rows. Cameras that no longer exist are left out. Returns what was not stored when a statement failed, with its error.
 */
export async function writeCounted(
  db: Db,
  zoneOf: TenantZone,
  counted: readonly Counted[],
): Promise<{ readonly left: readonly Counted[]; readonly error: unknown } | null> {
  const rows = new Map<string, { row: StatisticRow; readonly from: Counted[] }>();
  try {
    for (const tenantId of new Set(counted.map((each) => each.tenantId))) {
      const ofTenant = counted.filter((each) => each.tenantId === tenantId);
      const zone = await zoneOf(tenantId);
      const channels = await channelIds(db, tenantId, ofTenant);
      for (const each of ofTenant) {
        const channelId = channels.get(`${each.deviceSerial}/${each.channelNo}`);
        if (channelId === undefined) continue;
        const row: StatisticRow = {
          ...{ tenantId, span: 'day', day: dayNumber(dateOf(zone, each.quarter * quarterMs)), channelId },
          ...{ applicationId: each.applicationId, kind: each.kind, code: each.code },
          ...{ views: each.views, watchedMs: Math.round(each.watchedMs), starts: each.starts },
          ...{ failures: each.failures, recordedMs: 0 },
        };
        const name = keyColumns.map((column) => row[column]).join('\n');
        const known = rows.get(name);
        if (known) {
          known.row = addTo(known.row, row);
          known.from.push(each);
        } else rows.set(name, { row, from: [each] });
      }
    }
  } catch (error) {
    return { left: counted, error };
  }
  // In the same order in every process, so that two of them never wait for each other.
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
  for (let at = 0; at < sorted.length; at += rowsPerStatement) {
    try {
      await addRows(
        db,
        sorted.slice(at, at + rowsPerStatement).map(({ row }) => row),
      );
    } catch (error) {
      return { left: sorted.slice(at).flatMap(({ from }) => from), error };
    }
  }
  return null;
}

/** One statement: all or nothing. */
export async function addRows(db: Pick<Db, 'insertInto'>, rows: readonly StatisticRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('statistic')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns([...keyColumns])
        .doUpdateSet(
          Object.fromEntries(
            amountColumns.map((name) => [
              name,
              sql<number>`${sql.ref(`statistic.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
            ]),
          ),
        ),
    )
    .execute();
}

function addTo(row: StatisticRow, other: StatisticRow): StatisticRow {
  const sum = { ...row };
  for (const name of amountColumns) sum[name] += other[name];
  return sum;
}

/** By `serial/number`. */
async function channelIds(
  db: Pick<Db, 'selectFrom'>,
  tenantId: string,
  wanted: readonly Counted[],
): Promise<ReadonlyMap<string, string>> {
  const serials = [...new Set(wanted.map(({ deviceSerial }) => deviceSerial))];
  const found = new Map<string, string>();
  for (let at = 0; at < serials.length; at += serialsPerStatement) {
    const rows = await db
      .selectFrom('channel')
      .select(['id', 'deviceSerial', 'number'])
      .where('tenantId', '=', tenantId)
      .where('deviceSerial', 'in', serials.slice(at, at + serialsPerStatement))
      .execute();
    for (const { id, deviceSerial, number } of rows) found.set(`${deviceSerial}/${number}`, id);
  }
  return found;
}
