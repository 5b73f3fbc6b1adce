/** Jobs as a resource: what may be scheduled, by whom, and when it runs next. */
import { monitorJob } from '../../contracts/admin/resources/monitor-job.resource.ts';
import type { MadeOf, RowOf, UpdateOf } from '../../contracts/admin/row-types.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { conflict, forbidden, invalid, refused } from '../errors/admin-error.ts';
import { can } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { Change, ResourceChange, ServerResource } from '../resource/server-resource.ts';
import { shippedJobs } from '../seed/shipped.ts';
import { parseCron, shortestInterval, shortestIntervalMs } from './cron.ts';
import { type JobRegistry, mayStart, type TargetProblem } from './handler.ts';
import { runStates } from './job-runs.ts';

const texts = {
  name: { 'zh-CN': '同组中已有此任务名称', 'en-US': 'The group already has a job of this name' },
  cron: {
    'zh-CN': 'Cron 表达式不正确：秒 分 时 日 月 周 [年]，日和周只能指定一个',
    'en-US':
      'The cron expression is not valid: second minute hour day month weekday [year]; limit either day or weekday',
  },
  never: { 'zh-CN': 'Cron 表达式不会再有运行时间', 'en-US': 'The cron expression never matches again' },
  often: { 'zh-CN': '运行间隔不能小于 10 秒', 'en-US': 'Runs must be at least 10 seconds apart' },
  builtIn: { 'zh-CN': '内置任务，不能删除', 'en-US': 'Built-in jobs cannot be deleted' },
  removed: { 'zh-CN': '任务已删除', 'en-US': 'The job was deleted' },
} as const satisfies Record<string, LocalText>;

const targetTexts: Readonly<Record<TargetProblem, LocalText>> = {
  syntax: {
    'zh-CN': '调用目标的格式应为 name(argument, …)，参数只能是文字、数字、true、false 或 null',
    'en-US': 'The target must have the form name(argument, …) with texts, numbers, true, false or null',
  },
  unknown: { 'zh-CN': '没有该任务', 'en-US': 'There is no such task' },
  arguments: {
    'zh-CN': '任务参数的个数或取值不正确',
    'en-US': 'Number or values of the arguments are not valid',
  },
};

type Job = RowOf<typeof monitorJob>;
type Planned = Pick<Job, 'cronExpression' | 'status'>;

export function jobBinding(
  deps: ResourceDeps & { readonly registry: JobRegistry },
): ServerResource<typeof monitorJob> {
  const { clock, registry } = deps;

  function checkTarget({ call: { actor } }: Change, target: string): void {
    const bound = registry.bind(target);
    if (typeof bound === 'string') throw invalid([{ path: 'invokeTarget', message: targetTexts[bound] }]);
    if (!mayStart(actor, bound)) throw forbidden();
  }

  function checkCron({ call: { actor }, zone }: ResourceChange, cron: string): void {
    const refuse = (message: LocalText) => invalid([{ path: 'cronExpression', message }]);
    const schedule = parseCron(cron, zone);
    if (!schedule) throw refuse(texts.cron);
    const now = clock.now();
    if (schedule.after(now) === null) throw refuse(texts.never);
    const interval = shortestInterval(schedule, now);
    const isFrequent = interval !== null && interval < shortestIntervalMs;
    if (isFrequent && !can(actor, 'monitor:job:frequent')) throw refuse(texts.often);
  }

  function nextRun({ zone }: ResourceChange, { cronExpression, status }: Planned) {
    if (status === '1') return null;
    const schedule = parseCron(cronExpression, zone);
    return schedule?.after(clock.now()) ?? null;
  }

  /** Unique within its group, which a field alone cannot express. */
  async function checkName(
    { call: { actor }, transaction }: Change,
    { jobName, jobGroup }: Pick<Job, 'jobName' | 'jobGroup'>,
    id: number | null,
  ): Promise<void> {
    const other = await transaction
      .selectFrom('job')
      .select('id')
      .where('tenantId', '=', actor.scope.tenantId)
      .where('jobGroup', '=', jobGroup)
      .where('jobName', '=', jobName)
      .$if(id !== null, (query) => query.where('id', '!=', id ?? 0))
      .executeTakeFirst();
    if (other) throw conflict(texts.name, [{ path: 'jobName', message: texts.name }]);
  }

  const setNext = ({ call, transaction }: Change, id: number, nextRunAt: EpochMs | null) =>
    transaction
      .updateTable('job')
      .set({ nextRunAt })
      .where('tenantId', '=', call.actor.scope.tenantId)
      .where('id', '=', id)
      .execute();

  return {
    definition: monitorJob,
    table: 'job',
    columns: {
      nextValidTime: 'nextRunAt',
      lastRunTime: 'lastRunAt',
      isBuiltIn: {
        column: 'seedKey',
        read: (stored) => (stored === null ? 'N' : 'Y'),
        write: () => null,
      },
    },
    dataScope: 'none',
    isSerialized: true,
    shipped: { jobName: shippedJobs },
    madeWith: () => ({ seedKey: null, nextRunAt: null, lastRunAt: null }),
    before: {
      async create(change, values): Promise<MadeOf<typeof monitorJob>> {
        checkTarget(change, values.invokeTarget);
        checkCron(change, values.cronExpression);
        await checkName(change, values, null);
        return values;
      },
      async update(change, row, values): Promise<UpdateOf<typeof monitorJob>> {
        const merged = { ...row, ...values } as Job;
        if (values.invokeTarget !== undefined || values.status === '0')
          checkTarget(change, merged.invokeTarget);
        if (values.cronExpression !== undefined) checkCron(change, merged.cronExpression);
        if (values.jobName !== undefined || values.jobGroup !== undefined)
          await checkName(change, merged, row.jobId);
        return values;
      },
      async remove(_change, rows) {
        if (rows.some(({ isBuiltIn }) => isBuiltIn === 'Y')) throw refused(texts.builtIn);
      },
    },
    after: {
      async create(change, id, values) {
        const { cronExpression, status } = values;
        await setNext(change, id, nextRun(change, { cronExpression, status: status ?? '1' }));
      },
      async update(change, id, values, row) {
        if (values.cronExpression === undefined && values.status === undefined) return;
        await setNext(change, id, nextRun(change, { ...row, ...values } as Job));
      },
      async remove({ call, transaction }, rows) {
        await transaction
          .updateTable('jobLog')
          .set({
            status: runStates.skipped,
            jobMessage: texts.removed['zh-CN'],
            jobMessageEn: texts.removed['en-US'],
            endAt: clock.now(),
          })
          .where('tenantId', '=', call.actor.scope.tenantId)
          .where('status', '=', runStates.waiting)
          .where(
            'jobId',
            'in',
            rows.map(({ jobId }) => jobId),
          )
          .execute();
      },
    },
    topic: 'job',
  };
}
