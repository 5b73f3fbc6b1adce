/** Sums of the stored days, by one dimension, within the data scope of a user. */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { addDays } from '../../kernel/zone-days.ts';
import type { Actor } from '../identity/actor.ts';
import { byWeek, type DayRange, dayNumber, monthStart, nextMonth } from './days.ts';
import { amountColumns, type StatisticRow } from './write-statistics.ts';

/** Lengths in milliseconds. */
export interface Sums {
  readonly views: number;
  readonly liveViews: number;
  readonly recordedViews: number;
  readonly watchedMs: number;
  readonly starts: number;
  readonly viewFailures: number;
  readonly streamFailures: number;
  readonly recordedMs: number;
}
export const sumNames = [
  ...(['views', 'liveViews', 'recordedViews', 'watchedMs'] as const),
  ...(['starts', 'viewFailures', 'streamFailures', 'recordedMs'] as const),
] as const;

export const noSums: Sums = {
  ...{ views: 0, liveViews: 0, recordedViews: 0, watchedMs: 0 },
  ...{ starts: 0, viewFailures: 0, streamFailures: 0, recordedMs: 0 },
};

/** `failure`: failures only, by code, of views (`view`) or of streams (`stream`). `applicationDay`: `yyyymmdd`, a space, an application. */
export type Dimension =
  | 'none'
  | 'camera'
  | 'application'
  | 'dept'
  | 'day'
  | 'month'
  | 'failure'
  | 'applicationDay';

export interface StatisticFilter {
  readonly cameraId?: string;
  readonly applicationId?: string;
  readonly deptId?: number;
}

const day = sql.ref('day');
const kind = sql.ref('kind');
const code = sql.ref('code');
const keys: Readonly<Record<Exclude<Dimension, 'dept'>, RawBuilder<string>>> = {
  // Not a constant, which PostgreSQL does not group by.
  none: sql`substr(${kind}, 1, 0)`,
  camera: sql`${sql.ref('channelId')}`,
  application: sql`${sql.ref('applicationId')}`,
  day: sql`cast(${day} as text)`,
  applicationDay: sql`cast(${day} as text) || ' ' || ${sql.ref('applicationId')}`,
  month: sql`cast(${day} / 100 as text)`,
  failure: sql`case when ${kind} = 'camera' then 'stream ' || ${code} else 'view ' || ${code} end`,
};

type Amounts = Readonly<Record<(typeof amountColumns)[number], number>>;

/**
 * By key of the dimension: a channel, an application (empty: none), a department (empty: none), a day (`yyyymmdd`) or a
 * month (`yyyymm`). Months that were rolled up count if the range contains all of their days. The embedded database holds
 * up the process while it reads, so a year is read in weeks, between which others have their turn.
 */
export async function readSums(
  db: Pick<Db, 'selectFrom'>,
  actor: Pick<Actor, 'scope' | 'dataScope'>,
  dimension: Dimension,
  range: DayRange,
  filter: StatisticFilter = {},
): Promise<ReadonlyMap<string, Sums>> {
  if (dimension === 'dept') return byDept(db, actor, await readSums(db, actor, 'camera', range, filter));
  const found = new Map<string, Sums>();
  const spans = [
    ...byWeek(range).map(({ from, to }) => ['day', from, to] as const),
    ['month', range.from, lastWholeMonth(range)] as const,
  ];
  for (const [span, from, to] of spans) {
    let rows = db
      .selectFrom('statistic')
      .select([keys[dimension].as('key'), 'kind'])
      .select((build) => amountColumns.map((name) => build.fn.sum<number>(name).as(name)))
      .where('tenantId', '=', actor.scope.tenantId)
      .where('span', '=', span)
      .where('day', '>=', dayNumber(from))
      .where('day', '<=', dayNumber(to))
      .groupBy([keys[dimension], 'kind']);
    if (dimension === 'failure') rows = rows.where('code', '<>', '');
    if (actor.dataScope.kind === 'some')
      rows = rows.where('channelId', 'in', channelsOf(db, actor, actor.dataScope.deptIds));
    if (filter.cameraId !== undefined) rows = rows.where('channelId', '=', filter.cameraId);
    if (filter.applicationId !== undefined) rows = rows.where('applicationId', '=', filter.applicationId);
    if (filter.deptId !== undefined)
      rows = rows.where('channelId', 'in', channelsOf(db, actor, [filter.deptId]));
    for (const { key, kind: of, ...row } of await rows.execute())
      found.set(key, added(found.get(key), of, row));
    await setImmediate();
  }
  return found;
}

/** No department has the number 0. */
const channelsOf = (
  db: Pick<Db, 'selectFrom'>,
  { scope }: Pick<Actor, 'scope'>,
  deptIds: readonly number[],
) =>
  db
    .selectFrom('channel')
    .select('id')
    .where('tenantId', '=', scope.tenantId)
    .where('deptId', 'in', [0, ...deptIds]);

async function byDept(
  db: Pick<Db, 'selectFrom'>,
  { scope }: Pick<Actor, 'scope'>,
  byCamera: ReadonlyMap<string, Sums>,
): Promise<ReadonlyMap<string, Sums>> {
  const channels = await db
    .selectFrom('channel')
    .select(['id', 'deptId'])
    .where('tenantId', '=', scope.tenantId)
    .execute();
  const depts = new Map(channels.map(({ id, deptId }) => [id, deptId === null ? '' : String(deptId)]));
  const found = new Map<string, Sums>();
  for (const [channelId, sums] of byCamera) {
    const dept = depts.get(channelId) ?? '';
    found.set(dept, totalOf([found.get(dept) ?? noSums, sums]));
  }
  return found;
}

export const totalOf = (sums: Iterable<Sums>): Sums => {
  const total = { ...noSums };
  for (const sum of sums) for (const name of sumNames) total[name] += sum[name];
  return total;
};

/** First day of the last month whose days are all before the end of the range. */
const lastWholeMonth = ({ to }: DayRange) =>
  addDays(nextMonth(to), -1) === to ? monthStart(to) : monthStart(addDays(monthStart(to), -1));

function added(known: Sums = noSums, kindOf: StatisticRow['kind'], row: Amounts): Sums {
  const [views, failures] = [Number(row.views), Number(row.failures)];
  return {
    views: known.views + views,
    liveViews: known.liveViews + (kindOf === 'live' ? views : 0),
    recordedViews: known.recordedViews + (kindOf === 'recorded' ? views : 0),
    watchedMs: known.watchedMs + Number(row.watchedMs),
    starts: known.starts + Number(row.starts),
    viewFailures: known.viewFailures + (kindOf === 'camera' ? 0 : failures),
    streamFailures: known.streamFailures + (kindOf === 'camera' ? failures : 0),
    recordedMs: known.recordedMs + Number(row.recordedMs),
  };
}
