import { expect } from 'expect';
import { it } from 'vitest';
import { readCsv } from '../../lib/domain/resource/sheet/csv.ts';
import type { SignedIn } from '../kit/console.ts';
import { textOf } from '../kit/csv-text.ts';
import { describeSystemOnBoth, get, ok, outcome } from '../kit/system-console.ts';

const rows = 5_100;

describeSystemOnBoth('exports above 5,000 rows', (testConsole) => {
  /** Entries of the sign-in log: cheap rows of a resource that can be exported. */
  const addEntries = async (count: number) => {
    const entry = (at: number) => ({
      ...{ tenantId: 'default', userId: null, userName: `user_${at}`, address: '192.0.2.1' },
      ...{ browser: '', os: '', device: 'PC', loginType: 'PASSWORD', status: '0', msg: '' },
      ...{ traceId: 't', loginAt: 1_760_000_000_000 + at },
    });
    for (let from = 0; from < count; from += 500) {
      const piece = Array.from({ length: Math.min(500, count - from) }, (_, at) => entry(from + at));
      await testConsole()
        .db.insertInto('loginLog')
        .values(piece as never)
        .execute();
    }
  };
  const start = (client: SignedIn = testConsole().founder, form: Record<string, string> = {}) =>
    client.call('POST', '/monitor/logininfor/export', { form: { format: 'csv', ...form } });
  const jobs = (client: SignedIn = testConsole().founder) => get(client, '/common/export-job');
  const finished = async (client?: SignedIn) => {
    await testConsole().adminConsole.exports.settled();
    return jobs(client);
  };
  const fetchFile = (url: string) => testConsole().anonymous.call('GET', url.replace('/api/admin', ''));

  it('are made in the background, and downloaded by a signed link within 24 hours', async () => {
    const { founder, clock } = testConsole();
    await addEntries(rows);
    const answer = await start();
    expect([answer.blob, answer.code, answer.message]).toEqual([
      null,
      20_001,
      '共 5,100 行，正在后台导出，完成后可在通知铃铛中下载',
    ]);
    const [job] = await finished();
    expect(job).toMatchObject({
      ...{ title: '登录日志', format: 'csv', state: 'done', reason: null, opened: false },
      ...{ rowsDone: rows, rowsTotal: rows },
    });
    const file = await fetchFile(job.url);
    expect(file.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''%E7%99%BB%E5%BD%95%E6%97%A5%E5%BF%97.csv",
    );
    expect(file.headers.get('cache-control')).toBe('private, no-store');
    const read = readCsv(textOf(file.blob), rows + 1);
    expect([read.ok && read.value.length, file.blob?.length]).toEqual([rows + 1, job.size]);
    expect((await jobs())[0].opened).toBe(true);
    expect(await get(founder, '/monitor/operlog/page', { businessType: '5' })).toMatchObject({ total: 1 });

    const last = job.url.slice(-1) === 'A' ? 'B' : 'A';
    for (const wrong of [`${job.url.slice(0, -1)}${last}`, job.url.replace(job.id, 'f'.repeat(32))]) {
      expect((await fetchFile(wrong)).code).toBe(404);
    }
    clock.setWall(clock.now() + 24 * 60 * 60_000);
    expect((await fetchFile(job.url)).code).toBe(404);
    await testConsole().adminConsole.exports.forgetExpired();
    expect(await testConsole().db.selectFrom('exportPart').select('jobId').execute()).toEqual([]);
  }, 60_000);

  it('are sent at once up to 5,000 rows', async () => {
    await addEntries(5_000);
    const { blob } = await start();
    expect(readCsv(textOf(blob), 5_001)).toMatchObject({ ok: true });
    expect(await jobs()).toEqual([]);
  }, 60_000);

  it('contain what the filters match, and are the caller’s own', async () => {
    const { signIn, db } = testConsole();
    await addEntries(rows);
    const clerk = await signIn({ permissions: ['monitor:logininfor:export'] });
    const other = await signIn({ permissions: ['monitor:logininfor:export'] });
    expect((await start(clerk, { status: '1' })).blob).not.toBeNull();
    expect((await start(clerk, { userName: 'user_' })).blob).toBeNull();
    const [job] = await finished(clerk);
    expect([job.state, job.rowsDone, await jobs(other)]).toEqual(['done', rows, []]);
    for (const answer of [
      await other.call('DELETE', `/common/export-job/${job.id}`),
      await other.call('PUT', '/common/export-job/restart', { body: { id: job.id } }),
    ]) {
      expect(answer.code).toBe(404);
    }
    expect(outcome(await clerk.call('PUT', '/common/export-job/restart', { body: { id: job.id } }))).toEqual([
      'U0200',
      '该导出没有失败',
    ]);
    // The link is worth nothing once the account is disabled.
    await db.updateTable('user').set({ status: '1' }).where('id', '=', clerk.userId).execute();
    expect((await fetchFile(job.url)).code).toBe(404);
    await db.updateTable('user').set({ status: '0' }).where('id', '=', clerk.userId).execute();
    expect((await fetchFile(job.url)).blob).not.toBeNull();
    ok(await clerk.call('DELETE', `/common/export-job/${job.id}`));
    expect((await fetchFile(job.url)).code).toBe(404);
  }, 60_000);

  it('of a server that was restarted have failed with the reason, and can be started again', async () => {
    const { db, clock, founder } = testConsole();
    await addEntries(rows);
    await start();
    const [{ id }] = await finished();
    // As left by a process that was killed.
    const left = { state: 'running', claimId: 'gone', finishedAt: null, rowsDone: 100 } as const;
    await db
      .updateTable('exportJob')
      .set({ ...left, claimedUntil: clock.now() + 15_000 })
      .execute();
    expect((await jobs())[0]).toMatchObject({ state: 'running', reason: null, url: null });
    expect((await founder.call('PUT', '/common/export-job/restart', { body: { id } })).code).toBe('U0200');
    await clock.advance(15_001);
    expect((await jobs())[0]).toMatchObject({
      state: 'failed',
      reason: '服务器已重启或停止，导出中断，可重新开始',
    });
    const other = await testConsole().signIn({ permissions: ['monitor:logininfor:export'] });
    expect((await other.call('PUT', '/common/export-job/restart', { body: { id } })).code).toBe(404);
    ok(await founder.call('PUT', '/common/export-job/restart', { body: { id } }));
    const [job] = await finished();
    expect([job.state, job.rowsDone]).toEqual(['done', rows]);
    const { blob } = await fetchFile(job.url);
    expect(blob?.length).toBe(job.size);
  }, 60_000);

  it('are limited to three at a time for each user', async () => {
    const { db, clock, founder } = testConsole();
    await addEntries(rows);
    await start();
    await finished();
    const made = await db.selectFrom('exportJob').selectAll().executeTakeFirstOrThrow();
    const unfinished = {
      ...made,
      state: 'waiting',
      finishedAt: null,
      claimedUntil: clock.now() + 60_000,
    } as const;
    await db
      .insertInto('exportJob')
      .values(['a', 'b', 'c'].map((digit) => ({ ...unfinished, id: digit.repeat(32) })))
      .execute();
    expect(outcome(await start(founder))).toEqual(['U0200', '已有 3 个导出尚未完成，请稍后再试']);
  }, 60_000);
});
