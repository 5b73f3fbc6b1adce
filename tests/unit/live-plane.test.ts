import { expect } from 'expect';
import { describe, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane, type LivePlane, defaultLiveLimits as limits } from '../../lib/media/live-plane.ts';
import type { LiveViewer } from '../../lib/media/outputs/flv/live-viewer.ts';
import type {
  MediaSource,
  SourceFailure,
  SourceSink,
  SourceSpec,
  StreamKey,
  StreamStatus,
  TrackSet,
} from '../../lib/media/ports.ts';
import type { StreamEnd } from '../../lib/media/stream/reader.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { readFlv, readScript } from '../kit/flv-reader.ts';

const key: StreamKey = {
  tenantId: 't',
  deviceSerial: 'CAM1',
  channelNo: 1,
  profile: 'main',
  video: 'asSent',
};
const tracks: TrackSet = {
  video: {
    codec: 'h264',
    width: 640,
    height: 360,
    config: new Uint8Array([1, 0x4d, 0, 31]),
    codecString: 'avc1.4d001f',
  },
  audio: null,
};
const unreachable: SourceFailure = { code: 'source.unreachable', message: 'no route', retryable: true };
const wrongPassword: SourceFailure = { code: 'source.auth', message: '401', retryable: false };

class FakeCamera implements MediaSource {
  sink: SourceSink | null = null;
  stops = 0;
  start(sink: SourceSink): void {
    this.sink = sink;
  }
  stop(): void {
    this.stops += 1;
    this.sink = null;
  }
  get isRunning(): boolean {
    return this.sink !== null;
  }
  sendFrame(dtsMs: number, isKey = true): void {
    this.sink?.unit({ kind: 'video', dtsMs, ptsMs: dtsMs, wallMs: 0, isKey, data: new Uint8Array(100) });
  }
  live(): void {
    this.sink?.tracks(tracks);
    this.sendFrame(0);
  }
}

class FakeViewer implements LiveViewer {
  isOpen = false;
  ended: StreamEnd | null = null;
  bytes: Buffer[] = [];
  open(): void {
    this.isOpen = true;
  }
  hasCapacity(): boolean {
    return true;
  }
  write({ body }: { body: Buffer }): void {
    this.bytes.push(body);
  }
  cork(): void {}
  uncork(): void {}
  end(end: StreamEnd): void {
    this.ended = end;
  }
  scripts(name: string) {
    const { tags } = readFlv(Buffer.concat(this.bytes));
    return tags
      .filter((tag) => tag.type === 'script')
      .map(readScript)
      .filter((script) => script.name === name)
      .map((script) => script.value);
  }
}

const videoFrames = ({ viewer }: { viewer: FakeViewer }) =>
  readFlv(Buffer.concat(viewer.bytes)).tags.filter((tag) => tag.type === 'video' && tag.body[1] === 1);

class World {
  readonly clock = new FakeClock();
  readonly cameras: FakeCamera[] = [];
  readonly reported: StreamStatus[] = [];
  readonly plane: LivePlane;
  spec: SourceSpec | null = { kind: 'demo', scene: 'x', profile: 'main' };
  private changed: ((device: StreamKey) => void)[] = [];
  private missed: () => void = () => {};

  constructor(random = () => 0.5) {
    this.plane = createLivePlane({
      sources: () => {
        this.cameras.push(new FakeCamera());
        return this.camera;
      },
      directory: {
        find: async () => this.spec,
        onChanged: (listener) => {
          this.changed.push(listener);
          return () => {
            this.changed = this.changed.filter((one) => one !== listener);
          };
        },
        onMissed: (listener) => {
          this.missed = listener;
          return () => {};
        },
      },
      clock: this.clock,
      logger: silentLogger,
      random,
    });
    this.plane.onStatus((status) => this.reported.push(status));
  }

  get camera(): FakeCamera {
    return this.cameras.at(-1)!;
  }

  get state(): string | undefined {
    return this.plane.status(key)?.state;
  }

  async watch(): Promise<{ viewer: FakeViewer; leave: () => void }> {
    const viewer = new FakeViewer();
    const subscription = this.plane.subscribe(key, viewer);
    await this.clock.advance(0);
    return { viewer, leave: () => subscription.close() };
  }

