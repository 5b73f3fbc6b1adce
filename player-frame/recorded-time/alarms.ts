import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { firstAbove } from './bands.ts';

export interface Alarm {
  readonly id: string;
  readonly at: EpochMs;
  /** Of its kind, or given by the system that reported it; in the language of the viewer. */
  readonly name: string;
}

/** Alarms of a camera in order of time. Each name has the index of its time. */
export interface Alarms {
  readonly times: Float64Array;
  readonly names: readonly string[];
}

export const noAlarms: Alarms = { times: new Float64Array(), names: [] };

/** Sorts, and keeps one of those with the same id, which occur where an alarm begins between two pages. */
export function alarmsOf(alarms: Iterable<Alarm>): Alarms {
  const byId = new Map([...alarms].map((alarm) => [alarm.id, alarm]));
  const sorted = [...byId.values()].sort((one, other) => one.at - other.at);
  return {
    times: Float64Array.from(sorted, ({ at }) => at),
    names: sorted.map(({ name }) => name),
  };
}

/** The alarms of [from, to), sharing memory. */
export function timesWithin(times: Float64Array, from: EpochMs, to: EpochMs): Float64Array {
  return times.subarray(firstAtOrAbove(times, from), firstAtOrAbove(times, to));
}

export interface FoundAlarm {
  readonly at: EpochMs;
  readonly name: string;
  /** Other alarms that are as close as `withinMs`. */
  readonly others: number;
}

/** The alarm closest to this time, if it is at most `withinMs` away. */
export function alarmAt({ times, names }: Alarms, at: EpochMs, withinMs: Ms): FoundAlarm | null {
  const from = firstAtOrAbove(times, at - withinMs);
  const to = firstAbove(times, at + withinMs, from);
  if (from === to) return null;
  const after = Math.min(to - 1, Math.max(from, firstAbove(times, at, from)));
  const isBefore = after > from && at - times[after - 1]! <= Math.abs(times[after]! - at);
  const closest = isBefore ? after - 1 : after;
  return { at: times[closest]!, name: names[closest] ?? '', others: to - from - 1 };
}

/** Index of the first alarm at this time or after it. */
function firstAtOrAbove(times: Float64Array, at: EpochMs): number {
  let index = firstAbove(times, at);
  while (index > 0 && times[index - 1] === at) index -= 1;
  return index;
}
