/** What each report reads: one function for each name in the contract. All within the data scope of the user. */
import type { ReportSourceName } from '../../contracts/admin/report-sources.ts';
import type { Db } from '../../db/client.ts';
import type { Ms } from '../../kernel/units.ts';
import { dayOf } from '../../kernel/zone-days.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type { CallContext } from '../identity/actor.ts';
import { offCodes, reasonText, type Trouble, troublesBetween } from '../recordings/gap-reasons.ts';
import { type DayRange, dateOfNumber } from './days.ts';
import { namesOf } from './names.ts';
import { noSums, readSums, type Sums } from './read-statistics.ts';

export interface ReportRun {
  readonly db: Db;
  readonly call: CallContext;
  readonly range: DayRange;
  readonly zone: Zone;
  readonly now: number;
  /** Maximum number of rows. */
  readonly rows: number;
}
export type ReportRow = Readonly<Record<string, string | number | null>>;

const seconds = (ms: Ms) => Math.round(ms / 1_000);
type Keyed = readonly [key: string, sums: Sums];
const byNumber = (value: (sums: Sums) => number) => (one: Keyed, other: Keyed) =>
  value(other[1]) - value(one[1]) || (one[0] < other[0] ? -1 : 1);

async function cameras(run: ReportRun, value: (sums: Sums) => number) {
  const sums = await readSums(run.db, run.call.actor, 'camera', run.range);
  const chosen = [...sums]
    .filter(([, each]) => value(each) > 0)
    .sort(byNumber(value))
    .slice(0, run.rows);
  const nameOf = await namesOf(
    run.db,
    run.call,
    'camera',
    chosen.map(([key]) => key),
  );
  return chosen.map(([key, each]) => {
    const { name, detail } = nameOf(key);
    return { key, sums: each, row: { camera: name, channel: detail } };
  });
}

export const readReport: Readonly<
  Record<ReportSourceName, (run: ReportRun) => Promise<readonly ReportRow[]>>
> = {
  async mostWatched(run) {
    const found = await cameras(run, ({ watchedMs, views }) => watchedMs + views);
    return found.map(({ row, sums }) => ({ ...row, views: sums.views, watched: seconds(sums.watchedMs) }));
  },

  async failing(run) {
    const found = await cameras(run, ({ viewFailures, streamFailures }) => viewFailures + streamFailures);
    return found.map(({ row, sums: { viewFailures, streamFailures } }) => ({
      ...row,
      ...{ failures: viewFailures + streamFailures, viewFailures, streamFailures },
    }));
  },

  async neverWatched(run) {
    const { db, call, range, rows } = run;
    const { actor } = call;
    const sums = await readSums(db, actor, 'camera', range);
    let channels = db
      .selectFrom('channel')
      .select(['id', 'deptId'])
      .where('tenantId', '=', actor.scope.tenantId)
      .where('enabled', '=', 1)
      .orderBy('deviceSerial')
      .orderBy('number');
    if (actor.dataScope.kind === 'some')
      channels = channels.where('deptId', 'in', [0, ...actor.dataScope.deptIds]);
    const unseen = (await channels.execute())
      .filter(({ id }) => (sums.get(id)?.views ?? 0) === 0)
      .slice(0, rows);
    const nameOf = await namesOf(
      db,
      call,
      'camera',
      unseen.map(({ id }) => id),
    );
    const deptOf = await namesOf(db, call, 'dept', []);
    return unseen.map(({ id, deptId }) => {
      const { name, detail } = nameOf(id);
      const recorded = seconds((sums.get(id) ?? noSums).recordedMs);
      return { camera: name, channel: detail, dept: deptOf(String(deptId ?? '')).name, recorded };
    });
  },

  async watchTimeByDay(run) {
    const { db, call, range, rows } = run;
    const sums = [...(await readSums(db, call.actor, 'applicationDay', range))].filter(
      ([, { views, watchedMs }]) => views + watchedMs > 0,
    );
    const parts = sums.map(([key, sum]) => ({ day: key.slice(0, 8), application: key.slice(9), sum }));
    const nameOf = await namesOf(
      db,
      call,
      'application',
      parts.map(({ application }) => application),
    );
    return parts
      .sort((one, other) => Number(other.day) - Number(one.day) || other.sum.watchedMs - one.sum.watchedMs)
      .slice(0, rows)
      .map(({ day, application, sum }) => ({
        ...{ day: dateOfNumber(Number(day)), application: nameOf(application).name },
        ...{ views: sum.views, watched: seconds(sum.watchedMs) },
      }));
  },

  async recorderHours(run) {
    const { db, call, range, zone, now } = run;
    const { locale = 'zh-CN', actor } = call;
    const from = dayOf(zone, range.from).start;
    const to = Math.min(now, dayOf(zone, range.to).end);
    const found = await cameras(run, ({ recordedMs }) => recordedMs);
    const report: ReportRow[] = [];
    for (const { key, row, sums } of found) {
      const recording = { tenantId: actor.scope.tenantId, channelId: key, store: 'cloud' as const };
      const troubles = (await troublesBetween(db, recording, from, to)).filter(
        ({ code }) => !offCodes.has(code),
      );
      const longest = [...lengths(troubles, from, to)].sort(([, one], [, other]) => other - one)[0];
      report.push({
        ...row,
        recorded: seconds(sums.recordedMs),
        share: to > from ? Math.min(100, Math.round((sums.recordedMs / (to - from)) * 100)) : 0,
        gaps: seconds(unitedMs(troubles, from, to)),
        reason: longest ? reasonText(longest[0], locale) : null,
      });
    }
    return report;
  },
};

/** Time in each kind of trouble, by code. */
function lengths(troubles: readonly Trouble[], from: number, to: number): ReadonlyMap<string, Ms> {
  const byCode = new Map<string, Ms>();
  for (const { code, fromMs, toMs } of troubles) {
    const length = Math.min(toMs, to) - Math.max(fromMs, from);
    byCode.set(code, (byCode.get(code) ?? 0) + length);
  }
  return byCode;
}

/** Time in any trouble: two at a time count once. They are ordered by their beginning. */
export function unitedMs(
  troubles: readonly Pick<Trouble, 'fromMs' | 'toMs'>[],
  from: number,
  to: number,
): Ms {
  let sum = 0;
  let until = from;
  for (const { fromMs, toMs } of troubles) {
    const end = Math.min(toMs, to);
    sum += Math.max(0, end - Math.max(fromMs, until));
    until = Math.max(until, end);
  }
  return sum;
}