  /** A viewer of a stream of which the frame interval is known. */
  async watchFrames(intervalMs = 40) {
    const watching = await this.watchLive();
    this.camera.sendFrame(intervalMs, false);
    return watching;
  }

  /** A viewer of a stream that is live. */
  async watchLive() {
    const watching = await this.watch();
    this.camera.live();
    return watching;
  }

  change(): void {
    for (const listener of this.changed) listener(key);
  }

  /** Reports that events from the directory may have been lost. */
  miss(): void {
    this.missed();
  }
}

describe('one source per stream', () => {
  it('starts on the first viewer and is shared by the next', async () => {
    const world = new World();
    expect(world.plane.status(key)).toBeNull();
    await world.watchLive();
    await world.watch();
    expect(world.cameras).toHaveLength(1);
    expect(world.plane.status(key)).toMatchObject({
      state: 'live',
      viewers: 2,
      tracks,
      lastFailure: null,
      retryAt: null,
    });
  });

  it.each([
    ['tenantId', 'other'],
    ['deviceSerial', 'CAM2'],
    ['channelNo', 2],
    ['profile', 'sub'],
  ] as const)('is separate for another %s', async (part, value) => {
    const world = new World();
    await world.watchLive();
    world.plane.subscribe({ ...key, [part]: value }, new FakeViewer());
    await world.clock.advance(0);
    expect(world.cameras).toHaveLength(2);
  });

  it('is shared with viewers who need H.264', async () => {
    const world = new World();
    await world.watchLive();
    const viewer = new FakeViewer();
    world.plane.subscribe({ ...key, video: 'h264' }, viewer);
    await world.clock.advance(0);
    expect(world.cameras).toHaveLength(1);
    // H.264 is forwarded without conversion.
    expect(viewer.isOpen).toBe(true);
    const { video: _video, ...camera } = key;
    expect(world.plane.statuses()).toEqual([
      expect.objectContaining({
        key: camera,
        state: 'live',
        viewers: 2,
        conversion: expect.objectContaining({ state: 'live', viewers: 1, lastFailure: null }),
      }),
    ]);
  });

  it('is not confused by separators in its parts', async () => {
    const world = new World();
    world.plane.subscribe({ ...key, tenantId: 'a/b', deviceSerial: 'c' }, new FakeViewer());
    world.plane.subscribe({ ...key, tenantId: 'a', deviceSerial: 'b/c' }, new FakeViewer());
    await world.clock.advance(0);
    expect(world.cameras).toHaveLength(2);
  });

  it('is kept for 30 s after the last viewer', async () => {
    const world = new World();
    const { leave } = await world.watchLive();
    const feed = world.clock.every(1_000, () => world.camera.sendFrame(world.clock.monotonic()));
    leave();
    leave();
    await world.clock.advance(29_999);
    expect(world.camera.isRunning).toBe(true);
    const { leave: leaveAgain } = await world.watch();
    leaveAgain();
    await world.clock.advance(29_999);
    expect(world.camera.isRunning).toBe(true);
    await world.clock.advance(1);
    expect(world.camera.isRunning).toBe(false);
    expect(world.plane.statuses()).toEqual([]);
    expect(world.reported.at(-1)).toMatchObject({ state: 'idle', viewers: 0 });
    feed();
    expect(world.clock.pending).toBe(0);
  });
});

