import { expect } from 'expect';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { type Job, type JobRuns, jobRuns } from '../../lib/domain/jobs/job-runs.ts';
import { databaseLease } from '../../lib/domain/jobs/runner-lease.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const minute = 60_000;
const done = { state: '0', message: { 'zh-CN': '完成', 'en-US': 'Done' }, attempts: 1 } as const;
const failed = { ...done, state: '1' } as const;

describe.each(engines)('runs of jobs on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let clock: FakeClock;
  let one: JobRuns;
  let other: JobRuns;
  const of = (owner: string) => jobRuns({ db: database.db, clock, node: `machine/${owner}`, owner });

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.openEmpty();
    clock = new FakeClock();
    [one, other] = [of('one'), of('other')];
    await database.db
      .insertInto('tenant')
      .values({ id: 'ours', name: '本组织', enabled: 1, createdAt: 1 })
      .execute();
  });

  async function makeJob(part: Partial<Job> = {}): Promise<Job> {
    return database.db
      .insertInto('job')
      .values({
        ...{ tenantId: 'ours', jobName: '试验', jobGroup: 'DEFAULT', invokeTarget: 'demo.noop(0)' },
        ...{ cronExpression: '0 * * * * ?', misfirePolicy: '3', concurrent: '1', status: '0' },
        ...{ timeoutSec: 30, retry: 0, notifyOnFail: 0, remark: null, seedKey: null },
        ...{ nextRunAt: clock.now(), lastRunAt: null, version: 1 },
        ...{ createdBy: '', createdAt: 0, updatedBy: '', updatedAt: 0 },
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  const log = () => database.db.selectFrom('jobLog').selectAll().orderBy('id').execute();

  it('are begun by one of many that take the same time at once', async () => {
    const job = await makeJob();
    const next = clock.now() + minute;
    const runs = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? one : other).begin(job, next, 'schedule')),
    );
    expect(runs.filter((id) => id !== null)).toHaveLength(1);
    expect(await log()).toHaveLength(1);
    expect(await one.nextDue()).toBe(next);
  });

  it('are not begun after the job was paused, planned anew or deleted', async () => {
    const [paused, planned, deleted] = [
      await makeJob({ jobName: '一' }),
      await makeJob({ jobName: '二' }),
      await makeJob({ jobName: '三' }),
    ];
    await database.db.updateTable('job').set({ status: '1' }).where('id', '=', paused.id).execute();
    await one.plan(planned, clock.now() + minute);
    await database.db.deleteFrom('job').where('id', '=', deleted.id).execute();
    for (const job of [paused, planned, deleted]) expect(await one.begin(job, null, 'schedule')).toBeNull();
    expect(await log()).toEqual([]);
    expect(await one.due(clock.now())).toEqual([]);
  });

  it('that were requested are begun by one process, the oldest first', async () => {
    const job = await makeJob({ nextRunAt: null });
    const entry = {
      ...{ tenantId: 'ours', jobId: job.id, jobName: job.jobName, jobGroup: job.jobGroup },
      ...{
        invokeTarget: job.invokeTarget,
        cause: 'manual' as const,
        status: '3',
        jobMessage: null,
        jobMessageEn: null,
      },
      ...{ exceptionInfo: null, attempts: 0, node: null, owner: null, dueAt: clock.now(), startAt: null },
      ...{ endAt: null, costMs: null },
    };
    await database.db.insertInto('jobLog').values([entry, entry]).execute();
    const [first, second] = await one.waiting();
    expect(first?.job.id).toBe(job.id);
    expect(first && second && first.runId < second.runId).toBe(true);
    const runId = first?.runId ?? 0;
    const begun = await Promise.all([one.beginWaiting(runId), other.beginWaiting(runId)]);
    expect(begun.sort()).toEqual([false, true]);
    expect(await one.waiting()).toHaveLength(1);
  });

  it('of a process that died are ended by the next one, and what it stores later is ignored', async () => {
    const job = await makeJob();
    const runId = (await one.begin(job, null, 'schedule')) ?? 0;
    expect(await one.endInterrupted()).toBe(0);
    expect(await other.endInterrupted()).toBe(1);
    await one.end(runId, done);
    expect(await log()).toMatchObject([
      { status: '1', jobMessage: '进程中断，任务未完成', jobMessageEn: 'The process ended during the run' },
    ]);
    expect(await other.endInterrupted()).toBe(0);
  });

  it('report the first of several failures', async () => {
    const { id } = await makeJob();
    const results: boolean[] = [];
    for (const outcome of [done, failed, failed, done, failed]) {
      await database.db.updateTable('job').set({ nextRunAt: clock.now() }).where('id', '=', id).execute();
      const [job] = await one.due(clock.now());
      const runId = job && (await one.begin(job, null, 'schedule'));
      results.push((await one.end(runId ?? 0, outcome)).isFirstFailure);
    }
    expect(results).toEqual([false, true, false, false, true]);
  });

  it('that are skipped are logged with the reason, and the job goes on', async () => {
    const job = await makeJob();
    await one.skip(job, clock.now() + minute, { 'zh-CN': '错过', 'en-US': 'Missed' });
    expect(await log()).toMatchObject([{ status: '4', jobMessage: '错过', cause: 'misfire', owner: null }]);
    expect(await one.nextDue()).toBe(clock.now() + minute);
  });
});

describe('the lease of the process that runs jobs, on PostgreSQL', () => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let clock: FakeClock;
  beforeAll(async () => {
    bench = await engines[1].start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.openEmpty();
    clock = new FakeClock();
  });
  const lease = (owner: string, killedOwner: string | null = null) =>
    databaseLease({ db: database.db, clock, owner, killedOwner });
  const expire = () =>
    sql`update ${sql.table('jobLease')} set ${sql.ref('expiresAt')} = 1`.execute(database.db);

  it('belongs to one process', async () => {
    const leases = Array.from({ length: 8 }, (_, at) => lease(`p${at}`));
    const held = await Promise.all(leases.map((one) => one.hold()));
    expect(held.filter(Boolean)).toHaveLength(1);
    const owner = leases[held.indexOf(true)];
    expect(await owner?.hold()).toBe(true);
  });

  it('passes on at once when it is released, and when it has expired', async () => {
    const [one, other] = [lease('one'), lease('other')];
    expect(await one.hold()).toBe(true);
    expect(await other.hold()).toBe(false);
    await one.release();
    expect(await other.hold()).toBe(true);
    expect(await one.hold()).toBe(false);
    await expire();
    expect(await one.hold()).toBe(true);
    expect(await other.hold()).toBe(false);
  });

  it('of a killed process passes to the one that replaces it', async () => {
    expect(await lease('killed').hold()).toBe(true);
    expect(await lease('stranger').hold()).toBe(false);
    expect(await lease('successor', 'killed').hold()).toBe(true);
  });

  it('ends here no later than in the database', async () => {
    const one = lease('one');
    expect(one.heldUntil).toBe(Number.NEGATIVE_INFINITY);
    await one.hold();
    expect(one.heldUntil - clock.monotonic()).toBe(10_000);
  });
});
