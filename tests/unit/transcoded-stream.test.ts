import { expect } from 'expect';
import { describe, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { err, ok, type Result } from '../../lib/kernel/result.ts';
import { TranscodedStream, transcodeSlots } from '../../lib/media/outputs/transcode/transcoded-stream.ts';
import type {
  Converter,
  ConverterEvents,
  StartConverter,
} from '../../lib/media/outputs/transcode/video-converter.ts';
import type { AccessUnit, SourceFailure, StreamState, TrackSet } from '../../lib/media/ports.ts';
import { CameraStream } from '../../lib/media/stream/camera-stream.ts';
import { defaultStreamLimits as limits } from '../../lib/media/stream/limits.ts';
import type { ReaderPolicy } from '../../lib/media/stream/reader.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { FakeSource, frameMs, RecordingReader, range, videoUnit } from '../kit/stream-parts.ts';

const size = { width: 640, height: 360 };
const h265 = {
  ...size,
  codec: 'h265',
  config: new Uint8Array([1, 2]),
  codecString: 'hvc1.1.6.L90.B0',
} as const;
const h264 = {
  ...size,
  codec: 'h264',
  config: new Uint8Array([3, 4]),
  codecString: 'avc1.4d001f',
} as const;
const audio = { codec: 'pcma', sampleRate: 8_000, channels: 1 } as const;
const eager: ReaderPolicy = { start: 'cachedGop', maxQueuedBytes: 0, whenFull: 'skip' };
const unreachable: SourceFailure = { code: 'source.unreachable', message: 'no route', retryable: true };
const lingerMs = 5_000;

/** Converts nothing by itself; the test emits the converted frames. */
class FakeConverter implements Converter {
  hasCapacity = true;
  waitingMs = 0;
  isRunning = true;
  pushed: AccessUnit[] = [];
  constructor(readonly events: ConverterEvents) {}
  push(unit: AccessUnit): void {
    this.pushed.push(unit);
  }
  stop(): void {
    this.isRunning = false;
  }
  get frames(): number[] {
    return this.pushed.map(({ dtsMs }) => dtsMs / frameMs);
  }
  /** Emits everything that was pushed. */
  finish(): void {
    this.events.onTrack(h264);
    for (const unit of this.pushed.splice(0)) this.events.onUnit({ ...unit });
  }
}

/** A camera with its original stream and its H.264 stream. */
class World {
  readonly sources: FakeSource[] = [];
  readonly converters: FakeConverter[] = [];
  readonly states: StreamState[] = [];
  readonly camera: CameraStream;
  readonly stream: TranscodedStream;
  frame = 0;

  constructor(
    readonly clock = new FakeClock(),
    acquireSlot = transcodeSlots(1),
    converter?: Result<StartConverter, string>,
  ) {
    const base = { clock, logger: silentLogger, random: () => 0.5, limits };
    this.camera = new CameraStream({
      ...base,
      key: { tenantId: 't', deviceSerial: 'CAM1', channelNo: 1, profile: 'main' },
      sources: () => {
        this.sources.push(new FakeSource());
        return this.source;
      },
      directory: { find: async () => ({ kind: 'demo', scene: 'x', profile: 'main' }) },
      onCondition() {},
      onIdle() {},
    });
    this.stream = new TranscodedStream(this.camera, {
      ...base,
      acquireSlot,
      converter:
        converter ??
        ok((_video, events) => {
          this.converters.push(new FakeConverter(events));
          return this.converter;
        }),
      onCondition: ({ state }) => {
        if (this.states.at(-1) !== state) this.states.push(state);
      },
    });
  }

  get source(): FakeSource {
    return this.sources.at(-1)!;
  }

  get converter(): FakeConverter {
    return this.converters.at(-1)!;
  }

  read() {
    const reader = new RecordingReader();
    return { reader, subscription: this.stream.subscribe(reader, eager) };
  }

  /** A reader of a camera that has announced its tracks. */
  async start(tracks: TrackSet = { video: h265, audio: null }) {
    const started = this.read();
    await this.clock.advance(0);
    this.source.sink?.tracks(tracks);
    return started;
  }

  async play(frames: number): Promise<void> {
    for (let count = 0; count < frames; count += 1) {
      this.source.sink?.unit(videoUnit(this.frame));
      this.frame += 1;
      await this.clock.advance(frameMs);
    }
  }

  /** The camera sends frames for `ms`. */
  playFor = (ms: number) => this.play(Math.ceil(ms / frameMs));
}

describe('readers of a converted stream', () => {
  it('share one connection, one converter and its output', async () => {
    const world = new World();
    expect(world.sources).toHaveLength(0);
    const { reader: one } = await world.start();
    const { reader: other } = world.read();
    await world.play(12);
    expect(one.events).toEqual(['restarted']);
    world.converter.finish();
    expect(one.events.slice(-13)).toEqual(['tracks', ...range(0, 12)]);
    expect(one.frames).toHaveLength(12);
    expect(other.received.every(({ unit }, at) => unit === one.received[at]?.unit)).toBe(true);
    expect(other.frames).toEqual(one.frames);
    expect([world.sources.length, world.converters.length]).toEqual([1, 1]);
    expect(world.stream.condition()).toMatchObject({ state: 'live', tracks: { video: h264, audio: null } });
  });

  it('receive the newest converted GOP when they join late', async () => {
    const world = new World();
    await world.start();
    await world.play(25);
    world.converter.finish();
    expect(world.read().reader.frames).toEqual(range(20, 25));
  });

  it('receive the audio of the camera from the first converted frame on', async () => {
    const world = new World();
    const { reader } = await world.start({ video: h265, audio });
    const audioUnit: AccessUnit = { ...videoUnit(0), kind: 'audio', isKey: true };
    await world.play(1);
    world.source.sink?.unit(audioUnit);
    world.converter.finish();
    world.source.sink?.unit(audioUnit);
    expect(reader.received.map(({ unit }) => unit.kind)).toEqual(['video', 'audio']);
    expect(reader.received[1]?.unit).toBe(audioUnit);
    expect(world.stream.condition().tracks).toEqual({ video: h264, audio });
  });

  it('keep the converter for five seconds after the last of them, then everything is released', async () => {
    const world = new World();
    const { subscription } = await world.start();
    await world.play(5);
    world.converter.finish();
    subscription.close();
    await world.playFor(lingerMs - 2 * frameMs);
    const { subscription: again } = world.read();
    await world.playFor(lingerMs);
    expect([world.converters.length, world.converter.isRunning]).toEqual([1, true]);
    again.close();
    await world.playFor(lingerMs);
    expect([world.converter.isRunning, world.stream.condition().state]).toEqual([false, 'idle']);
    // The camera's original stream has no readers either.
    await world.playFor(limits.lingerMs);
    expect([world.source.sink, world.camera.condition().state]).toEqual([null, 'idle']);
    expect(world.clock.pending).toBe(0);
  });

  it('are ended with the stream of the camera', async () => {
    const world = new World();
    const { reader } = await world.start();
    await world.play(1);
    const end = { code: 'server.stopping', message: '' };
    world.camera.close(end);
    expect(reader.ended).toEqual(end);
    expect([world.converter.isRunning, world.clock.pending]).toEqual([false, 0]);
  });
});

describe('a camera', () => {
  it('that sends H.264 needs no converter: its units are passed on unchanged', async () => {
    const world = new World(new FakeClock(), () => null, err('there is none'));
    const { reader } = await world.start({ video: h264, audio: null });
    const direct = new RecordingReader();
    world.camera.subscribe(direct, eager);
    await world.play(12);
    expect(reader.frames).toEqual(range(0, 12));
    expect(direct.received.every(({ unit }, at) => unit === reader.received[at]?.unit)).toBe(true);
    expect(world.stream.condition()).toMatchObject({ state: 'live', lastFailure: null });
  });

  it('that is already watched without conversion is converted from its newest GOP on, over its one connection', async () => {
    const world = new World();
    world.camera.subscribe(new RecordingReader(), eager);
    await world.clock.advance(0);
    world.source.sink?.tracks({ video: h265, audio: null });
    await world.play(25);
    world.read();
    expect(world.converter.frames).toEqual(range(20, 25));
    expect(world.sources).toHaveLength(1);
  });

  it('that changes its codec gets a converter, and releases it when it changes back', async () => {
    const world = new World();
    const { reader } = await world.start({ video: h264, audio: null });
    await world.play(10);
    world.source.sink?.tracks({ video: h265, audio: null });
    await world.play(10);
    expect(world.converter.frames).toEqual(range(10, 20));
    world.converter.finish();
    world.source.sink?.tracks({ video: h264, audio: null });
    await world.play(10);
    expect([world.converters.length, world.converter.isRunning]).toEqual([1, false]);
    expect(reader.frames).toEqual(range(0, 30));
  });

  it('that restarts gets another converter, and readers are notified of interruption and recovery once', async () => {
    const world = new World();
    const { reader } = await world.start();
    await world.play(12);
    world.converter.finish();
    const { converter: old } = world;
    world.source.sink?.failed(unreachable);
    expect(old.isRunning).toBe(false);
    expect(world.stream.condition().state).not.toBe('live');
    const { reader: late } = world.read();
    await world.clock.advance(400);
    world.source.sink?.tracks({ video: h265, audio: null });
    world.frame = 0;
    await world.play(3);
    expect(reader.frames).toEqual(range(0, 12));
    world.converter.finish();
    expect(reader.events.slice(-6)).toEqual([11, 'restarted', 'tracks', 0, 1, 2]);
    const retrying = { state: 'retrying', failure: unreachable, retryInMs: 400 };
    expect(reader.statuses).toEqual([retrying, { state: 'live' }]);
    expect(late.statuses).toEqual([retrying, { state: 'live' }]);
    expect(world.converters).toHaveLength(2);
    expect(world.stream.condition()).toMatchObject({ state: 'live', lastFailure: null });
  });
});

describe('a converter', () => {
  it('that ends is restarted from the newest GOP, with increasing delay, and readers receive the reason', async () => {
    const world = new World();
    const { reader } = await world.start();
    await world.play(12);
    world.converter.finish();
    world.converter.events.onEnded('status 1');
    const failure = { code: 'source.ended', message: expect.stringContaining('status 1'), retryable: true };
    expect(reader.statuses).toEqual([{ state: 'retrying', failure, retryInMs: 400 }]);
    expect(world.stream.condition()).toMatchObject({ state: 'retrying', lastFailure: failure });
    await world.playFor(200);
    expect(world.read().reader.statuses).toMatchObject([{ state: 'retrying', retryInMs: 200 }]);
    await world.playFor(200);
    expect(world.converters).toHaveLength(2);
    expect(world.converter.frames).toEqual(range(20, world.frame));

    world.converter.events.onEnded('status 1');
    const delayMs = reader.statuses.at(-1);
    expect(delayMs).toMatchObject({ state: 'retrying' });
    expect(delayMs?.state === 'retrying' && delayMs.retryInMs).toBeGreaterThan(400);
    await world.playFor(1_000);
    expect(world.converters).toHaveLength(3);
    world.converter.finish();
    expect(reader.statuses.at(-1)).toEqual({ state: 'live' });
    expect(world.stream.condition()).toMatchObject({ state: 'live', lastFailure: null, retryAt: null });
    expect([world.sources.length, world.camera.condition().state]).toEqual([1, 'live']);
  });

  it('that hangs is replaced', async () => {
    const world = new World();
    const { reader } = await world.start();
    await world.play(12);
    world.converter.waitingMs = 4_000;
    await world.playFor(500);
    expect(world.converters[0]?.isRunning).toBe(false);
    expect(reader.statuses).toMatchObject([{ state: 'retrying', failure: { code: 'source.silent' } }]);
    await world.playFor(400);
    expect(world.converters).toHaveLength(2);
  });

  it('that is behind receives no more until it has capacity, and loses nothing that fits the queue', async () => {
    const world = new World();
    await world.start();
    await world.play(5);
    world.converter.hasCapacity = false;
    await world.play(5);
    expect(world.converter.frames).toEqual(range(0, 5));
    world.converter.hasCapacity = true;
    world.converter.events.onCapacity();
    expect(world.converter.frames).toEqual(range(0, 10));
  });

  it('that is not installed is a failure that is retried rarely', async () => {
    const world = new World(new FakeClock(), transcodeSlots(1), err('ffmpeg was not found'));
    const { reader } = await world.start();
    await world.play(1);
    const message = expect.stringContaining('ffmpeg was not found');
    const failure = { code: 'source.unsupported', message, retryable: false };
    expect(reader.statuses).toEqual([{ state: 'retrying', failure, retryInMs: limits.slowRetry.firstMs }]);
  });

  it('starts only while a slot is free, and releases it', async () => {
    const clock = new FakeClock();
    const slots = transcodeSlots(1);
    const [one, other] = [new World(clock, slots), new World(clock, slots)];
    const { subscription } = await one.start();
    const { reader } = await other.start();
    expect([one.converters.length, other.converters.length]).toEqual([1, 0]);
    expect(reader.statuses).toMatchObject([
      { state: 'retrying', failure: { code: 'source.unsupported', retryable: true } },
    ]);
    subscription.close();
    const bothPlay = async (ms: number) => {
      for (let played = 0; played < ms; played += frameMs) {
        for (const world of [one, other]) world.source.sink?.unit(videoUnit(world.frame++));
        await clock.advance(frameMs);
      }
    };
    await bothPlay(lingerMs + limits.retry.maxMs * 2);
    expect([one.converter.isRunning, other.converters.length]).toEqual([false, 1]);
    other.converter.finish();
    expect(reader.statuses.at(-1)).toEqual({ state: 'live' });
  });
});
