/** What rules compare, and when a rule begins and ends. Start reading at `AlertWatch`. */
import type { AlertComparison, AlertMeasure } from '../../contracts/admin/alert-measures.ts';
import type { Ms } from '../../kernel/units.ts';
import { type DatabaseState, type ProcessReport, totalWork } from './figures.ts';

export type AlertValues = Readonly<Record<AlertMeasure, number | null>>;

/** Of all processes: the worst one where each has its own value, else the sum. Null: not measured. */
export function alertValues(
  processes: readonly ProcessReport[],
  database: Pick<DatabaseState, 'size'> | null,
): AlertValues {
  const figures = processes.map((process) => process.figures);
  const worst = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values));
  const disks = figures.flatMap((each) => each.disks.map(({ free }) => free));
  const { streams, recorders } = totalWork(processes);
  return {
    cpu: worst(figures.map(({ cpu }) => cpu.used)),
    memory: worst(figures.map(({ mem }) => mem.usage)),
    eventLoop: worst(figures.map(({ runtime }) => runtime.eventLoopP99)),
    diskFree: disks.length === 0 ? null : Math.floor(Math.min(...disks) / 2 ** 20),
    databaseSize: database === null ? null : Math.ceil(database.size / 2 ** 20),
    viewers: streams.viewers,
    streamsRetrying: streams.retrying,
    recordersFailing: recorders.failing,
    processes: processes.length,
  };
}

export interface AlertTerms {
  readonly id: string;
  /** Terms of another version are other terms. */
  readonly version: number;
  readonly measure: AlertMeasure;
  readonly comparison: AlertComparison;
  readonly threshold: number;
  /** Seconds. */
  readonly duration: number;
  readonly state: 'ok' | 'firing';
}

const holds = ({ comparison, threshold }: AlertTerms, value: number): boolean =>
  comparison === 'above' ? value > threshold : value < threshold;

/**
 * Says when the state of a rule changes: when its condition has held for its duration, and when it has not held for as
 * long. A value that goes up and down around the threshold therefore changes nothing.
 */
export class AlertWatch {
  /** By rule and version: since when the opposite of its state is the case, on the monotonic clock. */
  readonly #since = new Map<string, Ms>();

  /** Each rule whose state changes now, with its value. Rules that are not among these are forgotten. */
  changed<Terms extends AlertTerms>(
    rules: readonly Terms[],
    values: AlertValues,
    now: Ms,
  ): { readonly rule: Terms; readonly value: number }[] {
    const known = new Set(rules.map(keyOf));
    for (const key of this.#since.keys()) if (!known.has(key)) this.#since.delete(key);
    return rules.flatMap((rule) => {
      const key = keyOf(rule);
      const value = values[rule.measure];
      // Not measured: neither better nor worse.
      if (value === null) return [];
      if (holds(rule, value) === (rule.state === 'firing')) {
        this.#since.delete(key);
        return [];
      }
      const since = this.#since.get(key) ?? now;
      this.#since.set(key, since);
      if (now - since < rule.duration * 1_000) return [];
      this.#since.delete(key);
      return [{ rule, value }];
    });
  }
}

const keyOf = ({ id, version }: AlertTerms) => `${id}/${version}`;
