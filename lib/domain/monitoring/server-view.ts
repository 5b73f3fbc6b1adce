/** The page of the server: what its processes measured. For the operator's organisation only. */
import type { LocalText } from '../../i18n/translate.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';
import { type DatabaseState, type ProcessReport, totalWork, type WorkFigures } from './figures.ts';
import { sampleEveryMs } from './history.ts';
import type { Monitor } from './monitor.ts';

const texts = {
  operatorOnly: {
    'zh-CN': '只有服务器所属的组织可以查看',
    'en-US': 'Only the organization that operates the server may see this',
  },
} as const satisfies Record<string, LocalText>;

/** Other organisations use the same server and must not see its load. */
export function requireOperator({ actor }: CallContext): void {
  if (actor.scope.tenantId !== operatorScope.tenantId) throw refused(texts.operatorOnly);
}

export type ServerView = ReturnType<typeof serverView>;

export function serverView(deps: {
  readonly monitor: Monitor;
  readonly database: () => Promise<DatabaseState>;
  readonly zoneOf: TenantZone;
  readonly now: () => EpochMs;
}) {
  const { monitor, zoneOf, now } = deps;

  return {
    async read(call: CallContext) {
      requireOperator(call);
      const processes = await monitor.processes();
      const own = processes.find((report) => monitor.isOwn(report)) ?? processes[0]!;
      const { text } = await zoneOf(call.actor.scope.tenantId);
      const { work: _own, ...machine } = own.figures;
      const db = await deps.database();
      return {
        time: text(now()),
        ...machine,
        cpu: { ...machine.cpu, load: [...machine.cpu.load] },
        disks: [...machine.disks],
        db: { ...db, slowest: [...db.slowest] },
        work: shownWork(totalWork(processes), text),
        processes: processes.map((report) => shownProcess(report, monitor.isOwn(report), text)),
      };
    },

    async series(call: CallContext) {
      requireOperator(call);
      return {
        everySeconds: sampleEveryMs / 1_000,
        processes: monitor.series().map(({ points, ...process }) => ({ ...process, points: [...points] })),
      };
    },
  };
}

type Text = (at: EpochMs) => string;

const shownWork = (work: WorkFigures, text: Text) => ({
  ...work,
  recorders: {
    ...work.recorders,
    lastWrite: work.recorders.lastWrite === null ? null : text(work.recorders.lastWrite),
  },
});

const shownProcess = ({ id, name, startedAt, figures }: ProcessReport, isOwn: boolean, text: Text) => {
  const { cpu, mem, runtime, disks, work } = figures;
  return {
    id,
    name,
    isOwn,
    startTime: text(startedAt),
    version: runtime.version,
    cpu: cpu.used,
    cpuOfProcess: runtime.cpuUsed,
    memory: mem.usage,
    rss: runtime.rss,
    eventLoopP99: runtime.eventLoopP99,
    /** Of the fullest disk. */
    diskFree: disks.length === 0 ? null : Math.min(...disks.map(({ free }) => free)),
    work: shownWork(work, text),
  };
};
