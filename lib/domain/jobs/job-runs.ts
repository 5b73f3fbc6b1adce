/** Jobs and their runs in the database, of all organisations. Each due time of a job is taken by one process only. */
import type { Selectable, Transaction } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { JobTable } from '../../db/job-schema.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { logText } from '../audit/redaction.ts';

export type Job = Selectable<JobTable>;

/** Values of `jobLog.status`. */
export const runStates = {
  succeeded: '0',
  failed: '1',
  running: '2',
  waiting: '3',
  skipped: '4',
} as const;

export interface RunOutcome {
  readonly state: '0' | '1';
  readonly message: LocalText;
  /** Of an unexpected error. */
  readonly error?: string;
  readonly attempts: number;
}

const maxDue = 100;
const maxMessage = 500;
const maxError = 2_000;

const texts = {
  interrupted: { 'zh-CN': '进程中断，任务未完成', 'en-US': 'The process ended during the run' },
} as const satisfies Record<string, LocalText>;

export interface JobRuns {
  /** Ends the runs that another process began and did not end. Returns their number. */
  endInterrupted(): Promise<number>;
  /** Active jobs, the most urgent first. */
  active(): Promise<readonly Job[]>;
  due(now: EpochMs): Promise<readonly Job[]>;
  /** When the next job is due. Null: none ever. */
  nextDue(): Promise<EpochMs | null>;
  /** Corrects the next run; not if it was changed meanwhile. */
  plan(job: Job, nextRunAt: EpochMs | null): Promise<void>;
  /** The id of the run; null if another process was faster, or the job was changed. */
  begin(job: Job, nextRunAt: EpochMs | null, cause: 'schedule' | 'misfire'): Promise<number | null>;
  /** Continues with `nextRunAt`, and logs why there was no run. */
  skip(job: Job, nextRunAt: EpochMs | null, why: LocalText): Promise<void>;
  /** Runs that users requested, the oldest first, with their jobs. */
  waiting(): Promise<readonly { readonly runId: number; readonly job: Job }[]>;
  /** False if another process was faster. */
  beginWaiting(runId: number): Promise<boolean>;
  /** Nothing happens if another process has ended it as interrupted. True: the run before this one did not fail. */
  end(runId: number, outcome: RunOutcome): Promise<{ readonly isFirstFailure: boolean }>;
}

