import type { ConsoleClient, TestConsole } from './console.ts';
import { get, ok } from './system-console.ts';

/** Runs the job with this target now, and resolves to its entry in the log. */
export async function runJobNow(
  {
    jobs,
    db,
    clock,
    founder,
  }: Pick<TestConsole, 'jobs' | 'clock'> & {
    readonly db: TestConsole['database']['db'];
    readonly founder: ConsoleClient;
  },
  invokeTarget: string,
) {
  const { jobId } = (await get(founder, '/monitor/job/page', { invokeTarget })).records[0];
  ok(await founder.call('PUT', '/monitor/job/run', { body: { id: jobId } }));
  for (;;) {
    await jobs.look();
    await clock.advance(1);
    const open = db.selectFrom('jobLog').select('id').where('status', 'in', ['2', '3']);
    if (!(await open.executeTakeFirst())) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return (await get(founder, '/monitor/jobLog/page', { jobId: String(jobId) })).records[0];
}
