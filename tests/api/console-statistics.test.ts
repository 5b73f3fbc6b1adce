/** Statistics of cameras in the console: by dimension, in the data scope, compared, as a list, a summary and a file. */
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { dayNumber } from '../../lib/domain/statistics/days.ts';
import { addRows, type StatisticRow } from '../../lib/domain/statistics/write-statistics.ts';
import { addDays } from '../../lib/kernel/zone-days.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { type SignedIn, type TestConsole, testConsole } from '../kit/console.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { ok, outcome } from '../kit/system-console.ts';

describe.each(anyEngine)('statistics of cameras on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: TestConsole;
  let admin: SignedIn;
  let today: string;
  let cameras: readonly { readonly id: string; readonly name: string; readonly serial: string }[];
  let integrator: Awaited<ReturnType<TestConsole['integrator']>>;
  let applicationId: string;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    const database = await bench.open();
    app = await testConsole(database);
    admin = await app.root();
    today = zoneOf('Asia/Shanghai').text(app.clock.now()).slice(0, 10);
    const rows = await database.db
      .selectFrom('channel')
      .select(['id', 'name', 'deviceSerial'])
      .orderBy('deviceSerial')
      .execute();
    cameras = rows.map(({ id, name, deviceSerial }) => ({ id, name, serial: deviceSerial }));
    integrator = await app.integrator();
    const { id } = await database.db.selectFrom('application').select('id').executeTakeFirstOrThrow();
    applicationId = id;
    await store([
      { views: 3, watchedMs: 90_000 },
      { views: 1, watchedMs: 3_600_000, kind: 'recorded', camera: 1, daysAgo: 2 },
      { kind: 'camera', applicationId: '', starts: 2, camera: 1 },
      { kind: 'camera', applicationId: '', code: 'source.auth', failures: 5, camera: 1 },
      { code: 'viewer.tooSlow', failures: 2 },
      { kind: 'recorder', applicationId: '', recordedMs: 7_200_000, daysAgo: 1 },
      { views: 2, watchedMs: 10_000, daysAgo: 35 },
    ]);
  });
  afterEach(() => app.stop());

  interface Made extends Partial<Omit<StatisticRow, 'day' | 'channelId'>> {
    readonly camera?: number;
    readonly daysAgo?: number;
  }
  const store = (made: readonly Made[]) =>
    addRows(
      app.database.db,
      made.map(({ camera = 0, daysAgo = 0, ...rest }) => ({
        ...{ tenantId: 'default', span: 'day', applicationId, kind: 'live', code: '' },
        ...{ views: 0, watchedMs: 0, starts: 0, failures: 0, recordedMs: 0 },
        ...rest,
        ...{ day: dayNumber(addDays(today, -daysAgo)), channelId: cameras[camera]!.id },
      })) as StatisticRow[],
    );
  const page = async (query: Record<string, string> = {}, as = admin) =>
    ok(await as.call('GET', '/stat/device/page', { query }));
  const summary = async (query: Record<string, string> = {}, as = admin) =>
    ok(await as.call('GET', '/stat/device/summary', { query }));

  it('are listed by camera, the most watched first, with the period before', async () => {
    const { records, total } = await page();
    expect(total).toBe(2);
    expect(records).toMatchObject([
      {
        ...{ name: cameras[1]!.name, detail: `${cameras[1]!.serial}:1`, views: 1, recordedViews: 1 },
        ...{ watchSeconds: 3_600, starts: 2, viewFailures: 0, streamFailures: 5, recordSeconds: 0 },
      },
      {
        ...{ name: cameras[0]!.name, views: 3, liveViews: 3, viewsBefore: 2, watchSecondsBefore: 10 },
        ...{ watchSeconds: 90, viewFailures: 2, streamFailures: 0, recordSeconds: 7_200 },
      },
    ]);
  });

  it.each([
    ['application', ['示例', '无（设备连接与录像）']],
    ['month', null],
    ['day', null],
    ['dept', ['未分配部门']],
  ])('are grouped by %s, with the same sums', async (groupBy, names) => {
    const { records } = await page({ groupBy });
    const sum = (field: string) =>
      records.reduce((all: number, row: Record<string, number>) => all + row[field]!, 0);
    expect(['views', 'watchSeconds', 'viewFailures', 'streamFailures', 'recordSeconds'].map(sum)).toEqual([
      ...[4, 3_690, 2, 5, 7_200],
    ]);
    if (names) expect(records.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it('are filtered, searched, sorted and paged', async () => {
    const names = async (query: Record<string, string>) =>
      (await page(query)).records.map(({ name }: { name: string }) => name);
    expect(await names({ cameraId: cameras[0]!.id })).toEqual([cameras[0]!.name]);
    expect(await names({ keyword: cameras[1]!.name })).toEqual([cameras[1]!.name]);
    expect(await names({ applicationId, orderByColumn: 'views', isAsc: 'desc' })).toEqual([
      cameras[0]!.name,
      cameras[1]!.name,
    ]);
    expect(await names({ pageNum: '2', pageSize: '1' })).toEqual([cameras[0]!.name]);
    const range = { 'params[beginDay]': addDays(today, -2), 'params[endDay]': addDays(today, -2) };
    expect(await names(range)).toEqual([cameras[1]!.name]);
  });

  it('have a range of at most 366 days', async () => {
    const asked = async (from: string, to: string) => {
      const query = { 'params[beginDay]': from, 'params[endDay]': to };
      return outcome(await admin.call('GET', '/stat/device/page', { query }));
    };
    expect(await asked('2024-01-01', '2024-12-31')).toEqual([20001, expect.anything()]);
    expect(await asked('2024-01-01', '2025-01-01')).toEqual([40000, '日期范围最多 366 天']);
    expect(await asked('2024-01-02', '2024-01-01')).toEqual([40000, '结束日期不能早于开始日期']);
  });

  it('have a summary with the reasons of failures, by day, and above 92 days by month', async () => {
    const answer = await summary();
    expect(answer).toMatchObject({
      ...{ from: addDays(today, -29), to: today },
      total: { views: 4, watchSeconds: 3_690, starts: 2, viewFailures: 2, streamFailures: 5 },
      before: { from: addDays(today, -59), to: addDays(today, -30), views: 2, watchSeconds: 10 },
      failures: [
        { code: 'source.auth', kind: 'stream', count: 5, title: expect.stringMatching(/./) },
        { code: 'viewer.tooSlow', kind: 'view', count: 2 },
      ],
    });
    expect(answer.series.map(({ at, views }: { at: string; views: number }) => [at, views])).toEqual([
      [addDays(today, -2), 1],
      [addDays(today, -1), 0],
      [today, 3],
    ]);
    const year = await summary({ 'params[beginDay]': addDays(today, -365), 'params[endDay]': today });
    expect(year.series.every(({ at }: { at: string }) => /^\d{4}-\d{2}$/.test(at))).toBe(true);
  });

  it('contain only the cameras of the departments of the user', async () => {
    const { deptId } = ok(
      await admin.call('POST', '/system/dept', {
        body: { parentId: 0, deptName: '分部', orderNum: 1, status: '0' },
      }),
    );
    await app.database.db.updateTable('channel').set({ deptId }).where('id', '=', cameras[1]!.id).execute();
    const permissions = ['stat:device:list', 'stat:device:export'];
    const manager = await app.signIn({ permissions, dataScope: 3, deptId });
    expect((await page({}, manager)).records.map(({ name }: { name: string }) => name)).toEqual([
      cameras[1]!.name,
    ]);
    expect((await page({ cameraId: cameras[0]!.id }, manager)).total).toBe(0);
    expect((await page({ groupBy: 'application' }, manager)).records).toMatchObject([
      { name: '数据范围外的应用', views: 1 },
      { name: '无（设备连接与录像）', views: 0 },
    ]);
    expect((await summary({}, manager)).total).toMatchObject({ views: 1, viewFailures: 0 });
    const nobody = await app.signIn({ permissions, dataScope: 5, deptId });
    expect((await page({}, nobody)).total).toBe(0);
    const file = await manager.call('POST', '/stat/device/export', { form: { format: 'csv' } });
    const lines = Buffer.from(file.blob!).toString().trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(cameras[1]!.name);
  });

  it('are exported with the filters and columns of the list; lengths are named as seconds', async () => {
    const form = { format: 'csv', groupBy: 'day', columns: 'name,views,watchSeconds', orderByColumn: 'name' };
    const file = await admin.call('POST', '/stat/device/export', { form });
    expect(Buffer.from(file.blob!).toString().replace('\ufeff', '').trim().split('\r\n')).toEqual([
      '名称,观看次数,观看时长（秒）',
      `${addDays(today, -2)},1,3600`,
      `${addDays(today, -1)},0,0`,
      `${today},3,90`,
    ]);
  });

  it('are exported by selected rows, too: with the filters that made them', async () => {
    const days = { groupBy: 'day', orderByColumn: 'name', isAsc: 'asc' };
    const { records } = await page(days);
    const form = { format: 'csv', columns: 'name,views', ids: `${records[0].id},${records[2].id}`, ...days };
    const file = await admin.call('POST', '/stat/device/export', { form });
    expect(Buffer.from(file.blob!).toString().trim().split('\r\n').slice(1)).toEqual([
      `${addDays(today, -2)},1`,
      `${today},3`,
    ]);
  });

  it('require the permission, and have no details', async () => {
    const guest = await app.signIn({ permissions: ['iot:camera:list'] });
    for (const path of ['/stat/device/page', '/stat/device/summary'])
      expect((await guest.call('GET', path)).code).toBe(403);
    expect((await guest.call('POST', '/stat/device/export', { form: {} })).code).toBe(403);
    expect((await admin.call('GET', `/stat/device/${'0'.repeat(32)}`)).code).toBe(404);
  });

  it('of a removed camera remain for users with access to all data', async () => {
    await app.database.db.deleteFrom('channel').where('id', '=', cameras[1]!.id).execute();
    expect((await page()).records[0]).toMatchObject({ name: '已删除的摄像头', views: 1 });
  });

  it('are rolled up by a job that every organisation has', async () => {
    const row = await app.database.db
      .selectFrom('job')
      .select(['id', 'status'])
      .where('seedKey', '=', 'stats.rollupDay')
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('0');
    await app.setSetting('stat.keepDays', '62');
    await store([{ views: 7, daysAgo: 200 }]);
    ok(await admin.call('PUT', '/monitor/job/run', { body: { id: Number(row.id) } }));
    const months = () =>
      app.database.db.selectFrom('statistic').select('views').where('span', '=', 'month').execute();
    for (let turns = 0; turns < 500 && (await months()).length === 0; turns += 1) {
      await app.jobs.look();
      await app.clock.advance(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await months()).map(({ views }) => Number(views))).toEqual([7]);
  });

  it('count who watched: a player that was admitted, by its application', async () => {
    const open = (serial: string) =>
      app.call('/api/lapp/live/url/ezopen', {
        ...{ accessToken: integrator.accessToken, ezopen: `ezopen://open.ys7.com/${serial}/1.hd.live` },
      });
    const { token } = (await open(cameras[0]!.serial)).data as { token: string };
    const wanted = {
      deviceSerial: cameras[0]!.serial,
      channelNo: 1,
      profile: 'main',
      video: 'asSent',
    } as const;
    const admitted = await app.gate.admit(token, wanted);
    if (!admitted.ok) throw new Error(admitted.error.code);
    expect(admitted.value.applicationId).toBe(applicationId);
    const view = app.statistics.views.open({ ...admitted.value.key, applicationId }, 'live');
    view.flows(true);
    await app.clock.advance(25_000);
    view.close();
    // Without a source, the address itself is refused.
    await app.database.db.deleteFrom('streamSource').where('channelId', '=', cameras[1]!.id).execute();
    await open(cameras[1]!.serial);
    await app.statistics.store();
    expect((await page({ applicationId })).records).toMatchObject([
      { name: cameras[1]!.name, viewFailures: 1 },
      { name: cameras[0]!.name, views: 4, watchSeconds: 115 },
    ]);
  });
});
