import { expect } from 'expect';
import { describe, it, vi } from 'vitest';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { bandAt } from '../../player-frame/recorded-time/bands.ts';
import { findAt, type Segment } from '../../player-frame/recorded-time/recorded-time.ts';
import { readPage } from '../../player-frame/session/features/recordings.ts';
import {
  createRecordingsCache,
  type ListedRecordings,
  type RecordingsPage,
  type RecordingsSource,
} from '../../player-frame/session/recordings-cache.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** 00:00 in Shanghai; "now" is noon of that day. */
const today = Date.UTC(2025, 2, 1, 16);
const now = today + 12 * hour;

function cacheWith(source: Partial<RecordingsSource> = {}) {
  const clock = new FakeClock(now);
  const calls: [from: number, to: number, signal: AbortSignal][] = [];
  const dates = vi.fn(async (_month: string) => ['2025-02-14'] as readonly string[]);
  let latest: ListedRecordings | null = null;
  const cache = createRecordingsCache({
    clock,
    zone: zoneOf('Asia/Shanghai'),
    source: {
      page: async (from, to, signal) => {
        calls.push([from, to, signal]);
        return source.page ? source.page(from, to, signal) : { segments: [segment(from + hour)], next: null };
      },
      dates: source.dates ?? dates,
    },
    onChange: (recordings) => {
      latest = recordings;
    },
  });
  return {
    cache,
    clock,
    dates,
    ranges: () => calls.map(([from, to]) => [(from - today) / hour, (to - today) / hour]),
    calls,
    seen: () => latest!,
  };
}
const segment = (start: number, length = hour, kind: Segment['kind'] = 'schedule'): Segment => ({
  start,
  end: start + length,
  kind,
});

