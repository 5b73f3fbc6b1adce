import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { printPlaylist } from '../../lib/codec/hls/print-playlist.ts';
import type { RecordedPart } from '../../lib/codec/hls/recorded-part.ts';
import { join } from '../../lib/codec/mp4/boxes.ts';
import { fragment } from '../../lib/codec/mp4/fragment.ts';
import { initSegment } from '../../lib/codec/mp4/init-segment.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { EngineEvent } from '../../player-frame/engines/engine.ts';
import { RecordedSession } from '../../player-frame/engines/recorded-webcodecs/recorded-session.ts';
import { trimOf } from '../../player-frame/session/shared-clock.ts';
import { FakeClock } from '../kit/fake-clock.ts';

// Two minutes with 25 frames per second, a GOP of 2 s, and parts of 4 s.
const frameMs = 40;
const gopMs = 2_000;
const partMs = 4_000;
const start = Date.UTC(2026, 0, 1);
const end = start + 120_000;

const avcRecord = [1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 1, 0x68];
const config = {
  ...({ codec: 'h264', codecString: 'avc1.42c01e', config: Uint8Array.from(avcRecord) } as const),
  ...{ width: 640, height: 360 },
};
const head = initSegment([{ id: 1, kind: 'video', timeScale: 90_000, config }], null);

function frames(from: EpochMs, count: number): Uint8Array {
  const samples = Array.from({ length: count }, (_, at) => ({
    data: new Uint8Array(1),
    isKey: (from + at * frameMs - start) % gopMs === 0,
    ...{ duration: frameMs * 90, composition: 0 },
  }));
  return fragment(1, [{ trackId: 1, time: from * 90, samples }]);
}

function longer(durationMs: Ms) {
  const parts: RecordedPart[] = [];
  const pieces = [head];
  for (let at = start, offset = head.length; at < start + durationMs; at += partMs) {
    const bytes = frames(at, partMs / frameMs);
    pieces.push(bytes);
    const place = { uri: 'segment.mp4', initLength: head.length, offset, length: bytes.length };
    parts.push({ ...place, startMs: at, durationMs: partMs, startsRun: at === start });
    offset += bytes.length;
  }
  return { parts, file: join(pieces) };
}
const { parts, file } = longer(120_000);

interface World {
  readonly clock: FakeClock;
  recording: { readonly parts: readonly RecordedPart[]; readonly file: Uint8Array };
  /** Of one frame. */
  decodeMs: Ms;
  /** Of one request. */
  networkMs: Ms;
  openFrames: number;
  readonly requests: string[];
}
let world: World;

/** Answers as the server does, after `networkMs`. */
async function answer(url: string, { headers }: { headers: { readonly range?: string } }): Promise<Response> {
  const { clock, networkMs, requests, recording } = world;
  const { pathname, searchParams } = new URL(url);
  requests.push(`${pathname.split('/').at(-1)}`);
  await new Promise<void>((resolve) => clock.after(networkMs, resolve));
  const answered = (body: Uint8Array | string) =>
    ({
      ...{ ok: true, status: 200 },
      text: async () => body,
      arrayBuffer: async () => (body as Uint8Array).slice().buffer,
    }) as unknown as Response; // the members in use
  if (pathname.endsWith('.m3u8')) return answered(printPlaylist(recording.parts, start));
  if (pathname.endsWith('keyframe')) {
    const at = Number(searchParams.get('at'));
    return answered(join([head, frames(at - ((at - start) % gopMs), 1)]));
  }
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
  return answered(recording.file.subarray(Number(from), Number(to) + 1));
}

/** Decodes one frame after the other. */
class SlowDecoder {
  state = 'unconfigured';
  private queue: number[] = [];
  private isBusy = false;
  private flushed: (() => void)[] = [];
  constructor(private readonly init: { output(frame: object): void }) {}
  configure(): void {
    this.state = 'configured';
  }
  reset(): void {
    this.state = 'unconfigured';
    this.queue = [];
  }
  close(): void {
    this.reset();
    this.state = 'closed';
  }
  decode({ timestamp }: { timestamp: number }): void {
    this.queue.push(timestamp);
    this.work();
  }
  flush(): Promise<void> {
    if (!this.isBusy) return Promise.resolve();
    return new Promise((resolve) => this.flushed.push(resolve));
  }
  private work(): void {
    if (this.isBusy) return;
    const [timestamp] = this.queue;
    if (timestamp === undefined) {
      for (const resolve of this.flushed.splice(0)) resolve();
      return;
    }
    this.isBusy = true;
    world.clock.after(world.decodeMs, () => {
      this.isBusy = false;
      if (this.queue[0] === timestamp) {
        this.queue.shift();
        world.openFrames += 1;
        const close = () => {
          world.openFrames -= 1;
        };
        this.init.output({ timestamp, close });
      }
      this.work();
    });
  }
}

