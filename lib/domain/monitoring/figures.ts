/**
 * What a process measures of itself, its machine and its work. Sizes are bytes, shares are percent from 0 to 100. The
 * subjects are measured in `lib/server/measures/`.
 */
import type { MeasuredStatement } from '../../db/statement-meter.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecorderStatus, StreamStatus } from '../../media/ports.ts';

/** Since the previous measurement, unless it says otherwise. */
export interface MachineFigures {
  readonly sys: {
    /** Masked: most of its characters are `*`. */
    readonly hostName: string;
    readonly os: string;
    readonly arch: string;
  };
  readonly cpu: {
    readonly cpuNum: number;
    /** Of all processors of the machine. */
    readonly used: number;
    readonly sys: number;
    readonly free: number;
    /** Over 1, 5 and 15 minutes. */
    readonly load: readonly number[];
  };
  readonly mem: Space;
  readonly runtime: {
    readonly node: string;
    /** Of this product. */
    readonly version: string;
    /** Seconds. */
    readonly uptime: number;
    /** Of one processor; more than 100 with several threads. */
    readonly cpuUsed: number;
    /** Processor time since the start, in seconds. */
    readonly cpuSeconds: number;
    readonly heapUsed: number;
    readonly heapTotal: number;
    readonly rss: number;
    /** How late timers are, in ms. */
    readonly eventLoopP99: Ms;
    /** Since the start. */
    readonly gc: { readonly count: number; readonly ms: Ms };
  };
  readonly disks: readonly Disk[];
}

export interface Space {
  readonly total: number;
  readonly used: number;
  readonly free: number;
  readonly usage: number;
}

export interface Disk extends Space {
  /** What the folder contains; its path is not shown. */
  readonly dir: 'data' | 'recordings';
}

export interface WorkFigures {
  readonly streams: StreamFigures;
  readonly recorders: RecorderFigures;
  /** Talks and voice messages that are being sent. */
  readonly talks: number;
}

export interface StreamFigures {
  readonly live: number;
  readonly starting: number;
  readonly retrying: number;
  readonly viewers: number;
  /** From cameras to the server. */
  readonly bitrateKbps: number;
}

export interface RecorderFigures {
  readonly recording: number;
  /** For a camera or an alarm. */
  readonly waiting: number;
  /** What arrives cannot be stored. */
  readonly failing: number;
  /** End of the newest frame that was written. Null: none. */
  readonly lastWrite: EpochMs | null;
}

export interface ProcessFigures extends MachineFigures {
  readonly work: WorkFigures;
}

/** A stream in the report of its process. */
export type SharedStream = Pick<StreamStatus, 'key' | 'state' | 'viewers' | 'bitrateKbps'>;

export interface ProcessReport {
  /** As in leases; of this run of the process. */
  readonly id: string;
  /** Given by its configuration, or from its machine and port. */
  readonly name: string;
  readonly startedAt: EpochMs;
  readonly figures: ProcessFigures;
  readonly streams: readonly SharedStream[];
}

export interface DatabaseState {
  readonly kind: 'libsql' | 'postgres';
  readonly version: string;
  readonly size: number;
  /** Connections of this process. Null: the embedded database, which has one. */
  readonly pool: {
    readonly used: number;
    readonly idle: number;
    readonly waiting: number;
    readonly max: number;
  } | null;
  /** Statements of this process with the longest single run, since its start. */
  readonly slowest: readonly MeasuredStatement[];
}

export function streamFigures(streams: readonly SharedStream[]): StreamFigures {
  const of = (wanted: SharedStream['state']) => streams.filter(({ state }) => state === wanted).length;
  return {
    live: of('live'),
    starting: of('starting'),
    retrying: of('retrying'),
    viewers: streams.reduce((sum, { viewers }) => sum + viewers, 0),
    bitrateKbps: Math.round(streams.reduce((sum, { bitrateKbps }) => sum + bitrateKbps, 0)),
  };
}

export function recorderFigures(recorders: readonly RecorderStatus[]): RecorderFigures {
  const of = (wanted: RecorderStatus['state']) => recorders.filter(({ state }) => state === wanted).length;
  const written = recorders.flatMap(({ newestMs }) => (newestMs === null ? [] : [newestMs]));
  return {
    recording: of('recording'),
    waiting: of('waiting'),
    failing: of('failing'),
    lastWrite: written.length === 0 ? null : written.reduce((one, other) => Math.max(one, other)),
  };
}

/** The work of several processes together. */
export function totalWork(reports: readonly ProcessReport[]): WorkFigures {
  const each = reports.map(({ figures }) => figures.work);
  const sum = (of: (work: WorkFigures) => number) => each.reduce((total, work) => total + of(work), 0);
  const writes = each.flatMap(({ recorders }) => (recorders.lastWrite === null ? [] : [recorders.lastWrite]));
  return {
    streams: {
      live: sum(({ streams }) => streams.live),
      starting: sum(({ streams }) => streams.starting),
      retrying: sum(({ streams }) => streams.retrying),
      viewers: sum(({ streams }) => streams.viewers),
      bitrateKbps: sum(({ streams }) => streams.bitrateKbps),
    },
    recorders: {
      recording: sum(({ recorders }) => recorders.recording),
      waiting: sum(({ recorders }) => recorders.waiting),
      failing: sum(({ recorders }) => recorders.failing),
      lastWrite: writes.length === 0 ? null : Math.max(...writes),
    },
    talks: sum(({ talks }) => talks),
  };
}

export const spaceOf = (total: number, free: number): Space => {
  const used = Math.max(0, total - free);
  return { total, used, free, usage: total === 0 ? 0 : percent(used / total) };
};

/** One decimal. */
export const percent = (share: number): number => Math.round(share * 1_000) / 10;
