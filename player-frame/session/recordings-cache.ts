import type { Clock } from '../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { type CivilDate, dateOf, dayOf } from '../../lib/kernel/zone-days.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';
import { bandsOf, type Stretch } from '../recorded-time/bands.ts';
import { recordedTimeOf, type Segment } from '../recorded-time/recorded-time.ts';
import type { Recordings } from '../state/recordings.ts';
import { createDayLists, freshMs, isLongView } from './day-lists.ts';

/** Part of a list of recordings. `next`: where the next part begins; null: this is the last one. */
export interface RecordingsPage {
  readonly segments: readonly Segment[];
  readonly next: EpochMs | null;
}

/** Of one camera, without alarms, which have a list of their own. */
export type ListedRecordings = Omit<Recordings, 'alarms' | 'others'>;

/** The calls, for one camera and type of recordings. Both reject if they fail. */
export interface RecordingsSource {
  page(from: EpochMs, to: EpochMs, signal: AbortSignal): Promise<RecordingsPage>;
  /** Dates with recordings of a month `yyyy-MM`. */
  dates(month: string, signal: AbortSignal): Promise<readonly CivilDate[]>;
}

export interface RecordingsCacheDeps {
  readonly clock: Clock;
  readonly zone: Zone;
  readonly source: RecordingsSource;
  readonly onChange: (recordings: ListedRecordings) => void;
}

/** Loads what a view shows, in whole days. */
export interface RecordingsCache {
  show(from: EpochMs, to: EpochMs): void;
  showMonth(month: string): void;
  /** Cancels what is being loaded. */
  close(): void;
}

/** Servers list a segment that is being recorded with an end that is at most this old. */
const listedWithinMs: Ms = 15_000;

export function createRecordingsCache({
  clock,
  zone,
  source,
  onChange,
}: RecordingsCacheDeps): RecordingsCache {
  const months = new Map<string, ReadonlySet<CivilDate>>();
  const monthsLoadedAt = new Map<string, EpochMs>();
  const closed = new AbortController();
  const days = createDayLists<Segment>({
    clock,
    zone,
    page: async (from, to, signal) => {
      const { segments, next } = await source.page(from, to, signal);
      return { items: segments, next };
    },
    within: ({ start, end, kind }, from, to) =>
      start < to && end > from ? { start: Math.max(from, start), end: Math.min(to, end), kind } : null,
    onChange: () => onChange(assemble()),
  });

  /** Long views show the days with recordings instead of the recordings. */
  function show(from: EpochMs, to: EpochMs): void {
    days.show(from, to);
    const end = Math.min(to, clock.now());
    if (from >= end || !isLongView(from, to)) return;
    for (const month of monthsOf(from, end)) showMonth(month);
  }

  function* monthsOf(from: EpochMs, to: EpochMs): Generator<string> {
    const last = dateOf(zone, to - 1).slice(0, 7);
    for (let month = dateOf(zone, from).slice(0, 7); month <= last; month = monthAfter(month)) yield month;
  }

  function showMonth(month: string): void {
    const isOver = month < dateOf(zone, clock.now()).slice(0, 7);
    const loadedAt = monthsLoadedAt.get(month);
    if (loadedAt !== undefined && (clock.now() - loadedAt < freshMs || (isOver && months.has(month)))) return;
    monthsLoadedAt.set(month, clock.now());
    source.dates(month, closed.signal).then(
      (dates) => {
        if (closed.signal.aborted) return;
        months.set(month, new Set(dates));
        onChange(assemble());
      },
      () => {
        /* Days are not marked. It is requested again with the next view. */
      },
    );
  }

  function assemble(): ListedRecordings {
    const loaded = days.loaded();
    const known = bandsOf(
      loaded
        .map(({ start, end, loadedAt }) => ({ start, end: Math.min(end, loadedAt - listedWithinMs) }))
        .filter(({ start, end }) => start < end),
    );
    return {
      time: recordedTimeOf(
        loaded.flatMap(({ items }) => items),
        { days: bandsOf(daysOnly()), known },
      ),
      counts: new Map(loaded.map(({ start, items }) => [start, items.length])),
      months: new Map(months),
    };
  }

  /** Dates of which only is known that something was recorded. */
  function* daysOnly(): Generator<Stretch> {
    for (const dates of months.values())
      for (const date of dates)
        if (!days.has(date)) {
          const { start, end } = dayOf(zone, date);
          yield { start, end: Math.min(end, clock.now()) };
        }
  }

  return {
    show,
    showMonth,
    close() {
      closed.abort();
      days.close();
    },
  };
}

function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7);
}
