import type { Clock } from '../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { addDays, type CivilDate, dateOf, dayOf } from '../../lib/kernel/zone-days.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';
import { bandsOf } from '../recorded-time/bands.ts';
import { recordedTimeOf, type Segment } from '../recorded-time/recorded-time.ts';
import type { Recordings } from '../state/recordings.ts';

/** Part of a list of recordings. `next`: where the next part begins; null: this is the last one. */
export interface RecordingsPage {
  readonly segments: readonly Segment[];
  readonly next: EpochMs | null;
}

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
  readonly onChange: (recordings: Recordings) => void;
}

/** Loads what a view shows, in whole days. */
export interface RecordingsCache {
  show(from: EpochMs, to: EpochMs): void;
  showMonth(month: string): void;
  /** Cancels what is being loaded. */
  close(): void;
}

/** Recordings are still added to the running day. */
const freshMs: Ms = 20_000;
/** A failed call is repeated after this time, if the view still needs it. */
const retryMs: Ms = 10_000;
/** Longer views show the days with recordings instead of the recordings. */
const maxDays = 62;
const maxCachedDays = 400;

interface Day {
  readonly start: EpochMs;
  readonly end: EpochMs;
  readonly segments: readonly Segment[];
  readonly loadedAt: EpochMs;
  readonly isFailed: boolean;
}

interface Range {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

export function createRecordingsCache({
  clock,
  zone,
  source,
  onChange,
}: RecordingsCacheDeps): RecordingsCache {
  const days = new Map<CivilDate, Day>();
  const months = new Map<string, ReadonlySet<CivilDate>>();
  const monthsLoadedAt = new Map<string, EpochMs>();
  const closed = new AbortController();
  let shown: Range | null = null;
  let loading: (Range & { readonly abort: AbortController }) | null = null;

  function show(from: EpochMs, to: EpochMs): void {
    const now = clock.now();
    shown = { from, to: Math.min(to, now) };
    if (shown.to <= from) return;
    if (to - from > maxDays * 86_400_000) {
      for (const month of monthsOf(shown)) showMonth(month);
      return;
    }
    if (loading) {
      const isNeeded = loading.from < shown.to && loading.to > from;
      if (!isNeeded) loading.abort.abort();
      return;
    }
    void loadNext();
  }

  /** Loads one missing stretch after the other, those in view first. */
  async function loadNext(): Promise<void> {
    while (!closed.signal.aborted) {
      const missing = shown && firstMissing(shown);
      if (!missing) return;
      const abort = new AbortController();
      loading = { ...missing, abort };
      await load(missing, abort.signal);
      loading = null;
    }
  }

  /** Missing days that follow each other. Beside a short view, its neighbours are loaded in advance. */
  function firstMissing(view: Range): Range | null {
    const first = dateOf(zone, view.from);
    const last = dateOf(zone, view.to - 1);
    const today = dateOf(zone, clock.now());
    return (
      rangeOf(first, last) ?? rangeOf(addDays(first, -1), addDays(last, 1) <= today ? addDays(last, 1) : last)
    );
  }

  function rangeOf(first: CivilDate, last: CivilDate): Range | null {
    let date = first;
    while (date <= last && isFresh(date)) date = addDays(date, 1);
    if (date > last) return null;
    const from = dayOf(zone, date).start;
    while (date < last && !isFresh(addDays(date, 1))) date = addDays(date, 1);
    return { from, to: dayOf(zone, date).end };
  }

  function isFresh(date: CivilDate): boolean {
    const day = days.get(date);
    if (!day) return false;
    const age = clock.now() - day.loadedAt;
    if (day.isFailed) return age < retryMs;
    return day.loadedAt > day.end || age < freshMs;
  }

  /** Days are shown as soon as they are complete. A failed call shows an empty list (specification, section 8). */
  async function load({ from, to }: Range, signal: AbortSignal): Promise<void> {
    const segments: Segment[] = [];
    try {
      for (let at = from; ; ) {
        const page = await source.page(at, to, signal);
        if (signal.aborted) return;
        segments.push(...page.segments);
        // A page that does not advance would be requested for ever.
        const next = page.next !== null && page.next > at ? page.next : null;
        keep({ from, to: next ?? to }, segments, next !== null);
        if (next === null) break;
        at = next;
      }
    } catch {
      if (signal.aborted) return;
      keepFailed({ from, to });
    }
    onChange(assemble());
  }

  function keep({ from, to }: Range, segments: readonly Segment[], isPart: boolean): void {
    const loadedAt = clock.now();
    for (let date = dateOf(zone, from); ; date = addDays(date, 1)) {
      const { start, end } = dayOf(zone, date);
      if (start >= to || (isPart && end > to)) break;
      const inside = segments
        .filter((segment) => segment.start < end && segment.end > start)
        .map(({ kind, ...segment }) => ({
          start: Math.max(start, segment.start),
          end: Math.min(end, segment.end),
          kind,
        }));
      days.set(date, { start, end, segments: inside, loadedAt, isFailed: false });
    }
    for (const oldest of [...days.keys()].slice(0, Math.max(0, days.size - maxCachedDays)))
      days.delete(oldest);
    if (isPart) onChange(assemble());
  }

  /** What was known of these days stays. */
  function keepFailed({ from, to }: Range): void {
    for (let date = dateOf(zone, from); ; date = addDays(date, 1)) {
      const { start, end } = dayOf(zone, date);
      if (start >= to) return;
      const segments = days.get(date)?.segments ?? [];
      days.set(date, { start, end, segments, loadedAt: clock.now(), isFailed: true });
    }
  }

  function* monthsOf({ from, to }: Range): Generator<string> {
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

  function assemble(): Recordings {
    const loaded = [...days.values()];
    const known = bandsOf(loaded.map(({ start, end }) => ({ start, end: Math.min(end, clock.now()) })));
    return {
      time: recordedTimeOf([...loaded.flatMap(({ segments }) => segments), ...daysOnly()]),
      known,
      counts: new Map(loaded.map(({ start, segments }) => [start, segments.length])),
      months: new Map(months),
    };
  }

  /** Dates of which only is known that something was recorded, for long views. */
  function* daysOnly(): Generator<Segment> {
    for (const dates of months.values())
      for (const date of dates)
        if (!days.has(date)) {
          const { start, end } = dayOf(zone, date);
          yield { start, end: Math.min(end, clock.now()), kind: 'schedule' };
        }
  }

  return {
    show,
    showMonth,
    close() {
      closed.abort();
      loading?.abort.abort();
    },
  };
}

function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7);
}