const globals = globalThis as { fetch: unknown; VideoDecoder?: unknown; EncodedVideoChunk?: unknown };
const { fetch, VideoDecoder, EncodedVideoChunk } = globals;
beforeEach(() => {
  const recording = { parts, file };
  world = { clock: new FakeClock(), recording, decodeMs: 4, networkMs: 5, openFrames: 0, requests: [] };
  const Chunk = class {
    readonly timestamp: number;
    constructor(init: { timestamp: number }) {
      this.timestamp = init.timestamp;
    }
  };
  Object.assign(globals, { fetch: answer, VideoDecoder: SlowDecoder, EncodedVideoChunk: Chunk });
});
afterEach(() => {
  Object.assign(globals, { fetch, VideoDecoder, EncodedVideoChunk });
});

async function playing(rate: number) {
  const { clock } = world;
  const events: EngineEvent[] = [];
  let shown: { readonly wallMs: EpochMs; readonly at: Ms }[] = [];
  let played = { wallMs: 0, at: 0, rate: 0 };
  const session = new RecordedSession({
    clock,
    painter: {
      paint: (frame) => {
        frame.close();
        return undefined;
      },
    },
    event: (event) => events.push(event),
    shown: (wallMs) => shown.push({ wallMs, at: clock.monotonic() }),
    played: (wallMs, rate) => {
      played = { wallMs, at: clock.monotonic(), rate };
    },
  });
  const last = world.recording.parts.at(-1)!;
  const range = { begin: start, end: last.startMs + last.durationMs };
  void session.start({
    url: 'https://oriel.example.com/vod/C/1/cloud/index.m3u8',
    ticket: 'T',
    range,
    startAt: null,
  });
  await clock.advance(500);
  session.setRate(rate);
  await clock.advance(500);
  return {
    session,
    events,
    /** What is played now, and what is shown. */
    now: () => ({
      played: played.wallMs + (clock.monotonic() - played.at) * played.rate,
      shown: shown.at(-1)!.wallMs,
    }),
    /** What is shown in the next seconds. */
    async watch(seconds: number) {
      shown = [];
      await clock.advance(seconds * 1_000);
      const [first, last] = [shown[0]!, shown.at(-1)!];
      const keys = world.recording.parts
        .flatMap(({ startMs }) => [startMs, startMs + gopMs])
        .filter((key) => key > first.wallMs && key < last.wallMs);
      return {
        first,
        /** Between two frames. */
        longestMs: Math.max(...shown.slice(1).map(({ at }, index) => at - shown[index]!.at)),
        count: shown.length,
        reached: (last.wallMs - first.wallMs) / (last.at - first.at),
        keys: keys.length,
        missedKeys: keys.filter((key) => !shown.some(({ wallMs }) => wallMs === key)).length,
        onlyKeys: shown.every(({ wallMs }) => (wallMs - start) % gopMs === 0),
      };
    },
  };
}

