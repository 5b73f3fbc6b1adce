/** The job pages, and the scheduler behind them. */
import type { JobHandlerInfo } from '../../contracts/admin/calls/job.calls.ts';
import { monitorJob } from '../../contracts/admin/resources/monitor-job.resource.ts';
import { monitorJobLog } from '../../contracts/admin/resources/monitor-job-log.resource.ts';
import { transact } from '../../db/transact.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { Logger } from '../../kernel/logger.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { forbidden, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { BoundResource } from '../resource/bound-resource.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { tableService } from '../resource/table-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { shippedJobs } from '../seed/shipped.ts';
import type { DatabaseBackups } from './backups.ts';
import { parseCron } from './cron.ts';
import { type JobHandler, jobRegistry, mayStart } from './handler.ts';
import { jobBinding } from './job-binding.ts';
import { jobRuns, runStates } from './job-runs.ts';
import { notifyFailure } from './notify-failure.ts';
import { databaseLease, ownLease } from './runner-lease.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';

const texts = {
  waits: { 'zh-CN': '任务已在等待执行', 'en-US': 'The job is already waiting to run' },
  allDataOnly: {
    'zh-CN': '清空日志需要全部数据权限',
    'en-US': 'Clearing a log requires access to all data',
  },
} as const satisfies Record<string, LocalText>;

const shownTimes = 5;

export interface JobPages {
  readonly resources: readonly BoundResource[];
  handlers(locale: Locale): JobHandlerInfo[];
  /** Null: no valid expression. In the organisation's time. */
  nextTimes(call: CallContext, cron: string): Promise<readonly string[] | null>;
  /** The process that runs jobs runs it soon. Throws 404, or U0200 if it is waiting already. */
  runOnce(call: CallContext, id: number): Promise<void>;
  /** Deletes all ended entries. Returns their number. */
  cleanLog(call: CallContext): Promise<number>;
  backups(call: CallContext): Promise<{
    readonly isEmbedded: boolean;
    readonly records: readonly { readonly name: string; readonly bytes: number; readonly time: string }[];
  }>;
  readonly scheduler: Scheduler;
}

export interface JobDeps extends ResourceDeps {
  readonly log: Logger;
  readonly handlers: readonly JobHandler[];
  readonly onLook?: () => void;
  /** Absent: the database is not the embedded one. */
  readonly backups?: Pick<DatabaseBackups, 'list'> | undefined;
  readonly process: {
    readonly processId: string;
    readonly killedProcessId: string | null;
    /** Name of machine and process, for people. */
    readonly node: string;
  };
}

export function jobPages(deps: JobDeps): JobPages {
  const { database, clock, log, backups } = deps;
  const { db, engine, changes } = database;
  const { processId, killedProcessId, node } = deps.process;
  const registry = jobRegistry(deps.handlers);
  const zoneOf = tenantZone(deps);
  const jobs = tableService(deps, jobBinding({ ...deps, registry }));
  const scheduler = createScheduler({
    runs: jobRuns({ db, clock, node, owner: processId }),
    lease:
      engine === 'postgres'
        ? databaseLease({ db, clock, owner: processId, killedOwner: killedProcessId })
        : ownLease,
    registry,
    zoneOf,
    clock,
    log,
    onFailure: (job, outcome) => notifyFailure(deps, job, outcome),
    ...(deps.onLook ? { onLook: deps.onLook } : {}),
  });
  changes.listen('job', { onReceived: () => scheduler.wake(), missed: () => scheduler.wake() });

  return {
    scheduler,
    handlers: (locale) =>
      registry.handlers.map(({ name, title, parameters }) => ({
        name,
        title: title[locale],
        parameters: parameters.map((parameter) => {
          const label = parameter.label[locale];
          if (parameter.kind === 'integer') return { ...parameter, label };
          const options = parameter.options.map((one) => ({ ...one, label: one.label[locale] }));
          return { ...parameter, label, options };
        }),
      })),
    resources: [
      { definition: monitorJob, service: jobs },
      {
        definition: monitorJobLog,
        service: tableService(deps, {
          definition: monitorJobLog,
          table: 'jobLog',
          columns: { dueTime: 'dueAt', startTime: 'startAt', endTime: 'endAt', costTime: 'costMs' },
          dataScope: 'none',
          shipped: { jobName: shippedJobs },
        }),
      },
    ],

    async nextTimes({ actor }, cron) {
      const zone = await zoneOf(actor.scope.tenantId);
      const times = parseCron(cron, zone)?.next(clock.now(), shownTimes);
      return times ? times.map((at) => zone.text(at)) : null;
    },

    async runOnce(call, id) {
      const { tenantId } = call.actor.scope;
      const job = await jobs.get(call, id);
      const bound = registry.bind(job.invokeTarget);
      if (typeof bound !== 'string' && !mayStart(call.actor, bound)) throw forbidden();
      await transact(db, async (transaction) => {
        const waiting = await transaction
          .selectFrom('jobLog')
          .select('id')
          .where('tenantId', '=', tenantId)
          .where('jobId', '=', id)
          .where('status', '=', runStates.waiting)
          .executeTakeFirst();
        if (waiting) throw refused(texts.waits);
        const now = clock.now();
        await transaction
          .insertInto('jobLog')
          .values({
            ...{ tenantId, jobId: id, jobName: job.jobName, jobGroup: job.jobGroup },
            ...{ invokeTarget: job.invokeTarget, cause: 'manual', status: runStates.waiting },
            ...{ jobMessage: null, jobMessageEn: null, exceptionInfo: null, attempts: 0 },
            ...{ node: null, owner: null, dueAt: now, startAt: null, endAt: null, costMs: null },
          })
          .execute();
        await recordOperation(
          deps,
          {
            call,
            title: monitorJob.title,
            type: 'other',
            bizKey: `${monitorJob.key}:${id}`,
            bizName: job.jobName,
            param: { run: job.invokeTarget },
          },
          transaction,
        );
        await changes.notify(transaction, 'job', [tenantId]);
      });
    },

    async cleanLog(call) {
      if (call.actor.dataScope.kind !== 'everything') throw refused(texts.allDataOnly);
      return transact(db, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('jobLog')
          .where('tenantId', '=', call.actor.scope.tenantId)
          .where('status', 'not in', [runStates.running, runStates.waiting])
          .executeTakeFirst();
        const removed = Number(numDeletedRows);
        await recordOperation(
          deps,
          { call, title: monitorJobLog.title, type: 'clean', result: { removed } },
          transaction,
        );
        return removed;
      });
    },

    async backups({ actor }) {
      const zone = await zoneOf(actor.scope.tenantId);
      const records = (await backups?.list()) ?? [];
      return {
        isEmbedded: backups !== undefined,
        records: records.map(({ name, bytes, at }) => ({ name, bytes, time: zone.text(at) })),
      };
    },
  };
}
