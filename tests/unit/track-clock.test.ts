import { expect } from 'expect';
import { describe, it } from 'vitest';
import { LiveTimes } from '../../lib/media/sources/rtsp/live-times.ts';
import type { TrackPlan } from '../../lib/media/sources/rtsp/pick-tracks.ts';
import { TrackClock } from '../../lib/media/sources/rtsp/track-clock.ts';
import { FakeClock } from '../kit/fake-clock.ts';

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

describe('the tracks of a camera whose clocks run at another speed', () => {
  const plan = {
    video: { clockRate: 90_000 },
    audio: { clockRate: 8_000 },
    skipped: [],
  } as unknown as TrackPlan; // the members used here

  /** Audio minus video, of what was captured at the same time, for each second after the first 20 of two minutes. */
  async function differences(speeds: { video: number; audio: number }, hasReports: boolean) {
    const clock = new FakeClock();
    const times = new LiveTimes(plan, clock, {});
    const found: { ms: number; wallMs: number }[] = [];
    for (let atMs = 0; atMs < 120_000; atMs += 40) {
      const stamps = { video: atMs * 90 * speeds.video, audio: atMs * 8 * speeds.audio };
      if (hasReports && atMs % 5_000 === 0) {
        for (const kind of ['video', 'audio'] as const)
          times.report(kind, { ssrc: 1, wallMs: clock.now(), rtpTimestamp: Math.round(stamps[kind]) });
      }
      const video = times.place('video', Math.round(stamps.video));
      const audio = times.place('audio', Math.round(stamps.audio));
      if (atMs % 1_000 === 0)
        found.push({ ms: audio.ms - video.ms, wallMs: Math.abs(video.wallMs - clock.now()) });
      await clock.advance(40);
    }
    return found.slice(20);
  }

  it.each([
    [{ video: 0.84, audio: 1 }, false],
    [{ video: 0.84, audio: 1 }, true],
    [{ video: 1.3, audio: 1 }, true],
    [{ video: 1, audio: 0.96 }, false],
    [{ video: 0.9, audio: 0.9 }, false],
    [{ video: 0.9, audio: 0.9 }, true],
  ])('%j: stay in sync, with sender reports: %s', async (speeds, hasReports) => {
    const found = await differences(speeds, hasReports);
    expect(Math.max(...found.map(({ ms }) => Math.abs(ms)))).toBeLessThan(120);
    expect(Math.max(...found.map(({ wallMs }) => wallMs))).toBeLessThan(hasReports ? 120 : 400);
  });
});