describe('recordings of the visible time', () => {
  it('are loaded in whole days, first the visible ones and then their neighbours', async () => {
    const { cache, clock, ranges, seen } = cacheWith();
    cache.show(today - 20 * hour, today - 19 * hour);
    await clock.advance(0);
    expect(ranges()).toEqual([
      [-24, 0],
      [-48, -24],
      [0, 24],
    ]);
    expect(bandAt(seen().time.known, today - 47 * hour)).not.toBeNull();
    // The list contains what is being recorded some seconds later.
    expect(bandAt(seen().time.known, now - 16_000)).not.toBeNull();
    expect(bandAt(seen().time.known, now - 14_000)).toBeNull();
    cache.show(today - 10 * hour, today - 9 * hour);
    await clock.advance(0);
    expect(ranges()).toHaveLength(3);
  });

  it('are requested again after 20 s for the running day only', async () => {
    const { cache, clock, ranges } = cacheWith();
    cache.show(today - hour, now);
    await clock.advance(0);
    const before = ranges().length;
    cache.show(today - hour, now);
    await clock.advance(21_000);
    expect(ranges()).toHaveLength(before);
    cache.show(today - hour, now);
    await clock.advance(0);
    expect(ranges().slice(before)).toEqual([[0, 24]]);
  });

  it('are paged while isAll is false, and shown as days become complete', async () => {
    const pages: (() => void)[] = [];
    const { cache, clock, ranges, seen } = cacheWith({
      page: (from) =>
        new Promise<RecordingsPage>((resolve) => {
          const isLast = from >= today - 2 * day;
          pages.push(() => resolve({ segments: [segment(from)], next: isLast ? null : from + 30 * hour }));
        }),
    });
    cache.show(today - 4 * day, today - 1);
    pages.shift()!();
    await clock.advance(0);
    expect(ranges()).toEqual([
      [-96, 0],
      [-66, 0],
    ]);
    expect(bandAt(seen().time.known, today - 95 * hour)).not.toBeNull();
    expect(bandAt(seen().time.known, today - 67 * hour)).toBeNull();
    pages.shift()!();
    await clock.advance(0);
    pages.shift()!();
    await clock.advance(0);
    expect(bandAt(seen().time.known, today - 1)).not.toBeNull();
    expect([...seen().time.all.starts].map((start) => (start - today) / hour)).toEqual([-96, -66, -36]);
  });

  it('end with a page that does not advance, instead of requesting it for ever', async () => {
    const { cache, clock, ranges, seen } = cacheWith({
      page: async (from) => ({ segments: [segment(from)], next: from }),
    });
    cache.show(today - 2 * day, today - day - 1);
    await clock.advance(0);
    expect(ranges()).toHaveLength(3);
    expect(seen().counts.get(today - 2 * day)).toBe(1);
  });

  it('are an empty list after a failed call, which is repeated after 10 s', async () => {
    let isFailing = true;
    const { cache, clock, ranges, seen } = cacheWith({
      page: async (from) => {
        if (isFailing) throw new Error('20007');
        return { segments: [segment(from)], next: null };
      },
    });
    cache.show(today, now);
    await clock.advance(0);
    expect([seen().time.all.starts.length, seen().counts.get(today)]).toEqual([0, 0]);
    isFailing = false;
    const before = ranges().length;
    cache.show(today, now);
    await clock.advance(10_001);
    expect(ranges()).toHaveLength(before);
    cache.show(today, now);
    await clock.advance(0);
    expect(seen().counts.get(today)).toBe(1);
  });

  it('are cancelled when the view moves elsewhere, and when the camera changes', async () => {
    const { cache, clock, calls } = cacheWith({ page: () => new Promise(() => {}) });
    cache.show(today - 20 * day, today - 19 * day);
    await clock.advance(0);
    cache.show(today - 20 * day + hour, today - 19 * day);
    expect(calls[0]![2].aborted).toBe(false);
    cache.show(today, now);
    expect(calls[0]![2].aborted).toBe(true);
    const other = cacheWith({ page: () => new Promise(() => {}) });
    other.cache.show(today, now);
    await other.clock.advance(0);
    other.cache.close();
    expect(other.calls[0]![2].aborted).toBe(true);
  });

  it('are days with recordings in views of more than two months', async () => {
    const { cache, clock, ranges, dates, seen } = cacheWith();
    cache.show(today - 80 * day, now);
    await clock.advance(0);
    expect(ranges()).toEqual([]);
    expect(dates.mock.calls.map(([month]) => month)).toEqual(['2024-12', '2025-01', '2025-02', '2025-03']);
    const { time } = seen();
    expect(bandAt(time.days, Date.UTC(2025, 1, 14, 3))).not.toBeNull();
    // Nothing is said about single recordings.
    expect(time.all.starts).toHaveLength(0);
    expect(findAt(time, today - 200 * day)).toMatchObject({ kind: 'none', isDay: true });
    expect(bandAt(seen().time.known, Date.UTC(2025, 1, 14, 3))).toBeNull();
  });

  it('say when the next recording begins, and until its day is loaded, on which day', async () => {
    const dayOf = (date: number) => Date.UTC(2025, 1, date) - 8 * hour;
    const begins = [dayOf(14) + 4.5 * hour, dayOf(21) + hour];
    const { cache, clock, seen } = cacheWith({
      dates: async (month) => (month === '2025-02' ? ['2025-02-14'] : []),
      page: async (from, to) => ({
        segments: begins.filter((at) => at >= from && at < to).map((at) => segment(at)),
        next: null,
      }),
    });
    cache.showMonth('2025-02');
    cache.show(dayOf(10), dayOf(11));
    await clock.advance(0);
    expect(findAt(seen().time, dayOf(11))).toEqual({ kind: 'none', next: dayOf(14), isDay: true });
    cache.show(dayOf(14), dayOf(15));
    await clock.advance(0);
    expect(findAt(seen().time, dayOf(13))).toEqual({ kind: 'none', next: begins[0] });
    // Between days that are loaded, there may be others.
    cache.show(dayOf(21), dayOf(22));
    await clock.advance(0);
    expect(findAt(seen().time, dayOf(15))).toEqual({ kind: 'none', next: null });
  });

  it('of a month that is over are requested once', async () => {
    const { cache, clock, dates } = cacheWith();
    for (let round = 0; round < 3; round += 1) {
      cache.showMonth('2025-02');
      cache.showMonth('2025-03');
      await clock.advance(30_000);
    }
    expect(dates.mock.calls.filter(([month]) => month === '2025-02')).toHaveLength(1);
    expect(dates.mock.calls.filter(([month]) => month === '2025-03')).toHaveLength(3);
  });
});

describe('the answer of video/by/time', () => {
  const file = { startTime: 1_000, endTime: 2_000, videoType: 1 };

  it('is read as data.files with isAll and nextFileTime, and as a plain array', () => {
    const alarm = { startTime: 2_000, endTime: 3_000, videoType: 2 };
    expect(readPage({ files: [file, alarm], isAll: false, nextFileTime: 3_000 })).toEqual({
      segments: [
        { start: 1_000, end: 2_000, kind: 'schedule' },
        { start: 2_000, end: 3_000, kind: 'alarm' },
      ],
      next: 3_000,
    });
    expect(readPage([file])).toEqual({
      segments: [{ start: 1_000, end: 2_000, kind: 'schedule' }],
      next: null,
    });
    expect(readPage({ files: [file], isAll: true, nextFileTime: 9 }).next).toBeNull();
  });

  it.each([null, 'x', {}, { files: 'x' }, { files: [null, 1, { startTime: '1', endTime: 2 }] }])(
    '%j is an empty list',
    (data) => expect(readPage(data)).toEqual({ segments: [], next: null }),
  );
});
