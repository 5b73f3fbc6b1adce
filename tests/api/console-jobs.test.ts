import { expect } from 'expect';
import { it } from 'vitest';
import type { ConsoleClient } from '../kit/console.ts';
import { describeSystem, get, ok, outcome } from '../kit/system-console.ts';

const day = 24 * 60 * 60_000;

describeSystem('scheduled jobs', (testConsole) => {
  const job = (values: object = {}) => ({
    ...{ jobName: '试验', jobGroup: 'DEFAULT', invokeTarget: 'demo.noop(0)', cronExpression: '0 0 3 * * ?' },
    ...values,
  });
  const create = (client: ConsoleClient, values: object = {}) =>
    client.call('POST', '/monitor/job', { body: job(values) });
  const made = async (values: object = {}): Promise<number> =>
    ok(await create(testConsole().founder, values)).jobId;
  const row = (jobId: number) => get(testConsole().founder, `/monitor/job/${jobId}`);
  const logOf = async (jobId: number) =>
    (await get(testConsole().founder, '/monitor/jobLog/page', { jobId: String(jobId) })).records;
  const builtIn = async (invokeTarget: string) =>
    (await get(testConsole().founder, '/monitor/job/page', { invokeTarget })).records[0];

  /** Decides what is due, and waits until it has run. */
  const look = async () => {
    const { jobs, db, clock } = testConsole();
    const open = () =>
      db.selectFrom('jobLog').select('id').where('status', 'in', ['2', '3']).executeTakeFirst();
    for (let turns = 0; turns < 1_000; turns += 1) {
      await jobs.look();
      await clock.advance(1);
      await new Promise((resolve) => setImmediate(resolve));
      if (!(await open())) return;
    }
    throw new Error('a job has not ended');
  };
  const runNow = async (jobId: number) => {
    ok(await testConsole().founder.call('PUT', '/monitor/job/run', { body: { id: jobId } }));
    await look();
    const [entry] = await logOf(jobId);
    return entry;
  };

  it('are paused unless their creator starts them, and then show their next run', async () => {
    const { founder } = testConsole();
    const jobId = await made();
    expect(await row(jobId)).toMatchObject({
      ...{ status: '1', misfirePolicy: '3', concurrent: '1', timeoutSec: 300, retry: 0, notifyOnFail: false },
      ...{ nextValidTime: null, lastRunTime: null, isBuiltIn: 'N' },
    });
    const change = { jobId, status: '0', version: (await row(jobId)).version };
    ok(await founder.call('PUT', '/monitor/job/changeStatus', { body: change }));
    expect((await row(jobId)).nextValidTime).toMatch(/ 03:00:00$/);
    const { version } = await row(jobId);
    ok(
      await founder.call('PUT', '/monitor/job', {
        body: { ...job({ cronExpression: '0 30 4 * * ?' }), jobId, version },
      }),
    );
    expect((await row(jobId)).nextValidTime).toMatch(/ 04:30:00$/);
  });

  it.each([
    ['cronExpression', '0 0 3 * *', 'Cron 表达式不正确：秒 分 时 日 月 周 [年]，日和周只能指定一个'],
    ['cronExpression', '0 0 0 31 2 ?', 'Cron 表达式不会再有运行时间'],
    ['invokeTarget', 'require("child_process")', '没有该任务'],
    ['invokeTarget', 'process.exit(0)', '没有该任务'],
    [
      'invokeTarget',
      'constructor.constructor("return 1")()',
      '调用目标的格式应为 name(argument, …)，参数只能是文字、数字、true、false 或 null',
    ],
    [
      'invokeTarget',
      '__proto__()',
      '调用目标的格式应为 name(argument, …)，参数只能是文字、数字、true、false 或 null',
    ],
    ['invokeTarget', 'demo.noop()', '任务参数的个数或取值不正确'],
    ['invokeTarget', 'demo.noop("0")', '任务参数的个数或取值不正确'],
    ['invokeTarget', 'log.purge("login", 0)', '任务参数的个数或取值不正确'],
  ])('refuse %s %s: %s', async (path, value, message) => {
    const answer = await create(testConsole().founder, { [path]: value });
    expect([...outcome(answer), answer.errors?.[0]?.path]).toEqual([40_000, message, path]);
  });

  it('have different names in one group', async () => {
    const { founder } = testConsole();
    await made({ jobName: '重名' });
    await made({ jobName: '重名', jobGroup: 'SYSTEM' });
    expect(outcome(await create(founder, { jobName: '重名' }))).toEqual(['U0210', '同组中已有此任务名称']);
  });

  it('run less than 10 seconds apart only with the permission', async () => {
    const { signIn } = testConsole();
    const often = { jobName: '频繁', cronExpression: '0/5 * * * * ?' };
    const clerk = await signIn({ permissions: ['monitor:job:add'] });
    expect(outcome(await create(clerk, often))).toEqual([40_000, '运行间隔不能小于 10 秒']);
    const engineer = await signIn({ permissions: ['monitor:job:add', 'monitor:job:frequent'] });
    ok(await create(engineer, often));
  });

  it('call what their creator may do, and no more', async () => {
    const { signIn } = testConsole();
    const purge = { jobName: '清日志', invokeTarget: 'log.purge("operation", 90)' };
    const clerk = await signIn({ permissions: ['monitor:job:add'] });
    expect((await create(clerk, purge)).code).toBe(403);
    const permissions = ['monitor:job:add', 'monitor:operlog:remove'];
    expect((await create(await signIn({ permissions, dataScope: 5 }), purge)).code).toBe(403);
    ok(await create(await signIn({ permissions }), purge));
    const { jobId } = await builtIn('log.purge("login"');
    const runner = await signIn({ permissions: ['monitor:job:run', 'monitor:job:query'] });
    expect((await runner.call('PUT', '/monitor/job/run', { body: { id: jobId } })).code).toBe(403);
  });

  it('show the next five runs of an expression in the time of the organisation', async () => {
    const { founder, clock } = testConsole();
    expect(clock.now()).toBeGreaterThan(0);
    const { times } = await get(founder, '/monitor/job/nextTimes', { cron: '0 0 3 1 1 ? 2090-2099' });
    expect(times).toEqual([2090, 2091, 2092, 2093, 2094].map((year) => `${year}-01-01 03:00:00`));
    expect(await get(founder, '/monitor/job/nextTimes', { cron: 'x' })).toEqual({ times: null });
    expect(await get(founder, '/monitor/job/nextTimes', { cron: '0 0 0 1 1 ? 2020' })).toEqual({ times: [] });
  });

  it('list what they can call, with the meaning of the arguments in both languages', async () => {
    const { founder } = testConsole();
    const handlers = await get(founder, '/monitor/job/handlers');
    const names = handlers.map(({ name }: { name: string }) => name);
    // The tests have no folder for backups.
    expect(names).toEqual([
      'data.purgeExpired',
      'session.sweep',
      'upload.gcOrphans',
      'upload.moveFiles',
      'log.purge',
      'stats.rollupDay',
      'demo.noop',
    ]);
    const purge = handlers.find(({ name }: { name: string }) => name === 'log.purge');
    expect(purge.parameters).toMatchObject([
      { kind: 'choice', label: '日志' },
      { kind: 'integer', min: 1, max: 3_650 },
    ]);
    const headers = { 'accept-language': 'en-US' };
    const english = ok(await founder.call('GET', '/monitor/job/handlers', { headers }));
    expect(english.map(({ title }: { title: string }) => title)).toContain('Delete old log entries');
  });

  it('run at their time, and the log shows it', async () => {
    const { clock, founder } = testConsole();
    const jobId = await made({ jobName: '定时', status: '0', cronExpression: '0 * * * * ?' });
    await clock.advance(60_000);
    await look();
    const [entry] = await logOf(jobId);
    expect(entry).toMatchObject({
      ...{
        jobName: '定时',
        jobGroup: 'DEFAULT',
        invokeTarget: 'demo.noop(0)',
        status: '0',
        cause: 'schedule',
      },
      ...{ jobMessage: '完成', exceptionInfo: null, attempts: 1, dueTime: expect.stringMatching(/:00$/) },
    });
    expect(entry.node).not.toBeNull();
    expect((await row(jobId)).lastRunTime).toBe(entry.startTime);
    ok(await founder.call('DELETE', `/monitor/job/${jobId}`));
    expect(await logOf(jobId)).toHaveLength(1);
  });

  it('can be run once while paused, which is logged as an operation', async () => {
    const { founder, db } = testConsole();
    const jobId = await made({ jobName: '手动' });
    expect(await runNow(jobId)).toMatchObject({ status: '0', cause: 'manual' });
    const logged = await db
      .selectFrom('operationLog')
      .select('bizName')
      .where('bizKey', '=', `monitor.job:${jobId}`)
      .where('businessType', '=', 0)
      .execute();
    expect(logged).toEqual([{ bizName: '手动' }]);
    expect(outcome(await founder.call('PUT', '/monitor/job/run', { body: { id: 999_999 } }))[0]).toBe(404);
  });

  it('wait at most once, and not after they are deleted', async () => {
    const { founder } = testConsole();
    const jobId = await made({ jobName: '等待' });
    const run = () => founder.call('PUT', '/monitor/job/run', { body: { id: jobId } });
    ok(await run());
    expect(outcome(await run())).toEqual(['U0200', '任务已在等待执行']);
    ok(await founder.call('DELETE', `/monitor/job/${jobId}`));
    expect(await logOf(jobId)).toMatchObject([{ status: '4', jobMessage: '任务已删除' }]);
  });

  it('notify whoever changed them last, once for failures in a row', async () => {
    const { signIn, db } = testConsole();
    const author = await signIn({ permissions: ['monitor:job:add'] });
    const { jobId } = ok(await create(author, { jobName: '失败', notifyOnFail: true }));
    await db.updateTable('job').set({ invokeTarget: 'gone.run()' }).where('id', '=', jobId).execute();
    expect(await runNow(jobId)).toMatchObject({ status: '1', jobMessage: '此版本没有该任务' });
    await runNow(jobId);
    const notices = (await get(author, '/system/notice/list')).records;
    expect(notices).toMatchObject([{ noticeTitle: '定时任务失败：失败' }]);
    expect(notices[0].noticeContent).toContain('This version has no such handler');
    const other = await signIn({ noRole: true });
    expect((await get(other, '/system/notice/list')).records).toEqual([]);
  });

  it('that come with the product can be changed and paused, not deleted', async () => {
    const { founder } = testConsole();
    const sweep = await builtIn('session.sweep');
    expect(sweep).toMatchObject({ jobName: '清理失效会话', jobGroup: 'SYSTEM', status: '0', isBuiltIn: 'Y' });
    const english = await founder.call('GET', `/monitor/job/${sweep.jobId}`, {
      headers: { 'accept-language': 'en-US' },
    });
    expect(ok(english).jobName).toBe('Delete ended sessions');
    expect(outcome(await founder.call('DELETE', `/monitor/job/${sweep.jobId}`))).toEqual([
      'U0200',
      '内置任务，不能删除',
    ]);
    const pause = { jobId: sweep.jobId, status: '1', version: sweep.version };
    ok(await founder.call('PUT', '/monitor/job/changeStatus', { body: pause }));
    expect((await row(sweep.jobId)).nextValidTime).toBeNull();
  });

  it.each(['data.purgeExpired', 'session.sweep', 'upload.gcOrphans'])('run %s', async (target) => {
    expect(await runNow((await builtIn(target)).jobId)).toMatchObject({ status: '0', jobMessage: '完成' });
  });

  it('delete old entries of logs, those of the operation log as a chain', async () => {
    const { db, clock } = testConsole();
    const at = clock.now();
    const entry = {
      ...{ tenantId: 'default', userName: 'old', userId: null, address: '192.0.2.1', browser: '', os: '' },
      ...{ device: '', loginType: 'PASSWORD', status: '0', msg: '登录成功', traceId: 't' },
    };
    await db
      .insertInto('loginLog')
      .values([
        { ...entry, loginAt: at - 400 * day },
        { ...entry, userName: 'new', loginAt: at - 300 * day },
      ])
      .execute();
    expect(await runNow((await builtIn('log.purge("login"')).jobId)).toMatchObject({
      jobMessage: '删除 1 条',
    });
    const left = await db
      .selectFrom('loginLog')
      .select('userName')
      .where('userName', 'in', ['old', 'new'])
      .execute();
    expect(left).toEqual([{ userName: 'new' }]);
  });

  it('delete old entries of the operation log from its beginning, so that the rest can be verified', async () => {
    const { clock, db, root } = testConsole();
    await made();
    clock.setWall(clock.now() + 400 * day);
    // The sessions have expired.
    const again = await root();
    const purge = (await get(again, '/monitor/job/page', { invokeTarget: 'log.purge("operation"' }))
      .records[0];
    ok(await again.call('PUT', '/monitor/job/run', { body: { id: purge.jobId } }));
    await look();
    const log = (await get(again, '/monitor/jobLog/page', { jobId: String(purge.jobId) })).records;
    expect(log).toMatchObject([{ status: '0', jobMessage: '删除 1 条' }]);
    expect(await get(again, '/monitor/operlog/verify')).toMatchObject({ isIntact: true });
    expect(
      await db.selectFrom('operationLog').select('operName').where('businessType', '=', 9).execute(),
    ).toEqual([{ operName: '' }]);
  });

  it('have a log that can be filtered, exported and cleared, except for what is not over', async () => {
    const { founder, db } = testConsole();
    const [done, waits] = [await made({ jobName: '完成的' }), await made({ jobName: '等待的' })];
    await runNow(done);
    ok(await founder.call('PUT', '/monitor/job/run', { body: { id: waits } }));
    expect((await get(founder, '/monitor/jobLog/page', { status: '0', jobName: '完成' })).total).toBe(1);
    const file = await founder.call('POST', '/monitor/jobLog/export', { form: { format: 'csv' } });
    expect(file.blob).not.toBeNull();
    expect(ok(await founder.call('DELETE', '/monitor/jobLog/clean'))).toEqual({
      removed: expect.any(Number),
    });
    const left = await db.selectFrom('jobLog').select(['jobId', 'status']).execute();
    expect(left).toEqual([{ jobId: waits, status: '3' }]);
  });

  it('belong to one organisation', async () => {
    const { signIn } = testConsole();
    const other = await signIn({
      tenantId: 'elsewhere',
      permissions: ['monitor:job:list', 'monitor:job:run'],
    });
    expect((await get(other, '/monitor/job/page')).total).toBe(0);
    const own = await builtInOf();
    expect((await other.call('PUT', '/monitor/job/run', { body: { id: own } })).code).toBe(404);
  });

  const builtInOf = async () => {
    const { id } = await testConsole()
      .db.selectFrom('job')
      .select('id')
      .where('seedKey', '=', 'session.sweep')
      .executeTakeFirstOrThrow();
    return id;
  };
});
