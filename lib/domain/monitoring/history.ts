/** The last hour of each running process, for charts. In memory, bounded, and lost at a restart. */
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { ProcessReport } from './figures.ts';

const hourMs: Ms = 60 * 60_000;
export const sampleEveryMs: Ms = 15_000;
const maxPoints = hourMs / sampleEveryMs;

export interface ProcessPoint {
  readonly at: EpochMs;
  /** Percent of the machine. */
  readonly cpu: number;
  /** Percent of one processor. */
  readonly cpuOfProcess: number;
  /** Percent of the machine. */
  readonly memory: number;
  readonly rss: number;
  readonly eventLoopP99: Ms;
  readonly viewers: number;
  readonly live: number;
  readonly bitrateKbps: number;
  readonly recording: number;
}

export interface ProcessSeries {
  readonly id: string;
  readonly name: string;
  /** Oldest first. */
  readonly points: readonly ProcessPoint[];
}

export class History {
  readonly #series = new Map<string, { name: string; points: ProcessPoint[] }>();

  /** Adds a point to each process, and forgets processes whose points are all older than an hour. */
  add(reports: readonly ProcessReport[], at: EpochMs): void {
    for (const { id, name, figures } of reports) {
      const known = this.#series.get(id) ?? { name, points: [] };
      known.name = name;
      known.points = [...known.points, pointOf(figures, at)].slice(-maxPoints);
      this.#series.set(id, known);
    }
    for (const [id, { points }] of this.#series) {
      if ((points.at(-1)?.at ?? 0) <= at - hourMs) this.#series.delete(id);
    }
  }

  /** Of processes that stopped within the hour, too. */
  series(): readonly ProcessSeries[] {
    return [...this.#series].map(([id, { name, points }]) => ({ id, name, points }));
  }
}

const pointOf = ({ cpu, mem, runtime, work }: ProcessReport['figures'], at: EpochMs): ProcessPoint => ({
  at,
  cpu: cpu.used,
  cpuOfProcess: runtime.cpuUsed,
  memory: mem.usage,
  rss: runtime.rss,
  eventLoopP99: runtime.eventLoopP99,
  viewers: work.streams.viewers,
  live: work.streams.live,
  bitrateKbps: work.streams.bitrateKbps,
  recording: work.recorders.recording,
});
