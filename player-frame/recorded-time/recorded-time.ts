import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import {
  type Bands,
  bandAt,
  bandsOf,
  closestEdge,
  nextStart,
  noBands,
  previousStart,
  type Stretch,
  unitedBands,
} from './bands.ts';

export type RecordKind = 'schedule' | 'alarm';

/** A recorded segment of the channel, from one store. */
export interface Segment extends Stretch {
  readonly kind: RecordKind;
}

/** What was recorded, by kind, and all of it. */
export interface RecordedTime {
  readonly schedule: Bands;
  readonly alarm: Bands;
  readonly all: Bands;
  /** Days of which is known that something was recorded, but not when. Not part of the others. */
  readonly days: Bands;
  /** Stretches whose recordings are all in the list: the last moments before it was loaded may be missing. */
  readonly known: Bands;
}

const always: Bands = {
  starts: Float64Array.of(Number.NEGATIVE_INFINITY),
  ends: Float64Array.of(Number.POSITIVE_INFINITY),
};

export const nothingRecorded: RecordedTime = {
  schedule: noBands,
  alarm: noBands,
  all: noBands,
  days: noBands,
  known: noBands,
};

/** `known`: always, unless it is given. */
export function recordedTimeOf(
  segments: readonly Segment[],
  { days = noBands, known = always }: Partial<Pick<RecordedTime, 'days' | 'known'>> = {},
): RecordedTime {
  const schedule = bandsOf(segments.filter(({ kind }) => kind === 'schedule'));
  const alarm = bandsOf(segments.filter(({ kind }) => kind === 'alarm'));
  return { schedule, alarm, all: unitedBands(schedule, alarm), days, known };
}

/**
 * What is at a moment: its kind, or the start of the next recording (null: there is none, or it is not known). `isDay`:
 * only the day is known, and `next` is its begin.
 */
export type Found =
  | { readonly kind: RecordKind }
  | { readonly kind: 'none'; readonly next: EpochMs | null; readonly isDay?: true };

export function findAt({ schedule, alarm, all, days, known }: RecordedTime, at: EpochMs): Found {
  if (bandAt(alarm, at)) return { kind: 'alarm' };
  if (bandAt(schedule, at)) return { kind: 'schedule' };
  const next = nextStart(all, at);
  // Behind what is known, there may be earlier ones.
  if (next !== null && next <= (bandAt(known, at)?.end ?? at)) return { kind: 'none', next };
  const day = nextStart(days, at);
  const isFirst = day !== null && (next === null || day < next);
  return isFirst ? { kind: 'none', next: day, isDay: true } : { kind: 'none', next: null };
}

/** Begin of the next recording, or of the next day of which no more is known than that it has some. */
export const nextPlayable = ({ all, days }: RecordedTime, at: EpochMs): EpochMs | null =>
  closest(nextStart(all, at), nextStart(days, at), Math.min);

/** The same before a moment. */
export const previousPlayable = ({ all, days }: RecordedTime, at: EpochMs): EpochMs | null =>
  closest(previousStart(all, at), previousStart(days, at), Math.max);

const closest = (
  one: EpochMs | null,
  other: EpochMs | null,
  choose: (one: EpochMs, other: EpochMs) => EpochMs,
): EpochMs | null => (one === null || other === null ? (one ?? other) : choose(one, other));

/** Edges of bands attract from this distance. */
export const snapPx = 6;

/** The moment to play for a chosen one: the edge of a band that is close, and the next recording after a gap. */
export function targetOf(recorded: RecordedTime, at: EpochMs, withinMs: Ms): EpochMs {
  const { all, days } = recorded;
  const edge = withinMs > 0 ? closestEdge(all, at, withinMs) : null;
  const chosen = edge ?? at;
  if (bandAt(all, chosen) || bandAt(days, chosen)) return chosen;
  return nextPlayable(recorded, chosen) ?? chosen;
}

/** The last second of the last recording that begins in [begin, end); null: nothing is recorded there. */
export function lastSecondOf({ all }: RecordedTime, begin: EpochMs, end: EpochMs): EpochMs | null {
  const last = bandAt(all, end - 1)?.start ?? previousStart(all, end);
  const recordedUntil = last === null ? null : bandAt(all, last)!.end; // begins there
  if (last === null || recordedUntil === null || recordedUntil <= begin) return null;
  return Math.max(last, begin, Math.min(recordedUntil, end) - 1_000);
}
