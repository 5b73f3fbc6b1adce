/** What jobs can call. Each wraps a function that another part of the product owns. */
import { minLogDays } from '../../contracts/admin/calls/monitor.calls.ts';
import { monitorOperlog } from '../../contracts/admin/resources/monitor-operlog.resource.ts';
import type { OpenDatabase } from '../../db/client.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import { dateOf } from '../../kernel/zone-days.ts';
import type { RecordDirectory } from '../../media/ports.ts';
import type { GrantRepository } from '../access/grant.repository.ts';
import { forgetAlarms } from '../alarms/alarm-retention.ts';
import { forgetDeliveries } from '../alarms/webhook-sender.ts';
import { cleanOperationLog } from '../audit/operation-log.ts';
import type { DatabaseBackups } from '../jobs/backups.ts';
import { JobFailure, type JobHandler, type JobParameter } from '../jobs/handler.ts';
import { runStates } from '../jobs/job-runs.ts';
import { forgetTroubles } from '../recordings/gap-retention.ts';
import { forgetShares } from '../recordings/share.service.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import type { Settings } from '../settings/settings.ts';
import { sumRecorded } from '../statistics/recorder-hours.ts';
import { rollUpMonths } from '../statistics/roll-up.ts';
import { forgetTalks } from '../talk/talk-log.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { FileStoreError } from '../uploads/file-store-errors.ts';
import type { StoredFiles } from '../uploads/stored-files.ts';

const dayMs: Ms = 24 * 60 * 60_000;
/** Ended grants are kept for support, to explain why a viewer was rejected. */
const endedGrantMs: Ms = 30 * dayMs;
/** Preview grants are many, and the operation log records who watched. */
const endedPreviewMs: Ms = dayMs;

const done: LocalText = { 'zh-CN': '完成', 'en-US': 'Done' };
const removedText = (count: number): LocalText => ({
  'zh-CN': `删除 ${count} 条`,
  'en-US': `Deleted ${count}`,
});

interface HandlerDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly clock: Clock;
  readonly grants: Pick<GrantRepository, 'deleteEndedAnywhere'>;
  readonly directory: Pick<RecordDirectory, 'retention'>;
  /** Ended sessions, repetition records, captchas, failure counts, open forms. */
  readonly forgetEnded: () => Promise<void>;
  readonly forgetUnusedFiles: (signal: AbortSignal) => Promise<void>;
  readonly moveFiles: StoredFiles['moveAll'];
  readonly zoneOf: TenantZone;
  readonly settings: Pick<Settings, 'get'>;
  /** Absent: the database is not the embedded one. */
  readonly backups?: DatabaseBackups | undefined;
}

export function builtInHandlers(deps: HandlerDeps): readonly JobHandler[] {
  return [
    purgeExpired(deps),
    {
      name: 'session.sweep',
      title: {
        'zh-CN': '清理失效会话、验证码和登录失败记录',
        'en-US': 'Delete ended sessions, captchas and sign-in failures',
      },
      parameters: [],
      async run() {
        await deps.forgetEnded();
        return done;
      },
    },
    {
      name: 'upload.gcOrphans',
      title: {
        'zh-CN': '清理一天未使用的文件、安装包和过期的导出',
        'en-US': 'Delete uploaded files and packages that have been unused for a day, and expired exports',
      },
      parameters: [],
      async run({ signal }) {
        await explained(() => deps.forgetUnusedFiles(signal));
        return done;
      },
    },
    {
      name: 'upload.moveFiles',
      title: {
        'zh-CN': '把上传的文件移到配置的存储（数据库或存储桶）',
        'en-US': 'Move uploaded files to the configured storage (database or bucket)',
      },
      parameters: [],
      async run({ signal }) {
        const { moved, unreadable } = await explained(() => deps.moveFiles(signal));
        if (unreadable === 0) return { 'zh-CN': `移动 ${moved} 个文件`, 'en-US': `Moved ${moved} files` };
        throw new JobFailure({
          'zh-CN': `移动 ${moved} 个文件，另有 ${unreadable} 个无法读取`,
          'en-US': `Moved ${moved} files; ${unreadable} cannot be read`,
        });
      },
    },
    purgeLog(deps),
    rollUpStatistics(deps),
    ...(deps.backups ? [backUp(deps.backups)] : []),
    wait(deps),
  ];
}

/** Why the bucket of files failed is shown in the job log. */
async function explained<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof FileStoreError ? new JobFailure(error.text, { cause: error }) : error;
  }
}

/** Each part runs even if another one fails. */
function purgeExpired({ database: { db }, clock, grants, directory }: HandlerDeps): JobHandler {
  const parts: Readonly<Record<string, { readonly zh: string; run(now: number): Promise<unknown> }>> = {
    grants: {
      zh: '访问令牌',
      run: (now) => grants.deleteEndedAnywhere(now - endedGrantMs, now - endedPreviewMs),
    },
    alarms: { zh: '报警', run: (now) => forgetAlarms(db, now) },
    shares: { zh: '分享链接', run: (now) => forgetShares(db, now) },
    talks: { zh: '对讲记录', run: (now) => forgetTalks(db, now) },
    deliveries: { zh: '推送记录', run: (now) => forgetDeliveries(db, now) },
    gaps: { zh: '录像中断原因', run: (now) => forgetTroubles(db, directory, now) },
  };
  return {
    name: 'data.purgeExpired',
    title: {
      'zh-CN': '清理过期的访问令牌、报警、分享链接、对讲记录、推送记录和录像中断原因',
      'en-US': 'Delete expired tokens, alarms, shares, talks, deliveries and reasons of gaps',
    },
    parameters: [],
    async run({ signal, log }) {
      const failed: [name: string, zh: string][] = [];
      let cause: unknown;
      for (const [name, { zh, run }] of Object.entries(parts)) {
        signal.throwIfAborted();
        try {
          await run(clock.now());
        } catch (error) {
          log.error({ err: error, part: name }, 'could not delete expired data');
          failed.push([name, zh]);
          cause = error;
        }
      }
      if (failed.length === 0) return done;
      throw new JobFailure(
        {
          'zh-CN': `未能清理：${failed.map(([, zh]) => zh).join('、')}`,
          'en-US': `Not deleted: ${failed.map(([name]) => name).join(', ')}`,
        },
        { cause },
      );
    },
  };
}

