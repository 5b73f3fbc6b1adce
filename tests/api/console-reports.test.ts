/** The report centre: reports as rows, and running them. What a report reads is code. */
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { reportSourceNames, reportSources } from '../../lib/contracts/admin/report-sources.ts';
import { statReport } from '../../lib/contracts/admin/resources/stat-report.resource.ts';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { dayNumber } from '../../lib/domain/statistics/days.ts';
import { unitedMs } from '../../lib/domain/statistics/report-sources.ts';
import { addRows, type StatisticRow } from '../../lib/domain/statistics/write-statistics.ts';
import { addDays } from '../../lib/kernel/zone-days.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { type SignedIn, type TestConsole, testConsole } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { describeResource } from '../kit/resource-suite.ts';
import { ok, outcome } from '../kit/system-console.ts';

describeResource(statReport, {
  body: (number) => ({
    ...{ code: `made.${number}`, name: `报表${number}`, source: 'mostWatched', chart: 'bar', status: '0' },
    ...{ params: { days: 7, rows: 5 }, columns: ['camera', 'views'], roles: [] },
  }),
  change: { name: '改名', params: { days: 14, rows: 9 }, columns: [] },
  skipFields: ['params', 'columns', 'roles'],
});

describe.each(engines)('reports on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let opened: OpenDatabase;
  let app: TestConsole;
  let admin: SignedIn;
  let today: string;
  let cameras: readonly { readonly id: string; readonly name: string; readonly serial: string }[];

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    opened = await bench.open();
    app = await testConsole(opened);
    admin = await app.root();
    today = zoneOf('Asia/Shanghai').text(app.clock.now()).slice(0, 10);
    const rows = await opened.db
      .selectFrom('channel')
      .select(['id', 'name', 'deviceSerial'])
      .orderBy('deviceSerial')
      .execute();
    cameras = rows.map(({ id, name, deviceSerial }) => ({ id, name, serial: deviceSerial }));
  });
  afterEach(() => app.stop());

  const store = (made: readonly (Partial<StatisticRow> & { camera: number; daysAgo?: number })[]) =>
    addRows(
      opened.db,
      made.map(({ camera, daysAgo = 0, ...rest }) => ({
        ...{ tenantId: 'default', span: 'day', applicationId: 'gone', kind: 'live', code: '' },
        ...{ views: 0, watchedMs: 0, starts: 0, failures: 0, recordedMs: 0 },
        ...rest,
        ...{ day: dayNumber(addDays(today, -daysAgo)), channelId: cameras[camera]!.id },
      })) as StatisticRow[],
    );
  const listed = async () =>
    ok(await admin.call('GET', '/stat/report/page', { query: { pageSize: '100' } })).records;
  const idOf = async (code: string): Promise<string> =>
    String((await listed()).find((row: { code: string }) => row.code === code).reportId);
  const run = async (code: string, query: Record<string, string> = {}, as = admin) =>
    as.call('GET', '/stat/report/run', { query: { id: await idOf(code), ...query } });
  const rowsOf = async (code: string, query: Record<string, string> = {}, as = admin) =>
    ok(await run(code, query, as)).rows;

  it('come with the product, one for each source, and cannot be deleted', async () => {
    expect((await listed()).map(({ code }: { code: string }) => code)).toEqual(reportSourceNames);
    const refused = await admin.call('DELETE', `/stat/report/${await idOf('failing')}`);
    expect(outcome(refused)).toEqual(['U0200', '内置报表，不能删除']);
  });

  it('name the most watched and the failing cameras', async () => {
    await store([
      { camera: 0, views: 1, watchedMs: 60_000 },
      { camera: 1, views: 2, watchedMs: 3_600_000, kind: 'recorded' },
      { camera: 0, code: 'source.auth', failures: 3, kind: 'camera', applicationId: '' },
      { camera: 0, code: 'viewer.tooSlow', failures: 1 },
      { camera: 1, views: 9, daysAgo: 40 },
    ]);
    expect(await rowsOf('mostWatched')).toEqual([
      { camera: cameras[1]!.name, channel: `${cameras[1]!.serial}:1`, views: 2, watched: 3_600 },
      { camera: cameras[0]!.name, channel: `${cameras[0]!.serial}:1`, views: 1, watched: 60 },
    ]);
    expect(await rowsOf('failing')).toEqual([
      expect.objectContaining({ camera: cameras[0]!.name, failures: 4, viewFailures: 1, streamFailures: 3 }),
    ]);
    const answer = ok(await run('mostWatched', { begin: addDays(today, -45), end: addDays(today, -31) }));
    expect(answer).toMatchObject({ from: addDays(today, -45), drawn: 'views', rows: [{ views: 9 }] });
  });

  it('name cameras that nobody watched, with what was recorded for nobody', async () => {
    await store([
      { camera: 0, views: 1 },
      { camera: 1, kind: 'recorder', applicationId: '', recordedMs: 7_200_000 },
    ]);
    const rows = await rowsOf('neverWatched');
    expect(rows).toHaveLength(cameras.length - 1);
    expect(rows[0]).toEqual({
      camera: cameras[1]!.name,
      channel: `${cameras[1]!.serial}:1`,
      dept: '未分配部门',
      recorded: 7_200,
    });
  });

  it('show watch time by day and application, the newest day first', async () => {
    const integrator = await app.integrator();
    const { id } = await opened.db
      .selectFrom('application')
      .select('id')
      .where('appKey', '=', integrator.appKey)
      .executeTakeFirstOrThrow();
    await store([
      { camera: 0, views: 1, watchedMs: 5_000, daysAgo: 1, applicationId: id },
      { camera: 0, views: 1, watchedMs: 1_000, applicationId: id },
      { camera: 1, views: 1, watchedMs: 9_000, applicationId: id },
      { camera: 1, views: 1, watchedMs: 2_000 },
      { camera: 1, starts: 4, kind: 'camera', applicationId: '' },
    ]);
    expect(await rowsOf('watchTimeByDay')).toEqual([
      { day: today, application: '示例', views: 2, watched: 10 },
      { day: today, application: '已删除的应用', views: 1, watched: 2 },
      { day: addDays(today, -1), application: '示例', views: 1, watched: 5 },
    ]);
  });

  it('show recorded time and what kept a camera from being recorded', async () => {
    await store([{ camera: 0, kind: 'recorder', applicationId: '', recordedMs: 43_200_000, daysAgo: 1 }]);
    const noon = zoneOf('Asia/Shanghai').instant(`${addDays(today, -1)} 12:00:00`)!;
    const trouble = { tenantId: 'default', channelId: cameras[0]!.id, store: 'cloud' as const };
    await opened.db
      .insertInto('recordingTrouble')
      .values([
        { ...trouble, code: 'source.silent', fromMs: noon, toMs: noon + 600_000 },
        { ...trouble, code: 'source.auth', fromMs: noon + 300_000, toMs: noon + 1_200_000 },
        { ...trouble, code: 'plan.off', fromMs: noon + 2_000_000, toMs: noon + 9_000_000 },
      ])
      .execute();
    const yesterday = { begin: addDays(today, -1), end: addDays(today, -1) };
    expect(await rowsOf('recorderHours', yesterday)).toEqual([
      {
        ...{ camera: cameras[0]!.name, channel: `${cameras[0]!.serial}:1` },
        ...{ recorded: 43_200, share: 50, gaps: 1_200, reason: '摄像机拒绝了登录' },
      },
    ]);
  });

  it('have the days, rows and columns of their definition', async () => {
    await store([
      { camera: 0, views: 1, daysAgo: 3 },
      { camera: 1, views: 2 },
    ]);
    const body = { code: 'own', name: '自定', source: 'mostWatched', chart: 'none', status: '0', roles: [] };
    const made = async (more: object) => admin.call('POST', '/stat/report', { body: { ...body, ...more } });
    ok(await made({ params: { days: 2, rows: 5 }, columns: ['views', 'camera'] }));
    const answer = ok(await run('own'));
    expect(answer.columns.map(({ key }: { key: string }) => key)).toEqual(['views', 'camera']);
    expect(answer).toMatchObject({ rows: [{ camera: cameras[1]!.name, views: 2 }], drawn: null });
    expect(outcome(await made({ code: 'more', columns: ['password'] }))).toEqual([
      40000,
      '此数据来源没有这样的列',
    ]);
    expect((await made({ code: 'more', params: { days: 367, rows: 5 } })).code).toBe(40000);
    expect((await made({ code: 'more', source: 'select 1' })).code).toBe(40000);
    expect((await run('own', { begin: '2024-01-01', end: '2025-01-01' })).message).toBe(
      '日期范围最多 366 天',
    );
  });

  it('are run by users with the permission and one of the roles, within their data scope', async () => {
    await store([{ camera: 0, views: 1 }]);
    const id = await idOf('mostWatched');
    const query = { id };
    const reader = await app.signIn({ permissions: ['stat:report:list'] });
    expect((await reader.call('GET', '/stat/report/run', { query })).code).toBe(403);
    const runner = await app.signIn({ permissions: ['stat:report:run'], dataScope: 5 });
    expect(ok(await runner.call('GET', '/stat/report/run', { query })).rows).toEqual([]);
    const [row] = (await listed()).filter(({ code }: { code: string }) => code === 'mostWatched');
    const change = (body: object) =>
      admin.call('PUT', '/stat/report', { body: { reportId: Number(id), ...body } });
    ok(await change({ roles: [1], version: row.version }));
    expect((await runner.call('GET', '/stat/report/run', { query })).code).toBe(403);
    ok(await change({ roles: [runner.roleId], version: row.version + 1 }));
    expect((await runner.call('GET', '/stat/report/run', { query })).code).toBe(20001);
    ok(await change({ status: '1', version: row.version + 2 }));
    expect((await admin.call('GET', '/stat/report/run', { query })).message).toBe('报表已停用');
  });

  it('are saved as a file, with units, which is logged', async () => {
    await store([{ camera: 0, views: 1, watchedMs: 90_000 }]);
    const form = { id: await idOf('mostWatched'), format: 'csv' };
    const file = await admin.call('POST', '/stat/report/run/export', { form });
    expect(Buffer.from(file.blob!).toString().replace('\ufeff', '').trim().split('\r\n')).toEqual([
      '摄像头,设备与通道,观看次数,观看时长（秒）',
      `${cameras[0]!.name},${cameras[0]!.serial}:1,1,90`,
    ]);
    const [entry] = ok(await admin.call('GET', '/monitor/operlog/page')).records;
    expect(entry).toMatchObject({ title: '报表中心', businessType: '5' });
  });
});

it('a source draws one of its columns, and its columns have distinct keys', () => {
  for (const { columns, ...source } of Object.values(reportSources)) {
    const keys = columns.map(({ key }) => key as string);
    expect(new Set(keys).size).toBe(keys.length);
    if ('drawn' in source) expect(keys).toContain(source.drawn);
  }
});

it('faults at the same time count once', () => {
  const at = (fromMs: number, toMs: number) => ({ fromMs, toMs });
  expect(unitedMs([at(0, 10), at(5, 8), at(9, 15), at(20, 30)], 2, 25)).toBe(18);
  expect(unitedMs([], 0, 10)).toBe(0);
});
