import { expect } from 'expect';
import { describe, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import type { SourceFailure, SourceSpec, TrackSet } from '../../lib/media/ports.ts';
import { CameraStream } from '../../lib/media/stream/camera-stream.ts';
import { defaultStreamLimits as limits } from '../../lib/media/stream/limits.ts';
import type { ReaderPolicy, ReaderSubscription, StreamReader } from '../../lib/media/stream/reader.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { FakeSource, frameBytes, frameMs, RecordingReader, range, videoUnit } from '../kit/stream-parts.ts';

const video = {
  codec: 'h264',
  width: 640,
  height: 360,
  config: new Uint8Array([1, 2]),
  codecString: 'avc1.4d001f',
} as const;
const tracks: TrackSet = { video, audio: null };
const unreachable: SourceFailure = { code: 'source.unreachable', message: 'no route', retryable: true };
const eager: ReaderPolicy = { start: 'cachedGop', maxQueuedBytes: 0, whenFull: 'skip' };

class World {
  readonly clock = new FakeClock();
  readonly sources: FakeSource[] = [];
  readonly stream: CameraStream;
  spec: SourceSpec | null = { kind: 'demo', scene: 'x', profile: 'main' };
  isIdle = false;
  /** How often the camera was asked for a key frame by other ways than its source. */
  asked = 0;
  frame = 0;

  constructor() {
    this.stream = new CameraStream({
      key: { tenantId: 't', deviceSerial: 'CAM1', channelNo: 1, profile: 'main' },
      sources: () => {
        this.sources.push(new FakeSource());
        return this.source;
      },
      directory: { find: async () => this.spec },
      clock: this.clock,
      logger: silentLogger,
      random: () => 0.5,
      limits,
      askForKeyFrame: () => {
        this.asked += 1;
      },
      onCondition() {},
      onIdle: () => {
        this.isIdle = true;
      },
    });
  }

  get source(): FakeSource {
    return this.sources.at(-1)!;
  }

  read<R extends StreamReader>(reader: R, policy = eager): { reader: R; subscription: ReaderSubscription } {
    return { reader, subscription: this.stream.subscribe(reader, policy) };
  }

  /** A reader of a source that has announced its tracks. */
  async start(policy = eager) {
    const started = this.read(new RecordingReader(), policy);
    await this.clock.advance(0);
    this.source.sink?.tracks(tracks);
    return started;
  }

  /** 25 frames per second, a key frame every ten frames. */
  async play(frames: number): Promise<void> {
    for (let count = 0; count < frames; count += 1) {
      this.source.sink?.unit(videoUnit(this.frame));
      this.frame += 1;
      await this.clock.advance(frameMs);
    }
  }
}

describe('a source that awaits the next key frame of its camera', () => {
  it('is no failure for as long as it says so, and its readers are told', async () => {
    const world = new World();
    const { reader } = world.read(new RecordingReader());
    await world.clock.advance(0);
    for (let second = 1; second <= 120; second += 1) {
      await world.clock.advance(1_000);
      world.source.sink?.awaitsKey?.(second * 1_000);
    }
    expect(world.sources).toHaveLength(1);
    expect(reader.statuses).toHaveLength(120);
    expect(reader.statuses.at(-1)).toEqual({ state: 'awaitsKey', waitedMs: 120_000 });
    expect(world.asked).toBe(118);
    world.source.sink?.tracks(tracks);
    await world.play(3);
    expect(reader.frames).toEqual(range(0, 3));
  });

  it('fails if it says nothing more', async () => {
    const world = new World();
    world.read(new RecordingReader());
    await world.clock.advance(0);
    world.source.sink?.awaitsKey?.(1_000);
    await world.clock.advance(limits.startMs + 2_000);
    expect(world.sources.length).toBeGreaterThan(1);
  });

  it('ends the reports of the failure before it', async () => {
    const world = new World();
    const { reader } = world.read(new RecordingReader());
    await world.clock.advance(0);
    world.source.sink?.failed(unreachable);
    await world.clock.advance(1_000);
    reader.statuses.length = 0;
    for (let second = 1; second <= 20; second += 1) {
      world.source.sink?.awaitsKey?.(second * 1_000);
      await world.clock.advance(1_000);
    }
    expect(new Set(reader.statuses.map(({ state }) => state))).toEqual(new Set(['awaitsKey']));
  });

  it('also in the middle of playback', async () => {
    const world = new World();
    await world.start();
    await world.play(30);
    for (let second = 1; second <= 60; second += 1) {
      await world.clock.advance(1_000);
      world.source.sink?.awaitsKey?.(second * 1_000);
    }
    expect(world.sources).toHaveLength(1);
  });
});

describe('readers of one stream', () => {
  it('share one source and the same units', async () => {
    const world = new World();
    const { reader: one } = await world.start();
    const { reader: other } = world.read(new RecordingReader());
    await world.play(25);
    expect(world.sources).toHaveLength(1);
    expect(one.frames).toEqual(range(0, 25));
    expect(other.received.every(({ unit }, index) => unit === one.received[index]!.unit)).toBe(true);
  });

  it('that join late begin with the cached GOP and the times at which it was received', async () => {
    const world = new World();
    const { reader: first } = await world.start();
    await world.play(25);
    const { reader: late } = world.read(new RecordingReader());
    expect(late.events).toEqual(['tracks', ...range(20, 25)]);
    expect(late.received).toEqual(first.received.slice(20));
    await world.play(1);
    expect(late.frames).toEqual(range(20, 26));
  });

  it('that request no cached GOP begin with the next key frame', async () => {
    const world = new World();
    await world.start();
    await world.play(25);
    const { reader: late } = world.read(new RecordingReader(), { ...eager, start: 'nextKey' });
    await world.play(10);
    expect(late.events).toEqual(['tracks', ...range(30, 35)]);
  });

  it('receive no unit before a key frame if the source begins in the middle of a GOP', async () => {
    const world = new World();
    world.frame = 5;
    const { reader } = await world.start();
    await world.play(10);
    expect(reader.frames).toEqual(range(10, 15));
  });

  it('that throw are ended, without an effect on other readers', async () => {
    const world = new World();
    const { reader: good } = await world.start();
    const bad = new RecordingReader();
    bad.unit = () => {
      throw new Error('defect');
    };
    world.read(bad);
    await world.play(3);
    expect(bad.ended).toMatchObject({ code: 'reader.failed' });
    expect(good.frames).toEqual(range(0, 3));
    expect(good.ended).toBeNull();
  });

  it('receive nothing after they closed, also when they close from within a call', async () => {
    const world = new World();
    await world.start();
    const reader = new RecordingReader();
    const { subscription } = world.read(reader);
    reader.unit = (unit) => {
      reader.events.push(unit.dtsMs / frameMs);
      subscription.close();
    };
    await world.play(5);
    expect(reader.frames).toEqual([0]);
    expect(reader.ended).toBeNull();
  });
});

describe('a reader without capacity', () => {
  const bounded = (frames: number, whenFull: ReaderPolicy['whenFull']): ReaderPolicy => ({
    start: 'cachedGop',
    maxQueuedBytes: frames * frameBytes,
    whenFull,
  });

  it('loses nothing within its bound, and delays no other reader', async () => {
    const world = new World();
    const { reader: other } = await world.start();
    const { reader, subscription } = world.read(new RecordingReader(), bounded(20, 'skip'));
    await world.play(5);
    reader.hasSpace = false;
    await world.play(15);
    expect(reader.frames).toEqual(range(0, 5));
    expect(other.frames).toEqual(range(0, 20));
    reader.hasSpace = true;
    subscription.resume();
    await world.play(2);
    expect(reader.frames).toEqual(range(0, 22));
  });

  it('continues at the next key frame when its queue is full, if configured to skip', async () => {
    const world = new World();
    await world.start();
    const { reader, subscription } = world.read(new RecordingReader(), bounded(8, 'skip'));
    await world.play(5);
    reader.hasSpace = false;
    await world.play(12); // up to frame 16: frames 5 to 12 fill the queue, frame 13 discards them
    reader.hasSpace = true;
    subscription.resume();
    await world.play(10);
    expect(reader.frames).toEqual([...range(0, 5), ...range(20, 27)]);
  });

  it('is ended when its queue is full, if configured so', async () => {
    const world = new World();
    const { reader: other } = await world.start();
    const { reader } = world.read(new RecordingReader(), bounded(8, 'end'));
    reader.hasSpace = false;
    await world.play(12);
    expect(reader.ended).toMatchObject({ code: 'reader.tooSlow' });
    expect(other.frames).toEqual(range(0, 12));
  });

  it('receives new tracks in order among the units, and a status immediately', async () => {
    const world = new World();
    const { reader, subscription } = await world.start({ ...eager, maxQueuedBytes: 100_000 });
    await world.play(5);
    reader.hasSpace = false;
    world.source.sink!.tracks({ video: { ...video, width: 1_280 }, audio: null });
    world.frame = 10;
    await world.play(2);
    world.source.sink!.failed(unreachable);
    expect(reader.statuses).toEqual([{ state: 'retrying', failure: unreachable, retryInMs: 400 }]);
    reader.hasSpace = true;
    subscription.resume();
    expect(reader.events.slice(-4)).toEqual([4, 'tracks', 10, 11]);
  });

  it('queues a bounded number of bytes, whatever the source sends', async () => {
    const world = new World();
    const { reader, subscription } = await world.start(bounded(8, 'skip'));
    reader.hasSpace = false;
    for (let round = 0; round < 20; round += 1) {
      await world.play(25);
      world.source.sink!.failed(unreachable);
      while (!world.source.sink) await world.clock.advance(100);
      world.source.sink.tracks(tracks);
    }
    reader.hasSpace = true;
    const before = reader.events.length;
    subscription.resume();
    expect(reader.events.length - before).toBeLessThan(12);
  });
});

describe('a restarted source', () => {
  it('is announced: status, another time scale, tracks, key frame, live', async () => {
    const world = new World();
    const { reader } = await world.start();
    await world.play(12);
    world.source.sink!.failed(unreachable);
    await world.clock.advance(400);
    expect(world.sources).toHaveLength(2);
    expect(reader.events.at(-1)).toBe('restarted');
    world.source.sink!.tracks(tracks);
    world.frame = 5;
    await world.play(7);
    expect(reader.events.slice(2 + 12)).toEqual(['restarted', 'tracks', 10, 11]);
    expect(reader.statuses).toEqual([
      { state: 'retrying', failure: unreachable, retryInMs: 400 },
      { state: 'live' },
    ]);
  });

  it('does not serve its old GOP, and a reader that joins meanwhile receives the reason for waiting', async () => {
    const world = new World();
    await world.start();
    await world.play(12);
    world.source.sink!.failed(unreachable);
    await world.clock.advance(100);
    const { reader } = world.read(new RecordingReader());
    expect(reader.events).toEqual([]);
    expect(reader.statuses).toEqual([{ state: 'retrying', failure: unreachable, retryInMs: 300 }]);
  });

  it('reports it if another source was stored', async () => {
    const world = new World();
    const { reader } = await world.start();
    await world.play(2);
    world.stream.replace();
    await world.clock.advance(0);
    world.source.sink!.tracks(tracks);
    world.frame = 0;
    await world.play(1);
    expect(reader.statuses).toEqual([{ state: 'replaced' }, { state: 'live' }]);
  });

  it('sends nothing of the source before to readers of another one that was stored', async () => {
    const world = new World();
    await world.start();
    await world.play(2);
    const before = world.source.sink!;
    world.stream.replace();
    const { reader } = world.read(new RecordingReader());
    before.tracks(tracks);
    before.unit({ kind: 'video', dtsMs: 80, ptsMs: 80, wallMs: 0, isKey: true, data: new Uint8Array(10) });
    await world.clock.advance(0);
    expect(reader.events).toEqual([]);
  });
});

describe('tracks that change', () => {
  it('are announced once, followed by units from the next key frame on', async () => {
    const world = new World();
    const { reader } = await world.start();
    await world.play(5);
    world.source.sink!.tracks({ video: { ...video, config: new Uint8Array(video.config) }, audio: null });
    world.source.sink!.tracks({ video: { ...video, width: 1_280 }, audio: null });
    await world.play(7);
    expect(reader.events).toEqual(['restarted', 'tracks', ...range(0, 5), 'tracks', 10, 11]);
  });
});

describe('the last reader', () => {
  it('leaves the source running for the linger time, then everything is released', async () => {
    const world = new World();
    const { subscription } = await world.start();
    const feed = world.clock.every(frameMs, () => world.source.sink?.unit(videoUnit(0)));
    subscription.close();
    subscription.close();
    await world.clock.advance(limits.lingerMs - 1);
    expect(world.source.sink).not.toBeNull();
    await world.clock.advance(1);
    expect([world.source.sink, world.isIdle]).toEqual([null, true]);
    feed();
    expect(world.clock.pending).toBe(0);
  });

  it('is ended with the stream when the camera does not exist', async () => {
    const world = new World();
    world.spec = null;
    const { reader } = world.read(new RecordingReader());
    await world.clock.advance(0);
    expect(reader.ended).toMatchObject({ code: 'stream.notFound' });
    expect(world.isIdle).toBe(true);
  });
});
