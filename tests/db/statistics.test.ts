/** Sums of what was watched and recorded, as they are stored and read. */
import { expect } from 'expect';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { segmentIndex } from '../../lib/domain/recordings/segment-index.ts';
import { createStatistics } from '../../lib/domain/statistics/create-statistics.ts';
import { type DayRange, dateOfNumber, dayNumber } from '../../lib/domain/statistics/days.ts';
import {
  type Dimension,
  noSums,
  readSums,
  type Sums,
  totalOf,
} from '../../lib/domain/statistics/read-statistics.ts';
import { sumRecorded } from '../../lib/domain/statistics/recorder-hours.ts';
import { rollUpMonths } from '../../lib/domain/statistics/roll-up.ts';
import { addRows, type StatisticRow } from '../../lib/domain/statistics/write-statistics.ts';
import { operatorScope } from '../../lib/domain/tenancy/operator-scope.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { addDays } from '../../lib/kernel/zone-days.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import type { SourceFailure, StreamStatus } from '../../lib/media/ports.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { rounds } from '../kit/soak.ts';

const shanghai = zoneOf('Asia/Shanghai');
const everything = { scope: operatorScope, dataScope: { kind: 'everything' } } as const;
const signal = new AbortController().signal;
const year: DayRange = { from: '2025-01-01', to: '2025-12-31' };

