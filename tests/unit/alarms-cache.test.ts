import { expect } from 'expect';
import { describe, it } from 'vitest';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import type { Alarm, Alarms } from '../../player-frame/recorded-time/alarms.ts';
import { type AlarmPage, createAlarmsCache } from '../../player-frame/session/alarms-cache.ts';
import { readAlarms } from '../../player-frame/session/features/recordings.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** 00:00 in Shanghai; "now" is noon of that day. */
const today = Date.UTC(2025, 2, 1, 16);
const now = today + 12 * hour;

type Answer = (page: number, from: number, to: number, signal: AbortSignal) => Promise<AlarmPage | null>;

function cacheWith(answer: Answer) {
  const clock = new FakeClock(now);
  const calls: { page: number; from: number; to: number; signal: AbortSignal }[] = [];
  let latest: Alarms | null = null;
  const cache = createAlarmsCache({
    clock,
    zone: zoneOf('Asia/Shanghai'),
    page: (page, from, to, signal) => {
      calls.push({ page, from: (from - today) / hour, to: (to - today) / hour, signal });
      return answer(page, from, to, signal);
    },
    onChange: (alarms) => {
      latest = alarms;
    },
  });
  return { cache, clock, calls, hours: () => [...latest!.times].map((at) => (at - today) / hour) };
}

const alarm = (at: number): Alarm => ({ id: String(at), at, name: 'Motion' });
const only = (...alarms: readonly Alarm[]): AlarmPage => ({ alarms, isFull: false });

describe('alarms of the visible time', () => {
  it('are loaded in whole days, and again after 20 s for the running day only', async () => {
    const { cache, clock, calls, hours } = cacheWith(async (_page, from) => only(alarm(from + hour)));
    cache.show(today + hour, now);
    await clock.advance(0);
    expect(calls.map(({ from, to }) => [from, to])).toEqual([
      [0, 24],
      [-24, 0],
    ]);
    expect(hours()).toEqual([-23, 1]);
    cache.show(today + hour, now);
    await clock.advance(21_000);
    expect(calls).toHaveLength(2);
    cache.show(today + hour, now);
    await clock.advance(0);
    expect(calls.slice(2).map(({ from }) => from)).toEqual([0]);
  });

  it('are read page by page, newest first, while pages are full', async () => {
    const pages = [[3, 2], [2, 1], [0.5]];
    const { cache, clock, calls, hours } = cacheWith(async (page, from) => ({
      alarms: from === today ? pages[page]!.map((at) => alarm(today + at * hour)) : [],
      isFull: from === today && page < 2,
    }));
    cache.show(today, now);
    await clock.advance(0);
    expect(calls.slice(0, 3).map(({ page }) => page)).toEqual([0, 1, 2]);
    // One alarm moved to the next page, because a new one was reported in between.
    expect(hours()).toEqual([0.5, 1, 2, 3]);
  });

  it('are loaded in steps of a week, at most 20 pages each, and none for more than two months', async () => {
    const { cache, clock, calls, hours } = cacheWith(async (page, from) => ({
      alarms: [alarm(from + page)],
      isFull: from === today - 21 * day,
    }));
    cache.show(today - 80 * day, now);
    await clock.advance(0);
    expect(calls).toEqual([]);
    cache.show(today - 21 * day, today - 1);
    await clock.advance(0);
    await clock.advance(0);
    await clock.advance(0);
    const steps = calls.map(({ from, to }) => [from / 24, to / 24]);
    expect(steps.filter(([from]) => from === -21)).toHaveLength(20);
    expect(steps.slice(20, 22)).toEqual([
      [-14, -7],
      [-7, 0],
    ]);
    expect(hours()).toContain(-7 * 24);
  });

  it('are none after a failed call, which is repeated after 10 s', async () => {
    let isFailing = true;
    const { cache, clock, calls, hours } = cacheWith(async (_page, from) => {
      if (isFailing) throw new Error('network');
      return only(alarm(from));
    });
    cache.show(today, now);
    await clock.advance(0);
    expect(hours()).toEqual([]);
    const before = calls.length;
    isFailing = false;
    cache.show(today, now);
    await clock.advance(10_001);
    expect(calls).toHaveLength(before);
    cache.show(today, now);
    await clock.advance(0);
    expect(hours()).toContain(0);
  });

  it('are requested once with a token that may not list them', async () => {
    const { cache, clock, calls, hours } = cacheWith(async () => null);
    for (let view = 0; view < 20; view += 1) {
      cache.show(today - view * day, now);
      await clock.advance(30_000);
    }
    expect(calls).toHaveLength(1);
    expect(hours()).toEqual([]);
  });

  it('are cancelled when the view moves elsewhere, and when the camera changes', async () => {
    const never: Answer = () => new Promise(() => {});
    const { cache, clock, calls } = cacheWith(never);
    cache.show(today - 20 * day, today - 19 * day);
    await clock.advance(0);
    cache.show(today, now);
    expect(calls[0]!.signal.aborted).toBe(true);
    const other = cacheWith(never);
    other.cache.show(today, now);
    await other.clock.advance(0);
    other.cache.close();
    expect(other.calls[0]!.signal.aborted).toBe(true);
  });
});

it('what is not an alarm in the answer of alarm/device/list is left out', () => {
  const good = { alarmId: 'a', alarmTime: 5, alarmName: '移动侦测' };
  const list = [
    good,
    null,
    1,
    {},
    { ...good, alarmTime: '5' },
    { ...good, alarmId: 1 },
    { ...good, alarmName: 2 },
  ];
  expect(readAlarms(list)).toEqual([{ id: 'a', at: 5, name: '移动侦测' }]);
  expect(readAlarms([{ ...good, alarmName: 'x'.repeat(99) }])[0]!.name).toHaveLength(64);
});
