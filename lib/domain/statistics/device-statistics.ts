/** The page of camera statistics: sums by one dimension as a list and as a file, and a summary with a chart. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { statDeviceSummary } from '../../contracts/admin/calls/stat.calls.ts';
import { statDevice } from '../../contracts/admin/resources/stat-device.resource.ts';
import type { QueryOf, RowOf } from '../../contracts/admin/row-types.ts';
import { matchError } from '../../error-catalogue/match.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { addDays, dateOf } from '../../kernel/zone-days.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { invalid, notFound } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { resourceFiles } from '../resource/resource-files.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { type DayRange, dateOfNumber, dayNumber, daysIn, rangeBefore } from './days.ts';
import { namesOf } from './names.ts';
import {
  type Dimension,
  noSums,
  readSums,
  type StatisticFilter,
  type Sums,
  totalOf,
} from './read-statistics.ts';

type Query = QueryOf<typeof statDevice>;
type Statistic = RowOf<typeof statDevice>;
type Summary = z.input<NonNullable<typeof statDeviceSummary.data>>;

const maxDays = 366;
const usualDays = 30;
/** Longer ranges are shown by month. */
const maxDailyPoints = 92;
const maxFailures = 20;
const rowsPerPiece = 500;

const texts = {
  long: { 'zh-CN': '日期范围最多 366 天', 'en-US': 'The range may have at most 366 days' },
  order: { 'zh-CN': '结束日期不能早于开始日期', 'en-US': 'The end must not be before the beginning' },
} as const satisfies Record<string, LocalText>;

export interface DeviceStatistics {
  readonly service: ResourceService<typeof statDevice>;
  /** Throws 40000 for a range that is too long. */
  summary(call: CallContext, query: Query): Promise<Summary>;
}

export function deviceStatistics(deps: ResourceDeps): DeviceStatistics {
  const { clock } = deps;
  const { db } = deps.database;
  const zoneOf = tenantZone(deps);

  /** The days of the query. One without an end ends today; one without a beginning has 30 days. */
  async function rangeOf({ actor }: CallContext, { filters }: Query): Promise<DayRange> {
    const asked = filters.find((filter) => filter.op === 'between');
    const zone = await zoneOf(actor.scope.tenantId);
    const to = asked?.to?.slice(0, 10) ?? dateOf(zone, clock.now());
    const from = asked?.from?.slice(0, 10) ?? addDays(to, 1 - usualDays);
    const refuse = (message: LocalText) => invalid([{ path: 'day', message }]);
    if (from > to) throw refuse(texts.order);
    const range = { from, to };
    if (daysIn(range) > maxDays) throw refuse(texts.long);
    return range;
  }

  /** All rows that match, sorted: cameras, applications and days are few enough. */
  async function rowsOf(call: CallContext, query: Query): Promise<readonly Statistic[]> {
    const range = await rangeOf(call, query);
    const dimension = dimensionOf(query);
    const filter = filterOf(query);
    const sums = await readSums(db, call.actor, dimension, range, filter);
    const before = await readSums(db, call.actor, dimension, rangeBefore(range), filter);
    const nameOf = await namesOf(db, call, dimension, [...sums.keys()]);
    const words = query.keyword?.toLowerCase();
    const rows = [...sums].map(([key, sum]): Statistic => {
      const past = before.get(keyBefore(dimension, key, range)) ?? noSums;
      return {
        id: createHash('md5').update(`${dimension} ${key}`).digest('hex'),
        ...nameOf(key),
        views: sum.views,
        liveViews: sum.liveViews,
        recordedViews: sum.recordedViews,
        viewsBefore: past.views,
        watchSeconds: seconds(sum.watchedMs),
        watchSecondsBefore: seconds(past.watchedMs),
        starts: sum.starts,
        viewFailures: sum.viewFailures,
        streamFailures: sum.streamFailures,
        recordSeconds: seconds(sum.recordedMs),
      };
    });
    return rows
      .filter((row) => words === undefined || row.name?.toLowerCase().includes(words))
      .filter((row) => query.ids === undefined || query.ids.includes(row.id))
      .sort(orderOf(query));
  }

  const service = {
    async page(call: CallContext, query: Query) {
      const rows = await rowsOf(call, query);
      const { pageNum, pageSize } = query;
      return {
        records: rows.slice((pageNum - 1) * pageSize, pageNum * pageSize),
        total: rows.length,
        ...{ pageNum, pageSize },
      };
    },

    async *pieces(call: CallContext, query: Query) {
      const rows = await rowsOf(call, query);
      for (let at = 0; at < rows.length; at += rowsPerPiece) yield rows.slice(at, at + rowsPerPiece);
    },

    note: ((call, { type, param }, transaction) =>
      recordOperation(deps, { call, title: statDevice.title, type, param }, transaction)) as NonNullable<
      ResourceService['note']
    >,
  };

  return {
    service: {
      ...service,
      // The definition has no such calls: its rows are sums.
      ...{ get: missing, options: missing, create: missing, update: missing },
      ...{ remove: missing, reveal: missing },
      files: resourceFiles(deps, statDevice, service),
    },

    async summary(call, query) {
      const range = await rangeOf(call, query);
      const filter = filterOf(query);
      const read = (dimension: Dimension, days: DayRange) =>
        readSums(db, call.actor, dimension, days, filter);
      const past = rangeBefore(range);
      const before = await read('none', past);
      const isDaily = daysIn(range) <= maxDailyPoints;
      const series = await read(isDaily ? 'day' : 'month', range);
      const failures = await read('failure', range);
      const { locale = 'zh-CN' } = call;
      return {
        ...range,
        total: shown(totalOf(series.values())),
        before: { ...past, ...shown(before.get('') ?? noSums) },
        series: [...series]
          .map(([key, sum]) => ({
            at: isDaily ? dateOfNumber(Number(key)) : `${key.slice(0, 4)}-${key.slice(4)}`,
            ...shown(sum),
          }))
          .sort((one, other) => (one.at < other.at ? -1 : 1)),
        failures: [...failures]
          .map(([key, sum]) => {
            const code = key.slice(key.indexOf(' ') + 1);
            const kind = key.startsWith('stream ') ? ('stream' as const) : ('view' as const);
            const title = matchError(code, 'stream').entry.cause[locale];
            return { code, kind, title, count: sum.viewFailures + sum.streamFailures };
          })
          .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
          .slice(0, maxFailures),
      };
    },
  };
}

