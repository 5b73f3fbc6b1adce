/**
 * Measures this process every five seconds, stores the result for the other processes on the database, and reads theirs.
 * Start reading at `beat`.
 */
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecorderStatus, StreamStatus } from '../../media/ports.ts';
import {
  type MachineFigures,
  type ProcessReport,
  recorderFigures,
  type SharedStream,
  streamFigures,
} from './figures.ts';
import { History, type ProcessSeries, sampleEveryMs } from './history.ts';
import { type ProcessRegister, reportLifeMs } from './process-register.ts';

export const beatEveryMs: Ms = 5_000;

/** Measures the machine since the previous call. */
export type MachineMeter = () => Promise<MachineFigures>;

export interface MonitorDeps {
  readonly register: ProcessRegister;
  readonly clock: Clock;
  readonly log: Logger;
  readonly processId: string;
  readonly processName: string;
  readonly meter: MachineMeter;
  readonly streams: () => readonly StreamStatus[];
  readonly recorders: () => readonly RecorderStatus[];
  readonly talks: () => number;
}

export interface Monitor {
  /** Measures every five seconds, until `stop`. */
  start(): void;
  /** Measures once. Without the database only this process is known; never rejects. */
  beat(): Promise<void>;
  /** Of the last beat, the oldest process first; measures if there was none. */
  processes(): Promise<readonly ProcessReport[]>;
  isOwn(report: Pick<ProcessReport, 'id'>): boolean;
  /** Of all processes: own ones as they are, others as of their last beat. */
  streams(): readonly SharedStream[];
  /** The last hour by process. */
  series(): readonly ProcessSeries[];
  /** Of the processes, one is: it does what only one should do. */
  isFirst(): boolean;
  /** Called after each beat. */
  onBeat(listener: () => void): Cancel;
  /** Other processes no longer see this one. Safe to call twice. */
  stop(): Promise<void>;
}

export function createMonitor(deps: MonitorDeps): Monitor {
  const { register, clock, log, processId, meter } = deps;
  const startedAt: EpochMs = clock.now();
  const history = new History();
  const listeners = new Set<() => void>();
  let known: readonly ProcessReport[] = [];
  /** Monotonic: when the reports of the others were read. */
  let readAt: Ms = Number.NEGATIVE_INFINITY;
  let sampledAt: Ms = Number.NEGATIVE_INFINITY;
  let beating: Promise<void> | null = null;
  let isFailing = false;
  let cancel: Cancel = () => {};
  let isStopped = false;

  const isRunning = ({ state }: StreamStatus) => state !== 'idle';

  async function ownReport(): Promise<ProcessReport> {
    const machine = await meter();
    const streams = deps.streams().filter(isRunning);
    return {
      id: processId,
      name: deps.processName,
      startedAt,
      figures: {
        ...machine,
        work: {
          streams: streamFigures(streams),
          recorders: recorderFigures(deps.recorders()),
          talks: deps.talks(),
        },
      },
      streams: streams.map(({ key, state, viewers, bitrateKbps }) => ({ key, state, viewers, bitrateKbps })),
    };
  }

  async function beatOnce(): Promise<void> {
    const own = await ownReport();
    try {
      known = await register.beat(own);
      readAt = clock.monotonic();
      if (isFailing) log.info({}, 'the reports of other processes are read again');
      isFailing = false;
    } catch (error) {
      if (isStopped) return;
      if (!isFailing) log.warn({ err: error }, 'could not exchange reports with other processes');
      isFailing = true;
      const isRecent = clock.monotonic() - readAt < reportLifeMs;
      known = [...(isRecent ? known.filter(({ id }) => id !== processId) : []), own];
    }
    if (clock.monotonic() - sampledAt >= sampleEveryMs - beatEveryMs / 2) {
      sampledAt = clock.monotonic();
      history.add(known, clock.now());
    }
    for (const listener of listeners) listener();
  }

  function beat(): Promise<void> {
    beating ??= beatOnce()
      .catch((error: unknown) => log.error({ err: error }, 'could not measure this process'))
      .finally(() => {
        beating = null;
      });
    return beating;
  }

  return {
    start() {
      if (isStopped) return;
      void beat();
      cancel = clock.every(beatEveryMs, () => void beat());
    },
    beat,
    async processes() {
      if (known.length === 0) await beat();
      return known;
    },
    isOwn: ({ id }) => id === processId,
    streams: () => [
      ...deps.streams(),
      ...known.filter(({ id }) => id !== processId).flatMap(({ streams }) => streams),
    ],
    series: () => history.series(),
    isFirst: () => known[0]?.id === processId,
    onBeat(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      cancel();
      await beating;
      await register.leave().catch((error: unknown) => {
        log.warn({ err: error }, 'this process is seen until its report expires');
      });
    },
  };
}
