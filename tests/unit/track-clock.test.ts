import { expect } from 'expect';
import { describe, it } from 'vitest';
import { TrackClock } from '../../lib/media/sources/rtsp/track-clock.ts';

const startedAt = 1_760_000_000_000;
const hour = 3_600_000;

/** 25 frames per second from a camera without sender reports, received without delay. */
function frame(clock: TrackClock, number: number, setByMs = 0) {
  const atMs = number * 40;
  return clock.time(number * 3_600, { atMs, wallMs: startedAt + atMs + setByMs });
}

describe('the times of frames', () => {
  it.each([
    ['wrap after 2^32 ticks, which are 13 hours', 2 ** 32 - 10 * 3_600],
    ['pass the middle of their range', 2 ** 31 - 10 * 3_600],
  ])('continue where timestamps %s', (_, first) => {
    const clock = new TrackClock(90_000);
    const times = Array.from({ length: 20 }, (_, number) => {
      const atMs = number * 40;
      return clock.time((first + number * 3_600) % 2 ** 32, { atMs, wallMs: startedAt + atMs });
    });
    expect(times.some(({ hasJumped }) => hasJumped)).toBe(false);
    expect(times.map(({ ms }) => ms)).toEqual(times.map((_, number) => number * 40));
  });

  it('continue at once where a camera starts its timestamps again', () => {
    const clock = new TrackClock(90_000);
    for (let number = 0; number < 10; number += 1) frame(clock, number);
    const after = clock.time(3_000_000_000, { atMs: 400, wallMs: startedAt + 400 });
    expect([after.ms, after.hasJumped]).toEqual([400, true]);
  });
});

describe('the capture time of frames of a camera that sends no clock', () => {
  it('is the time of arrival without delays of the network', () => {
    const clock = new TrackClock(90_000);
    frame(clock, 0);
    const late = clock.time(3_600, { atMs: 240, wallMs: startedAt + 240 });
    expect(late.wallMs).toBeCloseTo(startedAt + 40, 0);
  });

  it.each([hour, -hour])("follows the server's clock when it is set by %i ms", (byMs) => {
    const clock = new TrackClock(90_000);
    for (let number = 0; number < 50; number += 1) frame(clock, number);
    const after = frame(clock, 50, byMs);
    expect(after.wallMs).toBeCloseTo(startedAt + 50 * 40 + byMs, 0);
    expect([after.ms, after.hasJumped]).toEqual([2_000, false]);
  });
});