describe('a source that fails', () => {
  it('is restarted with growing delays, and viewers remain connected', async () => {
    const world = new World();
    const { viewer } = await world.watchLive();
    const delays: number[] = [];
    world.camera.sink!.failed(unreachable);
    for (let attempt = 2; attempt <= 7; attempt += 1) {
      const failedAt = world.clock.monotonic();
      while (world.cameras.length < attempt) await world.clock.advance(50);
      delays.push(world.clock.monotonic() - failedAt);
      world.camera.sink!.failed(unreachable);
    }
    expect(delays).toEqual([400, 800, 1_600, 3_200, 3_500, 3_500]);
    expect(viewer.ended).toBeNull();
    expect(world.state).toBe('retrying');
    expect(world.plane.status(key)).toMatchObject({
      lastFailure: unreachable,
      retryAt: world.clock.now() + 3_500,
    });
  });

  it.each([
    [0, 280],
    [0.5, 400],
    [0.999, 520],
  ])('varies its delay: random %d gives %d ms', async (random, delay) => {
    const world = new World(() => random);
    await world.watchLive();
    world.camera.sink!.failed(unreachable);
    await world.clock.advance(delay - 1);
    expect(world.cameras).toHaveLength(1);
    await world.clock.advance(1);
    expect(world.cameras).toHaveLength(2);
  });

  it('includes the duration of the attempt in its delay', async () => {
    const world = new World();
    await world.watchLive();
    for (const delay of [400, 400, 400]) {
      world.camera.sink!.failed(unreachable);
      const { retryAt } = world.plane.status(key)!;
      expect(retryAt! - world.clock.now()).toBe(delay);
      await world.clock.advance(delay);
      await world.clock.advance(4_000);
    }
  });

  it('resets its delay after it was stable for a while', async () => {
    const world = new World();
    await world.watchLive();
    for (const ranMs of [1_000, limits.stableMs]) {
      for (let passed = 0; passed < ranMs; passed += 1_000) {
        await world.clock.advance(1_000);
        world.camera.sendFrame(passed + 1_000);
      }
      world.camera.sink!.failed(unreachable);
      const { retryAt } = world.plane.status(key)!;
      expect(retryAt! - world.clock.now()).toBe(400);
      await world.clock.advance(400);
      world.camera.live();
    }
    world.camera.sink!.failed(unreachable);
    expect(world.plane.status(key)!.retryAt! - world.clock.now()).toBe(800);
  });

  it('reports to viewers reason and delay, repeatedly while they wait, and the recovery', async () => {
    const world = new World();
    const { viewer } = await world.watchLive();
    world.camera.sink!.failed(wrongPassword);
    await world.clock.advance(5_000);
    expect(viewer.scripts('onOrielStatus')).toEqual([
      { state: 'retrying', code: 'source.auth', retryInMs: 60_000 },
      { state: 'retrying', code: 'source.auth', retryInMs: 55_000 },
    ]);
    await world.clock.advance(55_000);
    world.camera.live();
    expect(viewer.scripts('onOrielStatus').at(-1)).toEqual({ state: 'live', code: null, retryInMs: null });
    await world.clock.advance(3_000);
    expect(viewer.scripts('onOrielStatus').at(-1)).toMatchObject({ state: 'live' });
  });

  it('reports to viewers once per second that it waits for the next frame of a slow camera, and fails in time', async () => {
    const world = new World();
    const { viewer } = await world.watchLive();
    await world.clock.advance(900);
    world.camera.sendFrame(900);
    expect(viewer.scripts('onOrielAlive')).toEqual([]);
    await world.clock.advance(3_500);
    const reported = viewer.scripts('onOrielAlive').map((value) => (value as { quietMs: number }).quietMs);
    expect(reported.length).toBeGreaterThanOrEqual(3);
    for (const [index, quietMs] of reported.entries())
      expect(quietMs - (reported[index - 1] ?? 0)).toBeLessThan(1_600);
    world.camera.sendFrame(4_400);
    await world.clock.advance(1_600);
    const again = viewer.scripts('onOrielAlive').length;
    expect(again).toBe(reported.length + 1);
    await world.clock.advance(20_000);
    expect(viewer.scripts('onOrielStatus')[0]).toMatchObject({ state: 'retrying', code: 'source.silent' });
    const all = viewer.scripts('onOrielAlive').map((value) => (value as { quietMs: number }).quietMs);
    // Three times the longest interval of this camera.
    expect(Math.max(...all)).toBeLessThan(3 * 3_500);
  });

  it('returns the reason to viewers waiting for its tracks, and to those between two attempts', async () => {
    const world = new World();
    const { viewer } = await world.watch();
    world.camera.sink!.failed(unreachable);
    expect(viewer.ended).toEqual({ code: 'source.unreachable', message: 'no route', retryInMs: 400 });
    const { viewer: next } = await world.watch();
    expect(next.ended).toMatchObject({ code: 'source.unreachable' });
    expect(world.cameras).toHaveLength(1);
  });

  it('lets viewers that join during an attempt wait for it', async () => {
    const world = new World();
    await world.watchLive();
    world.camera.sink!.failed(unreachable);
    await world.clock.advance(400);
    const { viewer } = await world.watch();
    expect([viewer.isOpen, viewer.ended]).toEqual([false, null]);
    world.camera.live();
    expect(viewer.isOpen).toBe(true);
  });

  it('is retried rarely when a person must act, whatever viewers do', async () => {
    const world = new World();
    const { viewer } = await world.watch();
    world.camera.sink!.failed(wrongPassword);
    expect(viewer.ended).toMatchObject({ code: 'source.auth', retryInMs: 60_000 });
    for (let passed = 0; passed < 59_000; passed += 1_000) {
      await world.watch();
      await world.clock.advance(1_000);
    }
    expect(world.cameras).toHaveLength(1);
    await world.clock.advance(1_000);
    expect(world.cameras).toHaveLength(2);
  });

  it('is not retried without viewers, but its failure is remembered until the next attempt is due', async () => {
    const world = new World();
    await world.watch();
    world.camera.sink!.failed(wrongPassword);
    await world.clock.advance(45_000);
    expect(world.state).toBe('retrying');
    await world.clock.advance(15_000);
    expect(world.cameras).toHaveLength(1);
    expect(world.plane.status(key)).toBeNull();
    expect(world.clock.pending).toBe(0);
  });

  it('is released 30 s after the last viewer if a retry could help', async () => {
    const world = new World();
    const { leave } = await world.watchLive();
    world.camera.sink!.failed(unreachable);
    leave();
    for (let passed = 0; passed <= 30_000; passed += 100) {
      await world.clock.advance(100);
      world.camera.sink?.failed(unreachable);
    }
    expect(world.cameras.length).toBeGreaterThan(5);
    expect(world.plane.status(key)).toBeNull();
    expect(world.clock.pending).toBe(0);
  });

  it('has no effect after it was destroyed', async () => {
    const world = new World();
    const { viewer } = await world.watchLive();
    const old = world.camera.sink!;
    old.failed(unreachable);
    const before = viewer.bytes.length;
    old.tracks({ video: null, audio: { codec: 'pcma', sampleRate: 8_000, channels: 1 } });
    old.unit({ kind: 'video', dtsMs: 40, ptsMs: 40, wallMs: 0, isKey: true, data: new Uint8Array(10) });
    old.failed(wrongPassword);
    expect(viewer.bytes).toHaveLength(before);
    expect(world.plane.status(key)!.lastFailure).toEqual(unreachable);
  });
});

