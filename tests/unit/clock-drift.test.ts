import { expect } from 'expect';
import { describe, it } from 'vitest';
import { ClockDrift } from '../../lib/media/sources/rtsp/clock-drift.ts';

/** In [0, 1), the same for every run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface Frame {
  readonly sentMs: number;
  readonly stampMs: number;
  readonly atMs: number;
}

interface CameraOptions {
  readonly fps: number;
  /** Stamped time per elapsed time. */
  readonly speed?: number;
  readonly seconds?: number;
  readonly jitterMs?: number;
  /** Frames sent within [from, to) arrive together at `to`. */
  readonly stalls?: readonly (readonly [from: number, to: number])[];
}

/** The frames of a camera in the order of arrival. */
function camera({ fps, speed = 1, seconds = 120, jitterMs = 0, stalls = [] }: CameraOptions): Frame[] {
  const random = noise(fps * 1_000 + speed * 100);
  let newestMs = 0;
  return Array.from({ length: seconds * fps }, (_, number) => {
    const sentMs = (number * 1_000) / fps;
    const stall = stalls.find(([from, to]) => sentMs >= from && sentMs < to);
    const atMs = Math.max(newestMs, (stall?.[1] ?? sentMs) + random() * jitterMs);
    newestMs = atMs;
    return { sentMs, stampMs: 7_000 + sentMs * speed, atMs };
  });
}

/** Times of the frames on a track that begins at 0. */
function follow(frames: readonly Frame[], drift = new ClockDrift(frames[0]!.stampMs, 0)) {
  const times = frames.map(({ stampMs, atMs }) => {
    drift.arrived(stampMs, atMs);
    return drift.at(stampMs);
  });
  return { times, drift };
}

/** By how much the time of each frame differs from when it was sent, after the first `fromMs`. */
const errors = (frames: readonly Frame[], times: readonly number[], fromMs = 0) =>
  frames.flatMap(({ sentMs }, index) => (sentMs < fromMs ? [] : [times[index]! - sentMs]));
const worst = (values: readonly number[]) =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

const rates = [1, 5, 25, 60];
const speeds = [0.7, 0.84, 0.96, 1.04, 1.176, 1.3];
const cases = rates.flatMap((fps) => speeds.map((speed) => [fps, speed] as const));

describe('a camera whose stamps run at another speed', () => {
  it.each(cases)('%d frames per second at %d: time follows arrival', (fps, speed) => {
    const frames = camera({ fps, speed });
    const { times, drift } = follow(frames);
    expect(worst(errors(frames, times))).toBeLessThan(1_400);
    expect(worst(errors(frames, times, 30_000))).toBeLessThan(150);
    expect(drift.speed).toBeCloseTo(speed, 1);
    expect(Math.abs(drift.speed! - speed)).toBeLessThan(0.015);
    expect(times.every((time, index) => index === 0 || time > times[index - 1]!)).toBe(true);
  });

  it.each(cases)('%d frames per second at %d: also with jitter and stalls', (fps, speed) => {
    const stalls = [
      [40_000, 42_500],
      [71_000, 74_800],
    ] as const;
    const frames = camera({ fps, speed, jitterMs: 80, stalls });
    const { times } = follow(frames);
    expect(worst(errors(frames, times))).toBeLessThan(1_600);
    expect(worst(errors(frames, times, 30_000))).toBeLessThan(350);
  });

  it.each([1, 25])('%d frames per second: half an hour at 1.002 adds up to nothing', (fps) => {
    const frames = camera({ fps, speed: 1.002, seconds: 1_800, jitterMs: 30 });
    expect(worst(errors(frames, follow(frames).times))).toBeLessThan(250);
  });

  it.each(rates)('%d frames per second: is followed when its speed changes', (fps) => {
    const before = camera({ fps, seconds: 60 });
    const after = camera({ fps, speed: 0.75, seconds: 90 }).map(({ sentMs, stampMs, atMs }) => ({
      sentMs: sentMs + 60_000,
      stampMs: stampMs + 60_000,
      atMs: atMs + 60_000,
    }));
    const frames = [...before, ...after];
    const { times, drift } = follow(frames);
    expect(worst(errors(frames, times))).toBeLessThan(1_900);
    expect(drift.speed).toBeCloseTo(0.75, 1);
  });
});

describe('a camera whose stamps are right', () => {
  const changed = (frames: readonly Frame[]) =>
    follow(frames).times.filter((time, index) => time !== frames[index]!.stampMs - 7_000);

  it.each(rates)('%d frames per second: keeps them, with jitter and stalls', (fps) => {
    const stalls = [
      [20_000, 23_900],
      [24_000, 26_000],
      [80_000, 81_000],
    ] as const;
    const frames = camera({ fps, seconds: 180, jitterMs: 100, stalls });
    expect(changed(frames)).toEqual([]);
    expect(follow(frames).drift.speed).toBe(1);
  });

  it('keeps them after a first burst, of the frames since the newest key frame', () => {
    const frames = camera({ fps: 25, stalls: [[0, 3_000]] });
    expect(changed(frames)).toEqual([]);
  });

  it('keeps them while a slow network catches up after a stall', () => {
    const frames = camera({ fps: 25 }).map((frame) => {
      const sinceMs = frame.sentMs - 40_000;
      const lateMs = sinceMs < 0 ? 0 : Math.max(0, 3_000 - sinceMs * 0.6);
      return { ...frame, atMs: frame.atMs + lateMs };
    });
    expect(worst(errors(frames, follow(frames).times))).toBeLessThan(700);
    expect(worst(errors(frames, follow(frames).times, 60_000))).toBeLessThan(100);
  });

  it('keeps them when the camera pauses without counting', () => {
    const frames = camera({ fps: 25 }).map((frame) =>
      frame.sentMs < 40_000 ? frame : { ...frame, atMs: frame.atMs + 3_000 },
    );
    expect(worst(errors(frames, follow(frames).times))).toBeLessThan(100);
  });

  it('keeps their distances when it begins to count anew', () => {
    const frames = camera({ fps: 25, seconds: 20 });
    const { drift } = follow(frames);
    drift.restart(900_000, 20_000);
    const later = frames.map(({ sentMs, atMs }) => ({
      sentMs,
      stampMs: 900_000 + sentMs,
      atMs: atMs + 20_000,
    }));
    expect(follow(later, drift).times).toEqual(later.map(({ sentMs }) => 20_000 + sentMs));
  });
});

describe('stamps that go back a few frames', () => {
  it('have the times that they would have had, also where the pace changes', () => {
    const drift = new ClockDrift(0, 0);
    const decoded = camera({ fps: 25, speed: 0.84, seconds: 30 }).map((frame, number) => ({
      ...frame,
      // I B B P …: a P frame is decoded before the two that are shown before it.
      stampMs: (number % 3 === 0 ? number + 2 : number - 1) * 40 * 0.84,
    }));
    const placed = decoded.map(({ stampMs, atMs }) => {
      drift.arrived(stampMs, atMs);
      return { stampMs, ms: drift.at(stampMs) };
    });
    const shown = [...placed].sort((a, b) => a.stampMs - b.stampMs);
    for (const [index, { ms }] of shown.slice(1).entries()) expect(ms).toBeGreaterThan(shown[index]!.ms);
  });
});