async function missing(): Promise<never> {
  throw notFound();
}

const seconds = (ms: number): number => Math.round(ms / 1_000);

const shown = ({ watchedMs, recordedMs, ...sums }: Sums) => ({
  ...sums,
  watchSeconds: seconds(watchedMs),
  recordSeconds: seconds(recordedMs),
});

function chosen({ filters }: Query, name: Query['sort']['field']): string | number | null {
  const found = filters.find(({ field }) => field === name);
  return found?.op === 'eq' && typeof found.value !== 'boolean' ? found.value : null;
}

const dimensionOf = (query: Query): Dimension => (chosen(query, 'groupBy') ?? 'camera') as Dimension;

function filterOf(query: Query): StatisticFilter {
  const [cameraId, applicationId, deptId] = [...(['cameraId', 'applicationId', 'deptId'] as const)].map(
    (name) => chosen(query, name),
  );
  return {
    ...(cameraId == null ? {} : { cameraId: String(cameraId) }),
    ...(applicationId == null ? {} : { applicationId: String(applicationId) }),
    ...(deptId == null ? {} : { deptId: Number(deptId) }),
  };
}

/** What a row is compared with: the day as many days before; of months nothing, because they are not equally long. */
function keyBefore(dimension: Dimension, key: string, range: DayRange): string {
  if (dimension === 'month') return '';
  if (dimension !== 'day') return key;
  return String(dayNumber(addDays(dateOfNumber(Number(key)), -daysIn(range))));
}

function orderOf({ sort }: Query): (one: Statistic, other: Statistic) => number {
  const sign = sort.order === 'asc' ? 1 : -1;
  return (one, other) => {
    const [left, right] = [one[sort.field], other[sort.field]];
    const difference =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : String(left ?? '').localeCompare(String(right ?? ''), 'zh-CN');
    return difference * sign || (one.id < other.id ? -1 : 1);
  };
}