describe('a source that sends nothing', () => {
  it.each([
    ['after its start', 'watch', limits.startMs],
    ['after its first frame', 'watchLive', limits.startMs],
    ['in the middle', 'watchFrames', limits.silentMs],
  ] as const)('%s is replaced', async (_, begin, after) => {
    const world = new World();
    await world[begin]();
    await world.clock.advance(after - 500);
    expect(world.camera.stops).toBe(0);
    await world.clock.advance(500);
    expect(world.plane.status(key)).toMatchObject({
      state: 'retrying',
      lastFailure: { code: 'source.silent' },
    });
    expect(world.cameras[0]!.isRunning).toBe(false);
  });

  it.each([
    [1_000, limits.silentMs],
    [5_000, 15_000],
  ])('is given three intervals of %d ms, and at least 4 s', async (intervalMs, limitMs) => {
    const world = new World();
    await world.watchFrames(intervalMs);
    await world.clock.advance(limitMs - 500);
    expect(world.state).toBe('live');
    await world.clock.advance(500);
    expect(world.plane.status(key)?.lastFailure).toMatchObject({ code: 'source.silent' });
  });

  it('serves the newest GOP of a camera with a frame every 5 s to viewers that join between two frames', async () => {
    const world = new World();
    await world.watchFrames(5_000);
    await world.clock.advance(4_900);
    const late = await world.watch();
    expect(videoFrames(late)).toHaveLength(2);
  });

  it('does not serve its old frames to new viewers, who start with the next key frame', async () => {
    const world = new World();
    await world.watchLive();
    world.camera.sendFrame(40);
    await world.clock.advance(1_900);
    expect(videoFrames(await world.watch())).toHaveLength(1);
    await world.clock.advance(100);
    const late = await world.watch();
    expect(late.viewer.isOpen).toBe(true);
    expect(videoFrames(late)).toHaveLength(0);
    world.camera.sendFrame(2_100);
    expect(videoFrames(late)).toHaveLength(1);
  });

  it('is reported within five seconds', () => {
    expect(limits.silentMs + 500).toBeLessThan(5_000);
  });

  it('is detected although its audio continues', async () => {
    const world = new World();
    await world.watch();
    world.camera.sink!.tracks({ ...tracks, audio: { codec: 'pcma', sampleRate: 8_000, channels: 1 } });
    world.camera.sendFrame(0);
    world.camera.sendFrame(40, false);
    const audio = { kind: 'audio', isKey: true, wallMs: 0, data: new Uint8Array(160) } as const;
    for (let dtsMs = 0; dtsMs < 5_000; dtsMs += 20) {
      world.camera.sink?.unit({ ...audio, dtsMs, ptsMs: dtsMs });
      await world.clock.advance(20);
    }
    expect(world.plane.status(key)?.lastFailure).toMatchObject({ code: 'source.silent' });
  });

  it('is detected while its address is still being resolved', async () => {
    const world = new World();
    const stuck = createLivePlane({
      sources: () => new FakeCamera(),
      directory: { find: () => new Promise(() => {}), onChanged: () => () => {}, onMissed: () => () => {} },
      clock: world.clock,
      logger: silentLogger,
      random: () => 0.5,
    });
    const viewer = new FakeViewer();
    stuck.subscribe(key, viewer);
    await world.clock.advance(limits.startMs);
    expect(viewer.ended).toMatchObject({ code: 'source.silent' });
  });
});

