import { expect } from 'expect';
import { describe, it, vi } from 'vitest';
import { dayOf } from '../../lib/kernel/zone-days.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import {
  dayHeightPx,
  defaultRowMinutes,
  linesInView,
  pinched,
  rowMinutesOf,
  rulerHeightPx,
  scrollOfTime,
  timeAtScroll,
  withinWindow,
} from '../../player-frame/features/ruler/ruler-scale.ts';
import { createScrollFollower } from '../../player-frame/features/ruler/scroll-follower.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = dayOf(zoneOf('Asia/Shanghai'), '2025-03-01');
const scale = { day, rowMinutes: defaultRowMinutes };

describe('Mobile ruler: step 30 minutes, rows 60 px, day range 00:00:00-24:00:00, height 300 px', () => {
  it('has 48 rows of 60 px for a day, of which 300 px are seen', () => {
    expect([dayHeightPx(scale), rulerHeightPx]).toEqual([48 * 60, 300]);
    const lines = linesInView(scale, 0);
    expect(lines.map(({ y }) => y)).toEqual([150, 210, 270]);
    expect(lines.map(({ at }) => (at - day.start) / minute)).toEqual([0, 30, 60]);
  });

  it('scrolls from midnight to midnight under the marker', () => {
    expect([timeAtScroll(scale, -9), timeAtScroll(scale, 0)]).toEqual([day.start, day.start]);
    expect(timeAtScroll(scale, 90)).toBe(day.start + 45 * minute);
    expect(timeAtScroll(scale, 9_999)).toBe(day.end - 1);
    expect(scrollOfTime(scale, day.start + 12 * hour)).toBe(24 * 60);
  });

  it('has 46 and 50 rows where the clocks change', () => {
    const berlin = zoneOf('Europe/Berlin');
    const rows = ['2025-03-30', '2025-10-26'].map(
      (date) => dayHeightPx({ ...scale, day: dayOf(berlin, date) }) / 60,
    );
    expect(rows).toEqual([46, 50]);
  });

  it('is pinched from 1 to 240 minutes per row, with lines at least 40 px apart', () => {
    expect([pinched(scale, 1e-9).rowMinutes, pinched(scale, 1e9).rowMinutes]).toEqual([1, 240]);
    for (let rowMinutes = 1; rowMinutes <= 240; rowMinutes += 1) {
      const [one, other] = linesInView({ day, rowMinutes }, dayHeightPx({ day, rowMinutes }) / 2);
      expect(other!.y - one!.y).toBeGreaterThanOrEqual(40 - 1e-9);
    }
    for (const rowMinutes of [1, 30, 240]) {
      const [one, other] = linesInView({ day, rowMinutes }, 0);
      expect([other!.y - one!.y, (other!.at - one!.at) / minute]).toEqual([60, rowMinutes]);
    }
  });

  it('shows a short range of the page as a whole, and a longer one with the usual rows', () => {
    const minutes = [2, 5, 60, 1_440].map((length) => ({
      start: day.start,
      end: day.start + length * minute,
    }));
    expect(minutes.map(rowMinutesOf)).toEqual([1, 1, 12, 30]);
  });

  it('sets a target before the fixed begin, and also one after the fixed end, to the begin', () => {
    const window = { start: day.start + hour, end: day.start + 2 * hour };
    expect(withinWindow(day.start, window)).toBe(window.start);
    expect(withinWindow(day.start + 3 * hour, window)).toBe(window.start);
    expect(withinWindow(window.start + 1, window)).toBe(window.start + 1);
    expect(withinWindow(day.start, null)).toBe(day.start);
  });
});

describe('touching the ruler', () => {
  function follower() {
    const clock = new FakeClock();
    const position = { top: 0 };
    const events = { onHold: vi.fn(), onSettle: vi.fn(), onRelease: vi.fn() };
    return { clock, position, ...events, made: createScrollFollower(clock, () => position.top, events) };
  }

  it('stops syncing, and on release the time is computed after scrolling settles, polled every 100 ms', async () => {
    const { clock, position, onSettle, onHold, made } = follower();
    made.touchStart();
    expect([made.isHeld, onHold.mock.calls.length]).toEqual([true, 1]);
    position.top = 100;
    made.scrolled();
    // Nothing is polled while a finger is on the ruler.
    await clock.advance(5_000);
    expect([clock.pending, onSettle.mock.calls.length]).toEqual([0, 0]);
    made.touchEnd();
    for (const top of [140, 170, 185]) {
      position.top = top;
      made.scrolled();
      await clock.advance(100);
      expect(made.isHeld).toBe(true);
    }
    await clock.advance(100);
    expect([onSettle.mock.calls, made.isHeld, clock.pending]).toEqual([[[185]], false, 0]);
  });

  it('chooses nothing once it is cancelled, also by momentum, and the next touch chooses again', async () => {
    const { clock, position, onSettle, onRelease, made } = follower();
    const scrollTo = (top: number) => {
      position.top = top;
      made.scrolled();
    };
    made.touchStart();
    scrollTo(100);
    made.cancel();
    scrollTo(120);
    made.touchEnd();
    scrollTo(150);
    await clock.advance(100);
    expect(onRelease).not.toHaveBeenCalled();
    await clock.advance(100);
    expect([onSettle.mock.calls.length, onRelease.mock.calls.length, made.isHeld]).toEqual([0, 1, false]);
    made.touchStart();
    scrollTo(160);
    made.touchEnd();
    await clock.advance(200);
    expect(onSettle.mock.calls).toEqual([[160]]);
  });

  it('without scrolling changes nothing', async () => {
    const { clock, onSettle, onRelease, made } = follower();
    made.touchStart();
    made.touchEnd();
    await clock.advance(300);
    expect(onRelease).toHaveBeenCalledTimes(1);
    expect([onSettle.mock.calls.length, made.isHeld, clock.pending]).toEqual([0, false, 0]);
  });

  it('is told from scrolling by playback, and a wheel counts as touching', async () => {
    const { clock, position, onHold, onSettle, made } = follower();
    made.expect(50);
    position.top = 50.4;
    made.scrolled();
    expect([onHold.mock.calls.length, clock.pending]).toEqual([0, 0]);
    position.top = 80;
    made.scrolled();
    expect(made.isHeld).toBe(true);
    await clock.advance(200);
    expect(onSettle.mock.calls).toEqual([[80]]);
  });

  it('ends with the view', async () => {
    const { clock, position, onSettle, made } = follower();
    position.top = 80;
    made.scrolled();
    made.stop();
    await clock.advance(1_000);
    expect([onSettle.mock.calls.length, clock.pending]).toEqual([0, 0]);
  });
});
