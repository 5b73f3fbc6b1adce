import type { Kysely } from 'kysely';
import { consoleTable, history, index, keyText, newTable, unique } from './console-table.ts';

/** Scheduled jobs, their runs, and the lease of the process that runs them. */
export async function up(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'job', {
    jobName: 'text',
    jobGroup: 'text',
    invokeTarget: 'text',
    cronExpression: 'text',
    misfirePolicy: 'text',
    concurrent: 'text',
    status: 'text',
    timeoutSec: 'int',
    retry: 'int',
    notifyOnFail: 'int',
    remark: 'text?',
    seedKey: 'text?',
    nextRunAt: 'big?',
    lastRunAt: 'big?',
    ...history,
  }).execute();
  await unique(db, 'job', ['jobGroup', 'jobName']);
  await unique(db, 'job', ['seedKey']);
  await db.schema.createIndex('job_due').on('job').columns(['nextRunAt']).execute();

  await consoleTable(db, 'jobLog', {
    jobId: 'int',
    jobName: 'text',
    jobGroup: 'text',
    invokeTarget: 'text',
    cause: 'text',
    status: 'text',
    jobMessage: 'text?',
    jobMessageEn: 'text?',
    exceptionInfo: 'text?',
    attempts: 'int',
    node: 'text?',
    owner: 'text?',
    dueAt: 'big',
    startAt: 'big?',
    endAt: 'big?',
    costMs: 'int?',
  }).execute();
  await index(db, 'jobLog', ['startAt']);
  await db.schema.createIndex('job_log_open').on('jobLog').columns(['status', 'id']).execute();

  await newTable(db, 'jobLease', keyText('name'), { owner: 'text', expiresAt: 'big' }).execute();
}
