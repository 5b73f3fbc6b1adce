import { expect } from 'expect';
import { describe, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { defaultLiveLimits, type LiveLimits } from '../../lib/media/live-plane.ts';
import { FlvOutput } from '../../lib/media/outputs/flv/flv-output.ts';
import type { LiveViewer, ViewerSubscription } from '../../lib/media/outputs/flv/live-viewer.ts';
import type { SharedBytes } from '../../lib/media/outputs/flv/shared-bytes.ts';
import type { AccessUnit, TrackSet } from '../../lib/media/ports.ts';
import type { StreamEnd } from '../../lib/media/stream/reader.ts';
import { ReaderSet } from '../../lib/media/stream/reader-set.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { readFlv, readScript, readVideo } from '../kit/flv-reader.ts';

const video = {
  codec: 'h264',
  width: 640,
  height: 360,
  config: new Uint8Array([1, 2]),
  codecString: 'avc1.4d001f',
} as const;
const audio = {
  codec: 'aac',
  sampleRate: 16_000,
  channels: 1,
  config: new Uint8Array([0x14, 0x08]),
} as const;
const tracks: TrackSet = { video, audio: null };
const FRAME_MS = 40;
const GOP_FRAMES = 25;

class FakeViewer implements LiveViewer {
  capacity = Number.POSITIVE_INFINITY;
  ended: StreamEnd | null = null;
  lastTag: SharedBytes | null = null;
  written: SharedBytes[] = [];
  open(): void {}
  hasCapacity(): boolean {
    return this.capacity > 0;
  }
  write(bytes: SharedBytes): void {
    this.capacity -= 1;
    this.written.push(bytes);
  }
  /** Whether media flowed, at each change. */
  flowed: boolean[] = [];
  cork(): void {}
  uncork(): void {}
  flows(isFlowing: boolean): void {
    this.flowed.push(isFlowing);
  }
  end(end: StreamEnd, lastTag: SharedBytes | null): void {
    this.ended = end;
    this.lastTag = lastTag;
  }
  get tags() {
    return readFlv(Buffer.concat(this.written.map(({ body }) => body))).tags;
  }
  /** The frame numbers that the test's source wrote into the data. */
  get frameNumbers(): number[] {
    return this.tags
      .filter((tag) => tag.type === 'video')
      .map(readVideo)
      .filter((frame) => !frame.isHeader)
      .map((frame) => frame.data.readUInt32BE());
  }
}

class World {
  readonly clock = new FakeClock();
  /** The interface of a stream towards its readers, without a source. */
  readonly stream: ReaderSet;
  readonly output: FlvOutput;
  frame = 0;
  frameBytes = 1_000;

  /** How often the camera was asked for a key frame. */
  requests = 0;

  constructor(limits: Partial<LiveLimits> = {}, trackSet: TrackSet | null = tracks) {
    const all = { ...defaultLiveLimits, ...limits };
    const { clock } = this;
    this.stream = new ReaderSet({ clock, logger: silentLogger, limits: all, onReaders: () => {} });
    const condition = () => {
      throw new Error('not used by the output');
    };
    this.output = new FlvOutput(
      {
        condition,
        subscribe: (reader, policy) => this.stream.add(reader, policy, null),
        requestKeyFrame: () => {
          this.requests += 1;
        },
      },
      clock,
      all,
    );
    this.stream.restarted();
    if (trackSet) this.stream.setTracks(trackSet);
  }

  join(viewer = new FakeViewer()): { viewer: FakeViewer; subscription: ViewerSubscription } {
    return { viewer, subscription: this.output.join(viewer) };
  }

  unit(unit: AccessUnit): void {
    this.stream.unit(unit, this.clock.monotonic());
  }

  /** 25 frames per second, a key frame every second. */
  async play(frames: number): Promise<void> {
    for (let count = 0; count < frames; count += 1) {
      const data = Buffer.alloc(this.frameBytes);
      data.writeUInt32BE(this.frame);
      this.unit(videoUnit(this.frame * FRAME_MS, this.frame % GOP_FRAMES === 0, data, this.clock.now()));
      this.frame += 1;
      await this.clock.advance(FRAME_MS);
    }
  }
}

function videoUnit(dtsMs: number, isKey: boolean, data: Uint8Array, wallMs = 0): AccessUnit {
  return { kind: 'video', dtsMs, ptsMs: dtsMs, wallMs, isKey, data };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('a viewer who must wait for a key frame', () => {
  const waits = ({ tags }: FakeViewer) =>
    tags
      .filter((tag) => tag.type === 'script')
      .map(readScript)
      .flatMap(({ name, value }) => (name === 'onOrielAwaitsKey' ? [value.waitedMs] : []));

  it('is told so before anything is known of the stream, and then receives it', async () => {
    const world = new World({}, null);
    const { viewer } = world.join();
    expect(viewer.written).toEqual([]);
    for (const waitedMs of [1_000, 2_000, 3_000]) world.stream.status({ state: 'awaitsKey', waitedMs });
    expect(waits(viewer)).toEqual([2_000, 3_000]);
    expect(viewer.ended).toBeNull();
    world.stream.setTracks(tracks);
    await world.play(3);
    expect(viewer.frameNumbers).toEqual([0, 1, 2]);
    // One file header, and metadata that says which tracks there are.
    const scripts = viewer.tags.filter((tag) => tag.type === 'script').map(readScript);
    expect(scripts.find(({ name }) => name === 'onMetaData')?.value).toMatchObject({
      hasVideo: true,
      hasAudio: false,
    });
  });

  it('receives the reason within the stream if the camera fails', () => {
    const world = new World({}, null);
    const { viewer } = world.join();
    world.stream.status({ state: 'awaitsKey', waitedMs: 2_000 });
    const failure = { code: 'source.keyFrame', message: 'no key frame', retryable: true } as const;
    world.stream.status({ state: 'retrying', failure, retryInMs: 400 });
    expect(viewer.ended).toMatchObject({ code: 'source.keyFrame', retryInMs: 400 });
    expect(viewer.lastTag).not.toBeNull();
  });

  it('is told how long, and the camera is asked for one, where no group is kept', async () => {
    const world = new World({ maxGopBytes: 2_000 });
    world.join();
    await world.play(10);
    const { viewer } = world.join();
    // A group of 10 s.
    for (let frame = 10; frame < 250; frame += 1) {
      world.unit(videoUnit(frame * FRAME_MS, false, Buffer.alloc(1_000)));
      await world.clock.advance(FRAME_MS);
    }
    expect(waits(viewer).length).toBeGreaterThan(6);
    expect(waits(viewer)[0]).toBeGreaterThanOrEqual(1_500);
    expect(world.requests).toBeGreaterThan(6);
    world.frame = 250;
    await world.play(2);
    expect(viewer.frameNumbers).toEqual([250, 251]);
    const told = waits(viewer).length;
    await world.play(100);
    expect(waits(viewer)).toHaveLength(told);
  });

  it('is told nothing while the camera is away', async () => {
    const world = new World({ maxGopBytes: 2_000 });
    world.join();
    await world.play(10);
    const { viewer } = world.join();
    await world.clock.advance(20_000);
    expect(waits(viewer).length).toBeLessThan(2);
  });
});

describe('clock tags', () => {
  it('are at key frames, and at least once per second between them', async () => {
    const world = new World();
    const { viewer } = world.join();
    for (let frame = 0; frame < 100; frame += 1) {
      world.unit(videoUnit(frame * FRAME_MS, frame === 0, Buffer.alloc(10), 5_000 + frame * FRAME_MS));
      await world.clock.advance(FRAME_MS);
    }
    const clocks = viewer.tags.filter((tag) => tag.type === 'script').map(readScript);
    const marks = clocks.flatMap(({ name, value }) =>
      name === 'onOrielClock'
        ? [value as { mediaMs: number; wallMs: number; serverMs: number; isFrame?: boolean }]
        : [],
    );
    expect(marks.map(({ isFrame = true }) => isFrame)).toEqual([true, false, false, false]);
    const first = marks[0]!;
    for (const [index, { mediaMs, wallMs, serverMs }] of marks.slice(1).entries()) {
      const passed = [mediaMs - first.mediaMs, wallMs - first.wallMs, serverMs - first.serverMs];
      expect(passed).toEqual(Array(3).fill((index + 1) * 1_000));
    }
  });
});

describe('a viewer without delay', () => {
  it('shares every buffer with the others', async () => {
    const world = new World();
    const [one, other] = [world.join().viewer, world.join().viewer];
    await world.play(30);
    expect(one.frameNumbers).toEqual(range(0, 30));
    expect(one.written.slice(1)).toHaveLength(30);
    expect(one.written.every((bytes, index) => other.written[index] === bytes)).toBe(true);
  });

  it('receives the same FLV in WebSocket messages as in a body', async () => {
    const world = new World();
    const { viewer } = world.join();
    for (const frameBytes of [10, 100, 200, 70_000]) {
      world.frameBytes = frameBytes;
      await world.play(2);
    }
    for (const { framed, body } of viewer.written) {
      expect(framed[0]).toBe(0x82);
      const short = framed[1]!;
      const [headerBytes, length] =
        short < 126
          ? [2, short]
          : short === 126
            ? [4, framed.readUInt16BE(2)]
            : [10, Number(framed.readBigUInt64BE(2))];
      expect(length).toBe(body.length);
      expect(framed.subarray(headerBytes).equals(body)).toBe(true);
    }
    expect(
      new Set(viewer.written.map(({ framed }) => (framed[1]! < 126 ? 2 : framed[1] === 126 ? 4 : 10))),
    ).toEqual(new Set([2, 4, 10]));
  });
});

describe('a new viewer', () => {
  it('receives the newest GOP and continues from there', async () => {
    const world = new World();
    world.join();
    await world.play(60);
    const { viewer } = world.join();
    expect(viewer.frameNumbers).toEqual(range(50, 60));
    await world.play(10);
    expect(viewer.frameNumbers).toEqual(range(50, 70));
  });

  it('waits for a key frame if there is none, and receives no video before it', async () => {
    const world = new World();
    world.frame = 10; // the source was joined in the middle of a group of pictures
    const { viewer } = world.join();
    await world.play(20);
    expect(viewer.frameNumbers).toEqual(range(25, 30));
  });

  it('waits for the next key frame if the GOP exceeds the cache', async () => {
    const world = new World({ maxGopBytes: 20_000 });
    world.join();
    await world.play(45); // 20 frames into the second group of pictures: 20 kB and tag headers
    const { viewer } = world.join();
    await world.play(10);
    expect(viewer.frameNumbers).toEqual(range(50, 55));
    expect(world.output.bufferedBytes).toBeLessThan(21_000);
  });

  it('receives no audio before the first frame', async () => {
    const world = new World({}, { video, audio });
    const { viewer } = world.join();
    const audioUnit = { kind: 'audio', wallMs: 0, isKey: true, data: new Uint8Array(10) } as const;
    for (const dtsMs of [0, 64, 128]) world.unit({ ...audioUnit, dtsMs, ptsMs: dtsMs });
    world.unit(videoUnit(150, true, Buffer.alloc(10)));
    world.unit({ ...audioUnit, dtsMs: 192, ptsMs: 192 });
    await world.clock.advance(100);
    const media = viewer.tags.filter((tag) => tag.type !== 'script').slice(2);
    expect(media.map((tag) => tag.type)).toEqual(['video', 'audio']);
  });

  it('of audio alone starts within a second', async () => {
    const world = new World({}, { video: null, audio });
    const audioUnit = { kind: 'audio', wallMs: 0, isKey: true, data: new Uint8Array(10) } as const;
    world.join();
    for (let dtsMs = 0; dtsMs < 5_000; dtsMs += 64) world.unit({ ...audioUnit, dtsMs, ptsMs: dtsMs });
    const { viewer } = world.join();
    const count = viewer.tags.filter((tag) => tag.type === 'audio').length;
    expect(count).toBeGreaterThan(1);
    expect(count).toBeLessThan(18);
  });
});

describe('a slow viewer', () => {
  it('loses nothing below the limits', async () => {
    const world = new World();
    const { viewer, subscription } = world.join();
    await world.play(10);
    viewer.capacity = 0;
    await world.play(24);
    expect(viewer.frameNumbers).toEqual(range(0, 10));
    viewer.capacity = Number.POSITIVE_INFINITY;
    subscription.resume();
    expect(viewer.frameNumbers).toEqual(range(0, 34));
  });

  it('that drains in small steps receives everything in order', async () => {
    const world = new World();
    const { viewer, subscription } = world.join();
    await world.play(10);
    viewer.capacity = 0;
    await world.play(20);
    while (viewer.frameNumbers.length < 30) {
      viewer.capacity = 3;
      subscription.resume();
    }
    expect(viewer.frameNumbers).toEqual(range(0, 30));
  });

  it.each([
    ['two groups', { maxBehindGops: 2, maxBehindBytes: 2 ** 30, maxLagMs: 1e9 }],
    ['the bytes', { maxBehindGops: 99, maxBehindBytes: 30_000, maxLagMs: 1e9 }],
    ['the time', { maxBehindGops: 99, maxBehindBytes: 2 ** 30, maxLagMs: 1_500 }],
  ])('skips to the next key frame when behind by more than %s', async (_, viewerLimits) => {
    const patient = { maxBehindAtStartBytes: 2 ** 30, stalledMs: 60_000, stalledAfterSkipMs: 60_000 };
    const world = new World({ viewer: { ...viewerLimits, ...patient } });
    const { viewer, subscription } = world.join();
    await world.play(10);
    viewer.capacity = 0;
    await world.play(46);
    viewer.capacity = Number.POSITIVE_INFINITY;
    subscription.resume();
    await world.play(30);
    expect(viewer.frameNumbers).toEqual([...range(0, 10), ...range(50, 86)]);
    expect(viewer.ended).toBeNull();
  });

  it('is closed when it has to skip again without progress', async () => {
    const world = new World();
    const { viewer } = world.join();
    await world.play(10);
    viewer.capacity = 0;
    await world.play(160);
    expect(viewer.ended).toMatchObject({ code: 'viewer.tooSlow' });
    expect(world.output.viewerCount).toBe(0);
  });

  it('may skip again and again as long as it makes progress', async () => {
    const world = new World();
    const { viewer, subscription } = world.join();
    // Its line carries five frames of the 25 of each second.
    for (let second = 0; second < 60; second += 1) {
      viewer.capacity = 5;
      subscription.resume();
      await world.play(GOP_FRAMES);
    }
    const { frameNumbers } = viewer;
    expect(viewer.ended).toBeNull();
    const skips = frameNumbers.filter(
      (number, index) => index > 0 && number !== frameNumbers[index - 1]! + 1,
    );
    expect(skips.length).toBeGreaterThan(10);
    expect(skips.every((number) => number % GOP_FRAMES === 0)).toBe(true);
  });

  it('is closed after ten seconds without progress, also without new data', async () => {
    const world = new World();
    const { viewer } = world.join();
    await world.play(10);
    viewer.capacity = 0;
    await world.play(3);
    await world.clock.advance(8_800);
    expect(viewer.ended).toBeNull();
    await world.clock.advance(2_000);
    expect(viewer.ended).toMatchObject({ code: 'viewer.tooSlow' });
  });

  it('never makes others lose a frame, nor the log grow', async () => {
    const world = new World();
    const good = world.join().viewer;
    const stalled = range(0, 50).map(() => world.join().viewer);
    await world.play(10);
    for (const viewer of stalled) viewer.capacity = 0;
    let max = 0;
    for (let second = 0; second < 20; second += 1) {
      await world.play(GOP_FRAMES);
      max = Math.max(max, world.output.bufferedBytes);
    }
    expect(good.frameNumbers).toEqual(range(0, 10 + 20 * GOP_FRAMES));
    expect(stalled.every((viewer) => viewer.ended !== null)).toBe(true);
    expect(max).toBeLessThan(4 * GOP_FRAMES * 1_100);
  });

  it('may receive its first GOP slowly without counting as slow', async () => {
    const world = new World({ viewer: { ...defaultLiveLimits.viewer, maxBehindBytes: 5_000 } });
    world.join();
    await world.play(40);
    const viewer = new FakeViewer();
    viewer.capacity = 3;
    const { subscription } = world.join(viewer);
    await world.play(5);
    viewer.capacity = Number.POSITIVE_INFINITY;
    subscription.resume();
    expect(viewer.frameNumbers).toEqual(range(25, 45));
  });

  it('never lets the log grow while it receives a long first GOP', async () => {
    const viewerLimits = { ...defaultLiveLimits.viewer, maxBehindAtStartBytes: 30_000 };
    const world = new World({ maxGopBytes: 20_000, viewer: viewerLimits });
    world.join();
    const viewer = new FakeViewer();
    let subscription: ViewerSubscription = { resume() {}, close() {}, finish() {} };
    let max = 0;
    for (let frame = 0; frame < 500; frame += 1) {
      world.unit(videoUnit(frame * FRAME_MS, frame === 0, Buffer.alloc(1_000)));
      await world.clock.advance(FRAME_MS);
      if (frame < 15) continue;
      if (frame === 15) {
        viewer.capacity = 5;
        ({ subscription } = world.join(viewer));
      }
      // Its line carries one frame of ten.
      if (frame % 10 === 0) {
        viewer.capacity = 1;
        subscription.resume();
      }
      max = Math.max(max, world.output.bufferedBytes);
    }
    expect(max).toBeLessThan(35_000);
  });

  it('receives the status of the camera while it waits for a key frame', async () => {
    const world = new World({
      viewer: {
        ...defaultLiveLimits.viewer,
        maxLagMs: 400,
        stalledMs: 60_000,
        stalledAfterSkipMs: 60_000,
        maxBehindAtStartBytes: 2 ** 30,
      },
    });
    const { viewer, subscription } = world.join();
    await world.play(5);
    viewer.capacity = 0;
    await world.play(15);
    viewer.capacity = Number.POSITIVE_INFINITY;
    subscription.resume();
    world.stream.status({
      state: 'retrying',
      failure: { code: 'source.ended', message: 'closed', retryable: true },
      retryInMs: 1,
    });
    expect(viewer.tags.at(-1)?.type).toBe('script');
    expect(viewer.frameNumbers).toEqual(range(0, 5));
  });
});

describe('a restarted source', () => {
  it.each([0, 5_000_000, -900])(
    'continues with increasing time when its own begins at %d',
    async (firstMs) => {
      const world = new World();
      const { viewer } = world.join();
      await world.play(30);
      await world.clock.advance(3_000);
      world.stream.restarted();
      world.stream.setTracks({ video: { ...video }, audio: null });
      for (let index = 0; index < 5; index += 1) {
        world.unit(videoUnit(firstMs + index * FRAME_MS, index === 0, Buffer.alloc(10)));
        await world.clock.advance(FRAME_MS);
      }
      const times = viewer.tags.filter((tag) => tag.type === 'video').map((tag) => tag.timestampMs);
      const steps = times.slice(1).map((time, index) => time - times[index]!);
      expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
      const gap = times.at(-5)! - times.at(-7)!; // the sequence header is between them
      expect(gap).toBeGreaterThanOrEqual(3_000);
      expect(gap).toBeLessThan(3_500);
    },
  );

  it('sends its sequence headers before its first key frame, and to new viewers once', async () => {
    const world = new World();
    const { viewer } = world.join();
    await world.play(30);
    world.stream.restarted();
    const config = new Uint8Array([9, 9, 9]);
    world.stream.setTracks({ video: { ...video, width: 1_280, config }, audio: null });
    world.frame = 25;
    await world.play(3);
    const headers = viewer.tags.filter((tag) => tag.type === 'video').map(readVideo);
    expect(headers.filter((one) => one.isHeader).map((one) => one.data)).toEqual([
      Buffer.from([1, 2]),
      Buffer.from(config),
    ]);
    expect(headers.findIndex((one) => one.isHeader && one.data[0] === 9)).toBe(headers.length - 4);
    const late = world.join().viewer;
    expect(
      late.tags
        .filter((tag) => tag.type === 'video')
        .map(readVideo)
        .filter((one) => one.isHeader),
    ).toHaveLength(1);
    expect(late.frameNumbers).toEqual(range(25, 28));
  });

  it('interrupts what flows to viewers, who are told once, however many frames they receive', async () => {
    const world = new World();
    const [{ viewer }, late] = [world.join(), new FakeViewer()];
    expect(viewer.flowed).toEqual([]);
    await world.play(60);
    world.join(late);
    expect([viewer.flowed, late.flowed]).toEqual([[true], [true]]);
    world.stream.restarted();
    world.stream.restarted();
    expect([viewer.flowed, late.flowed]).toEqual([
      [true, false],
      [true, false],
    ]);
    world.stream.setTracks({ ...tracks });
    world.frame = 75;
    await world.play(60);
    expect(viewer.flowed).toEqual([true, false, true]);
  });

  it('does not serve its old GOP', async () => {
    const world = new World();
    world.join();
    await world.play(30);
    world.stream.restarted();
    world.stream.setTracks({ ...tracks });
    const { viewer } = world.join();
    expect(viewer.frameNumbers).toEqual([]);
  });

  it.each([
    ['additional audio', { video, audio }],
    ['no video', { video: null, audio }],
    ['another codec', { video: { ...video, codec: 'h265' }, audio: null }],
  ] as const)('ends viewers when it has %s', async (_, other) => {
    const world = new World();
    const { viewer } = world.join();
    await world.play(5);
    world.stream.restarted();
    world.stream.setTracks(other);
    expect(viewer.ended).toMatchObject({ code: 'tracks.changed' });
    expect(viewer.lastTag).not.toBeNull();
  });

  it('has no effect when it repeats its tracks', async () => {
    const world = new World();
    const { viewer } = world.join();
    await world.play(5);
    world.stream.setTracks({ video: { ...video, config: new Uint8Array(video.config) }, audio: null });
    await world.play(5);
    expect(viewer.frameNumbers).toEqual(range(0, 10));
    expect(viewer.tags.filter((tag) => tag.type === 'video')).toHaveLength(11);
  });
});

describe('a unit above the maximum size', () => {
  it('is omitted with the rest of its GOP', async () => {
    const world = new World();
    const { viewer } = world.join();
    await world.play(5);
    world.frameBytes = 5_000_000;
    await world.play(1);
    world.frameBytes = 1_000;
    await world.play(25);
    expect(viewer.frameNumbers).toEqual([...range(0, 5), ...range(25, 31)]);
    expect(viewer.ended).toBeNull();
  });
});

describe('the end of the timestamp range', () => {
  it('ends viewers before players would read a negative time, and starts again', async () => {
    const world = new World();
    const { viewer } = world.join();
    await world.play(2);
    world.frame = 50; // almost 2^31 ms (24.8 days) later, in media time and on the server's clock
    const jumpMs = 2 ** 31 - 50_000;
    const passed = world.clock.monotonic();
    world.clock.monotonic = () => passed + jumpMs;
    world.unit(videoUnit(jumpMs, true, Buffer.alloc(10)));
    expect(viewer.ended).toMatchObject({ code: 'tracks.changed' });
    const { viewer: next } = world.join();
    world.unit(videoUnit(jumpMs + 40, true, Buffer.alloc(10)));
    expect(next.tags.at(-1)!.timestampMs).toBeLessThan(1_000);
    expect(next.ended).toBeNull();
  });
});

describe('writes', () => {
  const counting = async (viewers: number) => {
    const world = new World({}, { video, audio });
    const joined = range(0, viewers).map(() => world.join().viewer);
    const writesSoFar = () => joined[0]!.written.length;
    await world.play(1);
    const start = writesSoFar();
    for (let frame = 0; frame < 100; frame += 1) {
      const dtsMs = world.frame * FRAME_MS;
      world.unit({
        kind: 'audio',
        dtsMs,
        ptsMs: dtsMs,
        wallMs: 0,
        isKey: true,
        data: new Uint8Array(10),
      });
      await world.play(1);
    }
    await world.clock.advance(500);
    const tags = joined[0]!.tags.filter((tag) => tag.type !== 'script').length;
    return { writes: writesSoFar() - start, tags };
  };

  it('contain video and audio together, but a key frame begins its own', async () => {
    expect(await counting(3)).toEqual({ writes: 100 + 4, tags: 2 + 1 + 200 });
  });

  it('are merged over 200 ms above 200 viewers, and lose nothing', async () => {
    const { writes, tags } = await counting(201);
    expect(tags).toBe(2 + 1 + 200);
    expect(writes).toBeLessThanOrEqual(4_000 / 200 + 5);
  });

  it('keep key frames at the start of a write when merged', async () => {
    const world = new World({ merge: { aboveViewers: 0, windowMs: 200, audioWaitMs: 40 } });
    world.join();
    await world.play(70);
    const { viewer } = world.join();
    await world.play(20);
    expect(viewer.frameNumbers[0]).toBe(50);
    expect(viewer.frameNumbers).toEqual(range(50, 50 + viewer.frameNumbers.length));
  });

  it('delay audio by at most 40 ms without video', async () => {
    const world = new World({}, { video, audio });
    const { viewer } = world.join();
    await world.play(1);
    const before = viewer.written.length;
    world.unit({ kind: 'audio', dtsMs: 40, ptsMs: 40, wallMs: 0, isKey: true, data: new Uint8Array(10) });
    expect(viewer.written).toHaveLength(before);
    await world.clock.advance(40);
    expect(viewer.written).toHaveLength(before + 1);
  });
});

describe('clock tags', () => {
  it.each([3_600_000, -3_600_000])('keep their pace when the wall clock is set by %i ms', async (byMs) => {
    const world = new World();
    const { viewer } = world.join();
    await world.play(2 * GOP_FRAMES);
    world.clock.setWall(world.clock.now() + byMs);
    await world.play(2 * GOP_FRAMES);
    const later = world.join().viewer;
    const offsets = [viewer, later].flatMap(({ tags }) =>
      tags
        .filter((tag) => tag.type === 'script')
        .map(readScript)
        .filter(({ name }) => name === 'onOrielClock')
        .map(({ value }) => Number(value.serverMs) - Number(value.mediaMs)),
    );
    expect(offsets.length).toBeGreaterThan(4);
    expect(Math.max(...offsets) - Math.min(...offsets)).toBeLessThan(1_000);
  });
});