describe.each(engines)('statistics on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let app: TestDomain;
  let cameras: readonly { readonly id: string; readonly serial: string }[];
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    app = await testDomain(database);
    const rows = await database.db
      .selectFrom('channel')
      .select(['id', 'deviceSerial'])
      .orderBy('id')
      .execute();
    cameras = rows.map(({ id, deviceSerial }) => ({ id, serial: deviceSerial }));
  });
  afterEach(() => app.stop());

  const total = (sums: ReadonlyMap<string, Sums>): Sums => totalOf(sums.values());
  const read = (dimension: Dimension, range = year, actor: Parameters<typeof readSums>[1] = everything) =>
    readSums(database.db, actor, dimension, range);

  /** A process on this database, with the listeners of its streams. */
  function process(clock: FakeClock) {
    const listeners = new Set<(status: StreamStatus) => void>();
    const statistics = createStatistics({
      ...{ db: database.db, clock, log: silentLogger, zoneOf: async () => shanghai },
      onStream: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    });
    return {
      ...statistics,
      report(status: StreamStatus) {
        for (const listen of listeners) listen(status);
      },
    };
  }
  const viewed = (at = 0) => ({
    ...{ tenantId: 'default', deviceSerial: cameras[at]!.serial, channelNo: 1, applicationId: 'app' },
  });

  it('of several processes add up, in the days of the organisation', async () => {
    // Two minutes before midnight in Shanghai.
    const clock = new FakeClock(Date.UTC(2025, 5, 1, 15, 58));
    const [one, two] = [process(clock), process(clock)];
    one.start();
    two.start();
    const views = [one, two].map(({ views: counter }) => counter.open(viewed(), 'live'));
    for (const view of views) view.flows(true);
    two.views.open(viewed(1), 'recorded').close();
    one.views.failed(viewed(), 'live', 'source.auth');
    await clock.advance(180_000);
    for (const view of views) view.close();
    await Promise.all([one.stop(), two.stop()]);
    expect(clock.pending).toBe(0);
    const byDay = await read('day');
    expect(byDay.get('20250601')).toEqual({
      ...noSums,
      ...{ views: 3, liveViews: 2, recordedViews: 1, watchedMs: 240_000, viewFailures: 1 },
    });
    expect(byDay.get('20250602')).toEqual({ ...noSums, watchedMs: 120_000 });
    expect([...(await read('camera')).keys()].sort()).toEqual(cameras.slice(0, 2).map(({ id }) => id));
  });

  it('count the starts of a stream and its failures', async () => {
    const clock = new FakeClock();
    const one = process(clock);
    one.start();
    const { applicationId: _, ...key } = viewed();
    const status = (state: StreamStatus['state'], code?: SourceFailure['code']): StreamStatus => ({
      ...{ key: { ...key, profile: 'main' }, state, viewers: 1, tracks: null, retryAt: null, since: 0 },
      ...{ lastFailure: code ? { code, message: '', retryable: true } : null, bitrateKbps: 0 },
      conversion: null,
    });
    for (const each of [
      status('starting'),
      status('live'),
      status('retrying', 'source.silent'),
      status('live'),
    ])
      one.report(each);
    await one.stop();
    expect(total(await read('camera'))).toEqual({ ...noSums, starts: 2, streamFailures: 1 });
    expect([...(await read('failure'))]).toEqual([
      ['stream source.silent', { ...noSums, streamFailures: 1 }],
    ]);
  });

  it('that cannot be stored are stored later, once', async () => {
    const clock = new FakeClock();
    const one = process(clock);
    one.views.open(viewed(), 'live').close();
    await database.db.schema.alterTable('statistic').renameTo('away').execute();
    await one.store();
    one.views.open(viewed(), 'live').close();
    await one.store();
    await database.db.schema.alterTable('away').renameTo('statistic').execute();
    await one.store();
    await one.stop();
    expect(total(await read('camera')).views).toBe(2);
  });

  const row = fc.record({
    channel: fc.nat({ max: 5 }),
    day: fc.nat({ max: 364 }),
    applicationId: fc.constantFrom('', 'a', 'b'),
    kind: fc.constantFrom('live', 'recorded', 'camera', 'recorder'),
    code: fc.constantFrom('', 'source.auth', 'source.silent'),
    views: fc.nat({ max: 1_000 }),
    watchedMs: fc.nat({ max: 10_000_000_000 }),
    starts: fc.nat({ max: 1_000 }),
    failures: fc.nat({ max: 1_000 }),
    recordedMs: fc.nat({ max: 10_000_000_000 }),
  });

  it('have the same total by any dimension, before and after months were rolled up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 60 }), async (made) => {
        await database.db.deleteFrom('statistic').execute();
        for (const { channel, day, ...rest } of made) {
          const channelId = cameras[channel]?.id ?? 'removed';
          const stored = { tenantId: 'default', span: 'day' as const, channelId, ...rest } as const;
          await addRows(database.db, [
            { ...stored, day: dayNumber(addDays(year.from, day)) } as unknown as StatisticRow,
          ]);
        }
        const expected = made.reduce(
          (sum, { views, watchedMs, recordedMs }) => [
            sum[0]! + views,
            sum[1]! + watchedMs,
            sum[2]! + recordedMs,
          ],
          [0, 0, 0],
        );
        const dimensions = [
          'none',
          'camera',
          'application',
          'dept',
          'day',
          'month',
          'applicationDay',
        ] as const;
        const totals = await Promise.all(dimensions.map(async (each) => total(await read(each))));
        for (const each of totals) expect(each).toEqual(totals[0]);
        expect([totals[0]!.views, totals[0]!.watchedMs, totals[0]!.recordedMs]).toEqual(expected);
        await rollUpMonths(database.db, operatorScope, '2026-01-15', 200, signal);
        for (const each of dimensions) expect(total(await read(each))).toEqual(totals[0]);
      }),
      { numRuns: rounds(8, 100) },
    );
  });

  it('are merged into months that ended long enough ago, completely', async () => {
    const rows = ['2025-03-31', '2025-04-01', '2025-04-30', '2025-05-01'].map((date) => ({
      ...{ tenantId: 'default', span: 'day' as const, day: dayNumber(date), channelId: cameras[0]!.id },
      ...{ applicationId: 'a', kind: 'live' as const, code: '', watchedMs: 0, starts: 0, failures: 0 },
      ...{ views: 1, recordedMs: 0 },
    }));
    await addRows(database.db, rows);
    // 62 days before the 10th of July is the 9th of May, so April has ended before, and May has not.
    expect(await rollUpMonths(database.db, operatorScope, '2025-07-10', 62, signal)).toBe(2);
    expect(await rollUpMonths(database.db, operatorScope, '2025-07-10', 62, signal)).toBe(0);
    const stored = await database.db
      .selectFrom('statistic')
      .select(['span', 'day', 'views'])
      .orderBy('day')
      .execute();
    expect(stored.map(({ span, day, views }) => [span, dateOfNumber(day), Number(views)])).toEqual([
      ['month', '2025-03-01', 1],
      ['month', '2025-04-01', 2],
      ['day', '2025-05-01', 1],
    ]);
    const viewsIn = async (from: string, to: string) => total(await read('none', { from, to })).views;
    expect(await viewsIn('2025-03-01', '2025-05-01')).toBe(4);
    // A month of which only a part was asked for is left out.
    expect(await viewsIn('2025-03-02', '2025-04-30')).toBe(2);
    expect(await viewsIn('2025-04-01', '2025-04-29')).toBe(0);
  });

  it('contain the recorded time of each day, and keep it when retention removes the recordings', async () => {
    const key = { tenantId: 'default', channelId: cameras[0]!.id, store: 'cloud' as const };
    const index = segmentIndex(database.db);
    // Shanghai's midnight is 16:00 UTC.
    const midnight = Date.UTC(2025, 5, 1, 16);
    const segment = (startMs: number, endMs: number, store: 'cloud' | 'device' = 'cloud') => ({
      ...{ key: { ...key, store }, startMs, endMs, bytes: 1, kind: 'schedule' as const },
    });
    await index.put([
      segment(midnight - 600_000, midnight - 300_000),
      segment(midnight - 60_000, midnight + 30_000),
      segment(midnight - 60_000, midnight + 30_000, 'device'),
    ]);
    const sum = (now: number) => sumRecorded(database.db, operatorScope, shanghai, now, signal);
    const recorded = async () =>
      [...(await read('day'))].map(([day, { recordedMs }]) => [day, recordedMs]).sort();
    expect(await sum(midnight + 3_600_000)).toBe(32);
    expect(await recorded()).toEqual([
      ['20250601', 360_000],
      ['20250602', 30_000],
    ]);
    await index.remove(key, [midnight - 600_000]);
    await index.put([segment(midnight + 60_000, midnight + 120_000)]);
    // The last day, and the one before.
    expect(await sum(midnight + 7_200_000)).toBe(2);
    expect(await recorded()).toEqual([
      ['20250601', 360_000],
      ['20250602', 90_000],
    ]);
  });

  it('are those of cameras in the data scope of a user', async () => {
    const [own, other] = cameras;
    const clock = new FakeClock();
    const one = process(clock);
    one.views.open(viewed(0), 'live').close();
    one.views.open(viewed(1), 'live').close();
    await one.stop();
    const dept = await database.db.selectFrom('dept').select('id').executeTakeFirstOrThrow();
    await database.db.updateTable('channel').set({ deptId: dept.id }).where('id', '=', own!.id).execute();
    await database.db.updateTable('channel').set({ deptId: null }).where('id', '=', other!.id).execute();
    const scoped = (deptIds: readonly number[]) => ({
      scope: operatorScope,
      dataScope: { kind: 'some', deptIds, own: true } as const,
    });
    expect([...(await read('camera', year, scoped([dept.id]))).keys()]).toEqual([own!.id]);
    expect(total(await read('day', year, scoped([dept.id]))).views).toBe(1);
    expect(await read('camera', year, scoped([]))).toEqual(new Map());
  });
});