const logKinds = {
  login: { label: { 'zh-CN': '登录日志', 'en-US': 'Sign-in log' }, permission: 'monitor:logininfor:remove' },
  operation: {
    label: { 'zh-CN': '操作日志', 'en-US': 'Operation log' },
    permission: 'monitor:operlog:remove',
  },
  job: { label: { 'zh-CN': '任务日志', 'en-US': 'Job log' }, permission: 'monitor:job:remove' },
} as const;
type LogKind = keyof typeof logKinds;

function purgeLog(deps: HandlerDeps): JobHandler {
  const parameters: readonly JobParameter[] = [
    {
      kind: 'choice',
      label: { 'zh-CN': '日志', 'en-US': 'Log' },
      options: Object.entries(logKinds).map(([value, { label }]) => ({ value, label })),
      default: 'job',
    },
    {
      kind: 'integer',
      label: {
        'zh-CN': '保留天数（操作日志至少 90 天）',
        'en-US': 'Days to keep (operation log: at least 90)',
      },
      ...{ min: 1, max: 3_650, default: 180 },
    },
  ];
  return {
    name: 'log.purge',
    title: { 'zh-CN': '清理日志', 'en-US': 'Delete old log entries' },
    parameters,
    requires: ([kind]) => [logKinds[kind as LogKind].permission],
    async run({ scope, args: [kind, days] }) {
      const before = (keptDays: number) => deps.clock.now() - keptDays * dayMs;
      switch (kind as LogKind) {
        case 'login':
          return removedText(await purgeLogins(deps, scope, before(Number(days))));
        case 'job':
          return removedText(await purgeRuns(deps, scope, before(Number(days))));
        case 'operation': {
          const call = {
            actor: { scope, username: '', userId: null, deptId: null, deptName: null },
            ...{ address: '', traceId: '' },
          };
          const from = before(Math.max(minLogDays, Number(days)));
          return removedText(await cleanOperationLog(deps, call, from, monitorOperlog.title));
        }
      }
    },
  };
}

async function purgeLogins({ database: { db } }: HandlerDeps, { tenantId }: TenantScope, before: number) {
  const { numDeletedRows } = await db
    .deleteFrom('loginLog')
    .where('tenantId', '=', tenantId)
    .where('loginAt', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function purgeRuns({ database: { db } }: HandlerDeps, { tenantId }: TenantScope, before: number) {
  const { numDeletedRows } = await db
    .deleteFrom('jobLog')
    .where('tenantId', '=', tenantId)
    .where('dueAt', '<', before)
    .where('status', 'not in', [runStates.running, runStates.waiting])
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function backUp(backups: DatabaseBackups): JobHandler {
  return {
    name: 'database.backup',
    title: { 'zh-CN': '备份内置数据库', 'en-US': 'Back up the embedded database' },
    parameters: [
      {
        kind: 'integer',
        label: { 'zh-CN': '保留份数', 'en-US': 'Copies to keep' },
        ...{ min: 1, max: 100, default: 7 },
      },
    ],
    requires: () => ['monitor:job:remove'],
    async run({ args: [keep], signal }) {
      const { backup, removed } = await backups.create(Number(keep), signal);
      const megabytes = (backup.bytes / 1_000_000).toFixed(1);
      return {
        'zh-CN': `${backup.name}，${megabytes} MB，删除旧备份 ${removed} 份`,
        'en-US': `${backup.name}, ${megabytes} MB, deleted ${removed} old`,
      };
    },
  };
}

/** Of the organisation of the job: the recorded time of its days, and the months that are old enough. */
function rollUpStatistics({ database: { db }, clock, zoneOf, settings }: HandlerDeps): JobHandler {
  return {
    name: 'stats.rollupDay',
    title: {
      'zh-CN': '汇总每日录像时长，并将旧统计合并为每月一条',
      'en-US': 'Sum the recorded time of each day, and merge old statistics into months',
    },
    parameters: [],
    async run({ scope, signal }) {
      const now = clock.now();
      const zone = await zoneOf(scope.tenantId);
      const keepDays = await settings.get(scope, 'stat.keepDays');
      const days = await sumRecorded(db, scope, zone, now, signal);
      const months = await rollUpMonths(db, scope, dateOf(zone, now), keepDays, signal);
      return {
        'zh-CN': `汇总 ${days} 天，合并 ${months} 个月`,
        'en-US': `Summed ${days} days, merged ${months} months`,
      };
    },
  };
}

/** To try schedules, time limits and failures of processes. */
function wait({ clock }: HandlerDeps): JobHandler {
  return {
    name: 'demo.noop',
    title: { 'zh-CN': '等待（用于试验）', 'en-US': 'Wait, to try things out' },
    parameters: [
      {
        kind: 'integer',
        label: { 'zh-CN': '秒', 'en-US': 'Seconds' },
        ...{ min: 0, max: 3_600, default: 0 },
      },
    ],
    async run({ args: [seconds], signal }) {
      await new Promise<void>((resolve, reject) => {
        const cancel = clock.after(Number(seconds) * 1_000, resolve);
        const stop = () => {
          cancel();
          reject(signal.reason);
        };
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      });
      return done;
    },
  };
}