describe('recorded playback by WebCodecs', () => {
  afterEach(() => {
    expect(world.openFrames).toBe(0);
  });

  it.each([0.5, 1, 2, 4])('at %fx shows every frame, while the decoder is fast enough', async (rate) => {
    const { session, watch } = await playing(rate);
    const { count, reached } = await watch(5);
    expect(reached).toBeCloseTo(rate, 1);
    expect(count).toBeGreaterThan((5_000 / frameMs) * rate * 0.97);
    session.stop();
  });

  it.each([
    [4, 20, 'half of the frames'],
    [4, 100, 'a tenth of the frames'],
    [2, 40, 'half of the frames'],
    [1, 60, 'two thirds of the frames'],
  ])(
    'at %ix keeps its speed and shows every key frame where the decoder needs %i ms: %s',
    async (rate, ms) => {
      const { session, watch, events } = await playing(rate);
      world.decodeMs = ms;
      await world.clock.advance(1_000);
      const { reached, keys, missedKeys } = await watch(10);
      expect(reached).toBeGreaterThan(rate * 0.9);
      expect(reached).toBeLessThan(rate * 1.1);
      expect(keys).toBeGreaterThanOrEqual(4);
      expect(missedKeys).toBe(0);
      await world.clock.advance(1_000);
      const stats = events.filter((event) => event.type === 'stats').at(-1)!;
      expect(stats.stats.framesDropped).toBeGreaterThan(20);
      session.stop();
    },
  );

  describe('at 4x, where the decoder is too slow', () => {
    it('shows nothing but key frames after a while, each in time, and every frame when it is fast again', async () => {
      world.recording = longer(300_000);
      const { session, watch } = await playing(4);
      world.decodeMs = 20;
      await world.clock.advance(4_000);
      const slow = await watch(5);
      expect(slow).toMatchObject({ onlyKeys: true, missedKeys: 0 });
      expect(slow.reached).toBeCloseTo(4, 1);
      world.decodeMs = 4;
      await world.clock.advance(10_000);
      const { count, reached } = await watch(4);
      expect(reached).toBeCloseTo(4, 1);
      expect(count).toBeGreaterThan((4_000 / frameMs) * 4 * 0.97);
      session.stop();
    });

    it('tries every frame again less and less often, and at once at another speed', async () => {
      world.recording = longer(600_000);
      const { session, watch } = await playing(4);
      world.decodeMs = 20;
      await world.clock.advance(60_000);
      const { count, keys } = await watch(20);
      expect(count).toBeLessThan(keys * 2);
      world.decodeMs = 4;
      session.setRate(2);
      session.setRate(4);
      await world.clock.advance(4_000);
      expect((await watch(4)).count).toBeGreaterThan((4_000 / frameMs) * 4 * 0.97);
      session.stop();
    });
  });

  it.each([
    [4, 'in time'],
    [38, 'hardly in time'],
    [60, 'too late'],
  ])('follows a clock within 10 ms, where a decoder needs %i ms for frames of 40 ms: %s', async (ms) => {
    const { session, now } = await playing(1);
    const { clock } = world;
    world.decodeMs = ms;
    const clockBegan = clock.monotonic();
    const from = now().played + 300;
    const aheadMs = () => now().played - (from + clock.monotonic() - clockBegan);
    for (let check = 0; check < 60; check += 1) {
      await clock.advance(200);
      session.setTrim(trimOf(aheadMs()));
      if (check < 40) continue;
      expect(Math.abs(aheadMs())).toBeLessThan(15);
      // It runs on while frames are late.
      expect(now().shown).toBeLessThanOrEqual(now().played);
      if (ms === 4) expect(now().played - now().shown).toBeLessThan(frameMs + 15);
    }
    session.stop();
  });

  it('fails with the cause where there is sound only', async () => {
    const audio = {
      ...({ codec: 'aac', codecString: 'mp4a.40.2', description: Uint8Array.of(0x15, 0x88) } as const),
      ...{ sampleRate: 8_000, channels: 1 },
    };
    const soundHead = initSegment([{ id: 2, kind: 'audio', config: audio }], null);
    const packet = { data: new Uint8Array(1), isKey: true, duration: 1_024, composition: 0 };
    const packets = fragment(1, [{ trackId: 2, time: start * 8, samples: [packet] }]);
    const { length: offset } = soundHead;
    const place = { uri: 'segment.mp4', initLength: offset, offset, length: packets.length };
    const part = { ...place, startMs: start, durationMs: 128, startsRun: true };
    world.recording = { parts: [part], file: join([soundHead, packets]) };
    const { events } = await playing(1);
    expect(events).toEqual([
      { type: 'failed', failure: expect.objectContaining({ code: 'source.noVideo' }) },
    ]);
  });

  it.each([
    ['', [60_000]],
    [', while another seek is on its way', [21_000, 60_000]],
  ])('plays on after a seek to a part without frames%s', async (_while, targets) => {
    const index = 60_000 / partMs;
    const empty = fragment(1, [{ trackId: 1, time: (start + 60_000) * 90, samples: [] }]);
    const place = { ...parts[index]!, offset: file.length, length: empty.length };
    world.recording = { parts: parts.with(index, place), file: join([file, empty]) };
    const { session, watch } = await playing(1);
    const found: ReturnType<typeof session.seek>[] = [];
    for (const target of targets) {
      found.push(session.seek(start + target));
      // Loaded, and not decoded yet.
      await world.clock.advance(20);
    }
    expect((await Promise.all(found)).at(-1)).toMatchObject({ code: expect.any(String) });
    const { first, reached } = await watch(4);
    expect(first.wallMs - start).toBeLessThan(targets.length > 1 ? 25_000 : 5_000);
    expect(reached).toBeGreaterThan(0.9);
    session.stop();
  });

  it('waits for a slow network without leaving out frames', async () => {
    const { session, watch } = await playing(1);
    world.networkMs = 6_000;
    const { count, reached } = await watch(30);
    expect(reached).toBeLessThan(0.8);
    expect(count).toBeGreaterThan(((30_000 * reached) / frameMs) * 0.95);
    session.stop();
  });

  describe('whose page the browser has frozen', () => {
    it.each([
      [1, 600_000],
      [4, 20_000],
      [0.5, 7_000],
    ])('at %fx goes on at the frame on the screen, after %i ms', async (rate, frozenMs) => {
      const { session, watch, now, events } = await playing(rate);
      const { shown } = now();
      session.setVisible(false);
      world.clock.freeze(frozenMs);
      session.setVisible(true);
      const { reached, count, first } = await watch(4);
      expect(first.wallMs - shown).toBeGreaterThan(0);
      expect(first.wallMs - shown).toBeLessThan(10 * frameMs);
      expect(reached).toBeCloseTo(rate, 1);
      expect(count).toBeGreaterThan((4_000 / frameMs) * rate * 0.95);
      expect(events.filter(({ type }) => type === 'stalled' || type === 'ended')).toEqual([]);
      session.stop();
    });

    it('for a moment goes on, also if what is due now has to be loaded', async () => {
      const { session, watch } = await playing(4);
      world.networkMs = 400;
      world.clock.freeze(1_900);
      const { reached, longestMs } = await watch(6);
      expect(longestMs).toBeLessThan(1_000);
      expect(reached).toBeGreaterThan(3);
      session.stop();
    });
  });

  it.each([
    [8, 4],
    [16, 8],
  ])(
    'at %ix fetches and shows nothing but key frames, %i per second, and few of them twice',
    async (rate, perSecond) => {
      const { session, watch } = await playing(rate);
      world.requests.length = 0;
      const { count, reached, missedKeys, onlyKeys } = await watch(5);
      expect(reached).toBeCloseTo(rate, 0);
      expect(missedKeys).toBe(0);
      expect(onlyKeys).toBe(true);
      expect(new Set(world.requests)).toEqual(new Set(['keyframe']));
      expect(world.requests.length).toBeLessThanOrEqual(5 * perSecond + 4);
      expect(count).toBeGreaterThanOrEqual(5 * perSecond - 1);
      session.stop();
    },
  );

  it('steps are answered when the frame is shown, and refused at the ends of the range', async () => {
    const { session, now } = await playing(1);
    const { clock } = world;
    const moved = async (moving: ReturnType<typeof session.step>) => {
      await clock.advance(2_000);
      return [(await moving)?.code, now().shown - start];
    };
    session.pause();
    await moved(session.seek(start));
    expect(await moved(session.step(-1))).toEqual(['step.none', 0]);
    expect(await moved(session.step(1))).toEqual([undefined, frameMs]);
    expect(await moved(session.step(-1))).toEqual([undefined, 0]);
    await moved(session.seek(end - 1));
    expect(await moved(session.step(1))).toEqual(['step.none', end - start - frameMs]);
    await session.stop();
  });

  it('another speed while the part of a seek is loaded does not replace the seek', async () => {
    const { session, now } = await playing(16);
    const { clock } = world;
    world.networkMs = 400;
    const sought = session.seek(start + 90_000);
    await clock.advance(100);
    session.setRate(1);
    await clock.advance(900);
    expect(await sought).toBeNull();
    expect(now().shown - start).toBeGreaterThanOrEqual(90_000);
    expect(now().shown - start).toBeLessThan(92_000);
    await session.stop();
  });

  it('time does not run while the part of a seek is loaded', async () => {
    const { session, now } = await playing(1);
    const { clock } = world;
    world.networkMs = 2_000;
    const sought = session.seek(start + 90_000);
    const { shown } = now();
    session.pause();
    session.resume();
    await clock.advance(1_500);
    expect(now().shown).toBe(shown);
    await clock.advance(2_000);
    expect(await sought).toBeNull();
    await session.stop();
  });

  it('plays every frame again after key frames alone', async () => {
    const { session, watch } = await playing(16);
    session.setRate(1);
    await world.clock.advance(500);
    const { count } = await watch(2);
    expect(count).toBeGreaterThanOrEqual(49);
    session.stop();
  });
});