describe('the stored source', () => {
  it('replaces the running one at once when it changed, whatever the delay', async () => {
    const world = new World();
    const { viewer } = await world.watchLive();
    world.camera.sink!.failed(wrongPassword);
    world.change();
    await world.clock.advance(0);
    expect(world.cameras).toHaveLength(2);
    world.camera.live();
    expect(world.plane.status(key)).toMatchObject({ state: 'live', lastFailure: null });
    expect(viewer.ended).toBeNull();
  });

  it('is read after missed notifications, and replaces the running one if it differs', async () => {
    const world = new World();
    const { viewer } = await world.watchLive();
    world.miss();
    await world.clock.advance(0);
    expect(world.cameras).toHaveLength(1);
    expect(world.state).toBe('live');
    world.spec = { kind: 'demo', scene: 'y', profile: 'main' };
    world.miss();
    await world.clock.advance(0);
    expect(world.cameras).toHaveLength(2);
    expect(viewer.ended).toBeNull();
    world.spec = null;
    world.miss();
    await world.clock.advance(0);
    expect(viewer.ended).toMatchObject({ code: 'stream.notFound' });
  });

  it('is read again if that failed', async () => {
    const world = new World();
    let reads = 0;
    const plane = createLivePlane({
      sources: () => new FakeCamera(),
      directory: {
        find: async () => {
          reads += 1;
          throw new Error('database is locked');
        },
        onChanged: () => () => {},
        onMissed: () => () => {},
      },
      clock: world.clock,
      logger: silentLogger,
      random: () => 0.5,
    });
    const viewer = new FakeViewer();
    plane.subscribe(key, viewer);
    await world.clock.advance(1_000);
    expect(viewer.ended).toMatchObject({ code: 'source.unreadable' });
    expect(reads).toBe(2);
  });
});

describe('the plane, closed', () => {
  it('ends viewers, stops sources, leaves no timer and accepts no viewers', async () => {
    const world = new World();
    const { viewer } = await world.watchLive();
    world.plane.close();
    world.plane.close();
    expect(viewer.ended).toMatchObject({ code: 'server.stopping' });
    expect(viewer.scripts('onOrielEnd')).toEqual([]); // passed to `end`, which may not be able to write it
    expect(world.camera.isRunning).toBe(false);
    expect(world.clock.pending).toBe(0);
    const { viewer: late } = await world.watch();
    expect(late.ended).toMatchObject({ code: 'server.stopping' });
    expect(world.cameras).toHaveLength(1);
  });
});
