import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import {
  type Bands,
  bandAt,
  bandsOf,
  closestEdge,
  nextStart,
  noBands,
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
}

export const nothingRecorded: RecordedTime = { schedule: noBands, alarm: noBands, all: noBands };

export function recordedTimeOf(segments: readonly Segment[]): RecordedTime {
  const schedule = bandsOf(segments.filter(({ kind }) => kind === 'schedule'));
  const alarm = bandsOf(segments.filter(({ kind }) => kind === 'alarm'));
  return { schedule, alarm, all: unitedBands(schedule, alarm) };
}

/** What is at a moment: its kind, or the start of the next recording (null: there is none). */
export type Found = { readonly kind: RecordKind } | { readonly kind: 'none'; readonly next: EpochMs | null };

export function findAt({ schedule, alarm, all }: RecordedTime, at: EpochMs): Found {
  if (bandAt(alarm, at)) return { kind: 'alarm' };
  if (bandAt(schedule, at)) return { kind: 'schedule' };
  return { kind: 'none', next: nextStart(all, at) };
}

/** Edges of bands attract from this distance. */
export const snapPx = 6;

/** The moment to play for a chosen one: the edge of a band that is close, and the next recording after a gap. */
export function targetOf({ all }: RecordedTime, at: EpochMs, withinMs: Ms): EpochMs {
  const edge = withinMs > 0 ? closestEdge(all, at, withinMs) : null;
  const chosen = edge ?? at;
  return bandAt(all, chosen) ? chosen : (nextStart(all, chosen) ?? chosen);
}