export function jobRuns(deps: {
  readonly db: Db;
  readonly clock: Clock;
  /** Of this process, for the log. */
  readonly node: string;
  readonly owner: string;
}): JobRuns {
  const { db, clock, node, owner } = deps;

  const unchanged = (on: Db | Transaction<Database>, job: Job) =>
    on
      .updateTable('job')
      .where('id', '=', job.id)
      .where('status', '=', '0')
      .where('nextRunAt', job.nextRunAt === null ? 'is' : '=', job.nextRunAt);

  const entryOf = (job: Job) => ({
    tenantId: job.tenantId,
    jobId: job.id,
    jobName: job.jobName,
    jobGroup: job.jobGroup,
    invokeTarget: job.invokeTarget,
    jobMessage: null,
    jobMessageEn: null,
    exceptionInfo: null,
    dueAt: job.nextRunAt ?? clock.now(),
  });

  return {
    async endInterrupted() {
      const { numUpdatedRows } = await db
        .updateTable('jobLog')
        .set({
          status: runStates.failed,
          owner: null,
          endAt: clock.now(),
          jobMessage: texts.interrupted['zh-CN'],
          jobMessageEn: texts.interrupted['en-US'],
        })
        .where('status', '=', runStates.running)
        .where('owner', '!=', owner)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    active: () => db.selectFrom('job').selectAll().where('status', '=', '0').orderBy('nextRunAt').execute(),

    due: (now) =>
      db
        .selectFrom('job')
        .selectAll()
        .where('status', '=', '0')
        .where('nextRunAt', '<=', now)
        .orderBy('nextRunAt')
        .limit(maxDue)
        .execute(),

    async nextDue() {
      const row = await db
        .selectFrom('job')
        .select('nextRunAt')
        .where('status', '=', '0')
        .where('nextRunAt', 'is not', null)
        .orderBy('nextRunAt')
        .limit(1)
        .executeTakeFirst();
      return row?.nextRunAt ?? null;
    },

    async plan(job, nextRunAt) {
      await unchanged(db, job).set({ nextRunAt }).execute();
    },

    begin: (job, nextRunAt, cause) =>
      transact(db, async (transaction) => {
        const now = clock.now();
        const taken = await unchanged(transaction, job)
          .set({ nextRunAt, lastRunAt: now })
          .returning('id')
          .executeTakeFirst();
        if (!taken) return null;
        const run = await transaction
          .insertInto('jobLog')
          .values({
            ...entryOf(job),
            cause,
            status: runStates.running,
            ...{ attempts: 0, node, owner, startAt: now, endAt: null, costMs: null },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return run.id;
      }),

    skip: (job, nextRunAt, why) =>
      transact(db, async (transaction) => {
        const taken = await unchanged(transaction, job).set({ nextRunAt }).returning('id').executeTakeFirst();
        if (!taken) return;
        const now = clock.now();
        await transaction
          .insertInto('jobLog')
          .values({
            ...entryOf(job),
            cause: 'misfire',
            status: runStates.skipped,
            jobMessage: why['zh-CN'],
            jobMessageEn: why['en-US'],
            ...{ attempts: 0, node, owner: null, startAt: now, endAt: now, costMs: 0 },
          })
          .execute();
      }),

    async waiting() {
      const rows = await db
        .selectFrom('jobLog')
        .innerJoin('job', (join) =>
          join.onRef('job.id', '=', 'jobLog.jobId').onRef('job.tenantId', '=', 'jobLog.tenantId'),
        )
        .selectAll('job')
        .select('jobLog.id as runId')
        .where('jobLog.status', '=', runStates.waiting)
        .orderBy('jobLog.id')
        .limit(maxDue)
        .execute();
      return rows.map(({ runId, ...job }) => ({ runId, job }));
    },

    beginWaiting: (runId) =>
      transact(db, async (transaction) => {
        const now = clock.now();
        const run = await transaction
          .updateTable('jobLog')
          .set({ status: runStates.running, node, owner, startAt: now })
          .where('id', '=', runId)
          .where('status', '=', runStates.waiting)
          .returning('jobId')
          .executeTakeFirst();
        if (!run) return false;
        await transaction.updateTable('job').set({ lastRunAt: now }).where('id', '=', run.jobId).execute();
        return true;
      }),

    end: (runId, { state, message, error, attempts }) =>
      transact(db, async (transaction) => {
        const now = clock.now();
        const own = await transaction
          .selectFrom('jobLog')
          .select(['jobId', 'tenantId', 'startAt'])
          .where('id', '=', runId)
          .where('owner', '=', owner)
          .executeTakeFirst();
        if (!own) return { isFirstFailure: false };
        await transaction
          .updateTable('jobLog')
          .set({
            status: state,
            owner: null,
            endAt: now,
            // The clock can be set while it runs; the column is a 32-bit integer.
            costMs: Math.min(Math.max(0, now - (own.startAt ?? now)), 2_147_483_647),
            jobMessage: logText(message['zh-CN'], maxMessage),
            jobMessageEn: logText(message['en-US'], maxMessage),
            exceptionInfo: error === undefined ? null : logText(error, maxError),
            attempts,
          })
          .where('id', '=', runId)
          .execute();
        if (state !== runStates.failed) return { isFirstFailure: false };
        const before = await transaction
          .selectFrom('jobLog')
          .select('status')
          .where('tenantId', '=', own.tenantId)
          .where('jobId', '=', own.jobId)
          .where('id', '<', runId)
          .where('status', 'in', [runStates.succeeded, runStates.failed])
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
        return { isFirstFailure: before?.status !== runStates.failed };
      }),
  };
}
