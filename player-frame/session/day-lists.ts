import type { Clock } from '../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { addDays, type CivilDate, dateOf, dayOf } from '../../lib/kernel/zone-days.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';

/** Part of a list. `next`: where the next part begins; null: this is the last one. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next: EpochMs | null;
}

export interface DayListsDeps<Item> {
  readonly clock: Clock;
  readonly zone: Zone;
  /** The call. Rejects if it fails. */
  readonly page: (from: EpochMs, to: EpochMs, signal: AbortSignal) => Promise<ListPage<Item>>;
  /** The part of an item within a day; null if it is not of this day. */
  readonly within: (item: Item, start: EpochMs, end: EpochMs) => Item | null;
  readonly onChange: () => void;
}

/** What is known of a day. */
export interface DayList<Item> {
  readonly start: EpochMs;
  readonly end: EpochMs;
  readonly items: readonly Item[];
  /** When the list was received; it contains nothing later. */
  readonly loadedAt: EpochMs;
}

/** Loads what a view shows, in whole days. */
export interface DayLists<Item> {
  /** Views that are too long load nothing. */
  show(from: EpochMs, to: EpochMs): void;
  loaded(): readonly DayList<Item>[];
  has(date: CivilDate): boolean;
  /** Cancels what is being loaded. */
  close(): void;
}

/** The list of the running day still grows. */
export const freshMs: Ms = 20_000;
/** A failed call is repeated after this time, if the view still needs it. */
const retryMs: Ms = 10_000;
const maxDays = 62;
const maxCachedDays = 400;

/** Whether a view is too long for lists of its days. */
export const isLongView = (from: EpochMs, to: EpochMs): boolean => to - from > maxDays * 86_400_000;

interface Day<Item> extends DayList<Item> {
  readonly isFailed: boolean;
}

interface Range {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

export function createDayLists<Item>(deps: DayListsDeps<Item>): DayLists<Item> {
  const { clock, zone, page, within, onChange } = deps;
  const days = new Map<CivilDate, Day<Item>>();
  const closed = new AbortController();
  let shown: Range | null = null;
  let loading: (Range & { readonly abort: AbortController }) | null = null;

  function show(from: EpochMs, to: EpochMs): void {
    const view = { from, to: Math.min(to, clock.now()) };
    shown = view.to <= from || isLongView(from, to) ? null : view;
    if (!shown) return;
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
    const items: Item[] = [];
    try {
      for (let at = from; ; ) {
        const found = await page(at, to, signal);
        if (signal.aborted) return;
        items.push(...found.items);
        // A page that does not advance would be requested for ever.
        const next = found.next !== null && found.next > at ? found.next : null;
        keep({ from, to: next ?? to }, items, next !== null);
        if (next === null) break;
        at = next;
      }
    } catch {
      if (signal.aborted) return;
      keepFailed({ from, to });
    }
    onChange();
  }

  function keep({ from, to }: Range, items: readonly Item[], isPart: boolean): void {
    const loadedAt = clock.now();
    for (let date = dateOf(zone, from); ; date = addDays(date, 1)) {
      const { start, end } = dayOf(zone, date);
      if (start >= to || (isPart && end > to)) break;
      const inside = items.flatMap((item) => within(item, start, end) ?? []);
      days.set(date, { start, end, items: inside, loadedAt, isFailed: false });
    }
    for (const oldest of [...days.keys()].slice(0, Math.max(0, days.size - maxCachedDays)))
      days.delete(oldest);
    if (isPart) onChange();
  }

  /** What was known of these days stays. */
  function keepFailed({ from, to }: Range): void {
    for (let date = dateOf(zone, from); ; date = addDays(date, 1)) {
      const { start, end } = dayOf(zone, date);
      if (start >= to) return;
      const items = days.get(date)?.items ?? [];
      days.set(date, { start, end, items, loadedAt: clock.now(), isFailed: true });
    }
  }

  return {
    show,
    loaded: () => [...days.values()],
    has: (date) => days.has(date),
    close() {
      closed.abort();
      loading?.abort.abort();
    },
  };
}
