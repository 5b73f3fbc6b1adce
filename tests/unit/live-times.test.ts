import { expect } from 'expect';
import { describe, it } from 'vitest';
import { LiveTimes, type StartTimestamps } from '../../lib/media/sources/rtsp/live-times.ts';
import type { TrackPlan } from '../../lib/media/sources/rtsp/pick-tracks.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { lossOf } from '../kit/rtp-footage.ts';

const rates = { video: 90_000, audio: 8_000 };
const plan = {
  video: { clockRate: rates.video },
  audio: { clockRate: rates.audio },
  skipped: [],
} as unknown as TrackPlan;

interface World {
  /** Of PLAY's response. */
  readonly starts?: StartTimestamps;
  /** RTP timestamp minus time of capture, ms. */
  readonly stampMs: { readonly video: number; readonly audio: number };
  /** Between capture and arrival, ms. */
  readonly delayMs?: (kind: 'video' | 'audio', capturedMs: number) => number;
  /** Sender reports from then on, ms. */
  readonly reportsFromMs?: number;
  readonly seconds?: number;
}

interface Placed {
  readonly kind: 'video' | 'audio';
  readonly arrivedMs: number;
  readonly capturedMs: number;
  readonly ms: number;
  readonly wallMs: number;
}

/** 25 frames and 50 audio packets per second. */
async function play({ starts = {}, stampMs, delayMs = () => 20, reportsFromMs, seconds = 12 }: World) {
  const clock = new FakeClock();
  const startedAt = clock.now();
  const times = new LiveTimes(plan, clock, starts);
  const tracks = [
    ['video', 40],
    ['audio', 20],
  ] as const;
  const packets = tracks.flatMap(([kind, everyMs]) => {
    let lastMs = 0;
    return Array.from({ length: (seconds * 1_000) / everyMs }, (_, at) => {
      const capturedMs = at * everyMs;
      // TCP delivers in order.
      lastMs = Math.max(lastMs, capturedMs + delayMs(kind, capturedMs));
      return { kind, capturedMs, arrivedMs: lastMs };
    });
  });
  packets.sort((a, b) => a.arrivedMs - b.arrivedMs);
  const placed: Placed[] = [];
  let nextReportMs = reportsFromMs ?? Number.POSITIVE_INFINITY;
  let nowMs = 0;
  const ticks = (kind: 'video' | 'audio', capturedMs: number) =>
    Math.round(((capturedMs + stampMs[kind]) * rates[kind]) / 1_000) >>> 0;
  for (const { kind, capturedMs, arrivedMs } of packets) {
    await clock.advance(arrivedMs - nowMs);
    nowMs = arrivedMs;
    if (arrivedMs >= nextReportMs) {
      for (const [kind] of tracks)
        times.report(kind, {
          ssrc: 1,
          wallMs: startedAt + capturedMs,
          rtpTimestamp: ticks(kind, capturedMs),
        });
      nextReportMs += 5_000;
    }
    const { ms, wallMs } = times.place(kind, ticks(kind, capturedMs));
    placed.push({ kind, capturedMs, arrivedMs, ms, wallMs: wallMs - startedAt });
  }
  return placed;
}

/** How late audio is against video, ms, at each audio packet. */
function lateness(placed: readonly Placed[]): number[] {
  const video = placed.filter(({ kind }) => kind === 'video');
  const offset = video.at(-1)!.ms - video.at(-1)!.capturedMs;
  return placed.filter(({ kind }) => kind === 'audio').map(({ ms, capturedMs }) => ms - capturedMs - offset);
}

/** Changes that are heard. */
const jumps = (late: readonly number[]): number =>
  late.slice(1).filter((ms, at) => Math.abs(ms - late[at]!) > 5).length;

const falseStart: World = { starts: { video: 0, audio: 0 }, stampMs: { video: 300, audio: 1_000 } };

describe('audio of a camera without sender reports', () => {
  it('is placed by arrival, once, if the start timestamps of PLAY are wrong', async () => {
    for (const audio of [1_000, -400]) {
      const late = lateness(await play({ ...falseStart, stampMs: { video: 300, audio } }));
      expect(Math.abs(late[0]!)).toBeGreaterThan(600);
      expect(Math.abs(late.at(-1)!)).toBeLessThan(50);
      expect(jumps(late)).toBe(1);
    }
  });

  it('is placed by arrival if the network delays many packets', async () => {
    const isLate = lossOf(5, 70);
    const delayMs = () => (isLate() ? 20 + 300 : 20);
    const late = lateness(await play({ ...falseStart, delayMs }));
    expect(Math.abs(late.at(-1)!)).toBeLessThan(100);
    expect(jumps(late)).toBe(1);
  });

  it('is placed by arrival if the camera sends a second of video at once when it starts', async () => {
    const delayMs = (kind: 'video' | 'audio', capturedMs: number) =>
      kind === 'video' && capturedMs < 1_000 ? 1_020 - capturedMs : 20;
    const placed = await play({ stampMs: { video: 0, audio: 0 }, delayMs });
    expect(Math.abs(lateness(placed).at(-1)!)).toBeLessThan(50);
  });

  it.each([
    ['with start timestamps that are right', { video: 27_000, audio: 8_000 }],
    ['without start timestamps', {}],
  ])('stays where it is %s, although one track is sent a little later', async (_name, starts) => {
    for (const kind of ['video', 'audio'] as const) {
      const late = lateness(await play({ ...falseStart, starts, delayMs: (of) => (of === kind ? 300 : 20) }));
      expect(jumps(late)).toBe(0);
      expect(Math.abs(late.at(-1)!)).toBeLessThan('video' in starts ? 1 : 300);
    }
  });

  it('waits until a slow connection has caught up, which delays one track more', async () => {
    const delayMs = (kind: 'video' | 'audio', capturedMs: number) =>
      kind === 'video' ? 20 + Math.max(0, 2_000 - capturedMs / 3) : 20;
    const placed = await play({
      starts: { video: 27_000, audio: 8_000 },
      stampMs: { video: 300, audio: 1_000 },
      delayMs,
      seconds: 30,
    });
    // Each track follows its own arrival, which leaves what looks like jitter.
    expect(Math.abs(lateness(placed).at(-1)!)).toBeLessThan(250);
  });

  it('has the wall time of the video beside it', async () => {
    const placed = await play(falseStart);
    const [video, audio] = (['video', 'audio'] as const).map(
      (of) => placed.filter(({ kind }) => kind === of).at(-1)!,
    );
    expect(Math.abs(audio!.wallMs - audio!.ms - (video!.wallMs - video!.ms))).toBeLessThan(1);
  });
});

describe('audio of a camera with sender reports', () => {
  it.each([0, 1_500, 4_000, 8_000])(
    'is heard to jump once at most, with reports after %i ms',
    async (reportsFromMs) => {
      const late = lateness(await play({ ...falseStart, reportsFromMs, seconds: 30 }));
      expect(jumps(late)).toBeLessThanOrEqual(1);
      expect(Math.abs(late.at(-1)!)).toBeLessThan(5);
    },
  );

  it('is where the reports place it, if arrival says something else', async () => {
    const delayMs = (kind: 'video' | 'audio') => (kind === 'video' ? 700 : 20);
    const late = lateness(await play({ ...falseStart, delayMs, reportsFromMs: 5_000, seconds: 30 }));
    expect(jumps(late)).toBeLessThanOrEqual(1);
    expect(Math.abs(late.at(-1)!)).toBeLessThan(5);
  });
});
