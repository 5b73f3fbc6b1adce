import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { connectDatabase, type OpenDatabase } from '../../lib/db/client.ts';
import { type PostgresCluster, startPostgres } from '../kit/postgres.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { wait } from '../kit/steady-viewer.ts';

const second = 1_000;
/** Ends a test that hangs; another process takes over within 13 s. */
const tooLongMs = 120_000;

describe('two servers on one PostgreSQL', () => {
  let cluster: PostgresCluster;
  let database: OpenDatabase;
  const servers: OrielInstance[] = [];

  beforeAll(async () => {
    cluster = await startPostgres();
    const url = await cluster.createDatabase();
    const folders = [scratchFolder('oriel-one-'), scratchFolder('oriel-two-')] as const;
    const start = (dataDir: string) => startOriel({ dataDir, env: { DATABASE_URL: url } });
    servers.push(await start(folders[0]));
    // All processes of an installation have the same keys.
    await cp(join(folders[0], 'secrets'), join(folders[1], 'secrets'), { recursive: true });
    servers.push(await start(folders[1]));
    database = await connectDatabase({ url });
  }, tooLongMs);
  afterAll(async () => {
    await database?.close();
    await Promise.all(servers.map((server) => server.stop()));
    await cluster?.stop();
  }, tooLongMs);

  async function makeJob(jobName: string, invokeTarget: string, cronExpression: string): Promise<number> {
    const { id } = await database.db
      .insertInto('job')
      .values({
        ...{ tenantId: 'default', jobName, jobGroup: 'DEFAULT', invokeTarget, cronExpression },
        ...{ misfirePolicy: '3', concurrent: '1', status: '0', timeoutSec: 3_600, retry: 0, notifyOnFail: 0 },
        ...{
          remark: null,
          seedKey: null,
          nextRunAt: Math.ceil(Date.now() / second) * second,
          lastRunAt: null,
        },
        ...{ version: 1, createdBy: '', createdAt: 1, updatedBy: '', updatedAt: 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const runsOf = (jobId: number) =>
    database.db.selectFrom('jobLog').selectAll().where('jobId', '=', jobId).orderBy('id').execute();
  type Run = Awaited<ReturnType<typeof runsOf>>[number];

  async function until(jobId: number, holds: (runs: readonly Run[]) => boolean): Promise<readonly Run[]> {
    for (const giveUpAt = Date.now() + tooLongMs; ; ) {
      const runs = await runsOf(jobId);
      if (holds(runs)) return runs;
      if (Date.now() > giveUpAt) throw new Error(`timed out; runs: ${JSON.stringify(runs.slice(-3))}`);
      await wait(200);
    }
  }
  const pidOf = ({ node }: Run) => Number(node?.split('/').at(-1));

  it(
    'run each job once; when one is killed the other continues without a gap, and ends what was interrupted',
    async () => {
      const often = await makeJob('每秒', 'demo.noop(0)', '* * * * * ?');
      const long = await makeJob('很久', 'demo.noop(3600)', '0 0 0 1 1 ?');
      const before = await until(often, (runs) => runs.filter(({ status }) => status === '0').length >= 4);
      const [interrupted] = await until(long, (runs) => runs.length === 1 && runs[0]?.status === '2');
      const runner = servers.find(({ pid }) => before[0] && pidOf(before[0]) === pid);
      const other = servers.find((server) => server !== runner);
      expect(new Set(before.map(pidOf))).toEqual(new Set([runner?.pid]));

      await runner?.kill();
      const after = await until(
        often,
        (runs) => runs.filter((run) => pidOf(run) === other?.pid && run.status === '0').length >= 3,
      );
      const dueAt = after.map((run) => run.dueAt);
      expect(dueAt).toEqual(dueAt.map((_, at) => (dueAt[0] ?? 0) + at * second));
      const [ended] = await runsOf(long);
      expect(ended).toMatchObject({
        ...{ id: interrupted?.id, status: '1', owner: null },
        jobMessage: '进程中断，任务未完成',
      });
    },
    tooLongMs,
  );
});
