/** A camera that admits one connection, with all consumers of its video at the same time. */
import { rmSync } from 'node:fs';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane, type LivePlane } from '../../lib/media/live-plane.ts';
import { parseCameraUrl } from '../../lib/media/net/camera-url.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { LiveViewer } from '../../lib/media/outputs/flv/live-viewer.ts';
import { type Ffmpeg, findFfmpeg } from '../../lib/media/outputs/transcode/find-ffmpeg.ts';
import type { SourceDirectory, SourceSpec, StreamKey, TrackSet, VideoForm } from '../../lib/media/ports.ts';
import { createRecordingPlane, type RecordingPlane } from '../../lib/media/recording-plane.ts';
import { createSourceFactory } from '../../lib/media/sources/open-source.ts';
import { probe } from '../../lib/media/sources/probe/probe.ts';
import { probeConnection } from '../../lib/media/sources/probe/probe-connection.ts';
import { cameraChecks } from '../../lib/server/media-wiring.ts';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { readFlv } from '../kit/flv-reader.ts';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { MemorySegments } from '../kit/memory-segments.ts';
import { type OneClientProxy, startOneClientProxy } from '../kit/one-client-proxy.ts';
import { packets, probe as probeFile } from '../kit/recorded-file.ts';
import { segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { until } from '../kit/steady-viewer.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const opening = {
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: loopback.value, ownPorts: [] },
  demo: () => {
    throw new Error('no demo camera in this test');
  },
};

let ffmpeg: Ffmpeg;
let server: GstRtspServer | null = null;
let proxy: OneClientProxy | null = null;
let plane: LivePlane | null = null;
let recording: RecordingPlane | null = null;
let root: string;

beforeEach(() => {
  root = scratchFolder('oriel-one-');
});

beforeAll(async () => {
  const found = await findFfmpeg(undefined);
  if (!found.ok) throw new Error(found.error);
  ffmpeg = found.value;
});

afterEach(async () => {
  await recording?.close();
  recording = null;
  plane?.close();
  await proxy?.stop();
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

class Viewer implements LiveViewer {
  tracks: TrackSet | null = null;
  ended: string | null = null;
  bytes: Buffer[] = [];
  open(tracks: TrackSet): void {
    this.tracks = tracks;
  }
  hasCapacity(): boolean {
    return true;
  }
  write({ body }: { body: Buffer }): void {
    this.bytes.push(body);
  }
  cork(): void {}
  uncork(): void {}
  end({ code }: { code: string }): void {
    this.ended = code;
  }
  get frames(): number {
    return readFlv(Buffer.concat(this.bytes)).tags.filter(({ type }) => type === 'video').length;
  }
}

/** A camera behind a proxy that admits one connection. */
async function startCamera(): Promise<{ readonly url: string; readonly proxy: OneClientProxy }> {
  server = await startGstRtspServer({ video: 'h265', audio: 'aac' });
  proxy = await startOneClientProxy(server.port);
  return { url: server.url.replace(`:${server.port}`, `:${proxy.port}`), proxy };
}

function startPlane(directory: SourceDirectory): LivePlane {
  plane = createLivePlane({
    sources: createSourceFactory(opening),
    directory,
    ffmpeg: { ok: true, value: ffmpeg },
    clock: systemClock,
    logger: silentLogger,
    random: Math.random,
  });
  return plane;
}

/** Into `root`, as a plan without a schedule does. */
async function startRecording(live: LivePlane): Promise<RecordingPlane> {
  const { video: _, ...camera } = keyOf('t', 'asSent');
  const key = { tenantId: 't', channelId: 'channel-1', store: 'cloud' } as const;
  const recordings = createRecordingPlane({
    ...{ root, live, clock: systemClock, logger: silentLogger },
    directory: {
      tasks: async () => [{ key, camera, when: 'always' }],
      retention: async () => [],
      onChanged: () => () => {},
    },
    index: new MemorySegments(),
  });
  recording = recordings;
  await recordings.start();
  return recordings;
}

const keyOf = (tenantId: string, video: VideoForm): StreamKey => ({
  tenantId,
  deviceSerial: 'CAM1',
  channelNo: 1,
  profile: 'main',
  video,
});

it('serves viewers of both forms, a recorder and a check over its one connection', async () => {
  const camera = await startCamera();
  const spec: SourceSpec = { kind: 'rtsp', url: camera.url, username: '', password: '' };
  const live = startPlane({ find: async () => spec, onChanged: () => () => {}, onMissed: () => () => {} });
  const recordings = await startRecording(live);
  const watch = (video: VideoForm) => {
    const viewer = new Viewer();
    live.subscribe(keyOf('t', video), viewer);
    return viewer;
  };
  const asSent = watch('asSent');
  const converted = watch('h264');
  await until('frames in both forms', () => asSent.frames > 10 && converted.frames > 10);
  await until('a recording', () => recordings.statuses()[0]?.state === 'recording');
  const framesBefore = asSent.frames;
  await until('frames while it is recorded', () => asSent.frames > framesBefore + 25);
  expect(asSent.tracks?.video?.codec).toBe('h265');
  expect(converted.tracks?.video?.codec).toBe('h264');

  const report = await probe(spec, { ...opening, minWatchMs: 500 }, live.running(spec) ?? undefined);
  expect(report).toMatchObject({ ok: true, failure: null, video: { codec: 'h265' } });
  expect([asSent.ended, converted.ended]).toEqual([null, null]);
  expect([camera.proxy.admitted, camera.proxy.refused]).toEqual([1, 0]);

  // The control: a probe on a connection of its own fails while the stream is running.
  expect(await probeConnection(spec, opening)).toMatchObject({ retryable: true });
  expect([camera.proxy.admitted, camera.proxy.refused]).toEqual([1, 1]);

  await recordings.close();
  const [file, ...others] = segmentFiles(root);
  expect(others).toEqual([]);
  expect(await probeFile(file!)).toMatchObject({ video: { codec: 'hevc' }, audio: { codec: 'aac' } });
  expect((await packets(file!)).length).toBeGreaterThan(25);
}, 90_000);

describe('the console', () => {
  let bench: DatabaseBench;
  let testConsole: CameraConsole | null = null;
  beforeAll(async () => {
    bench = await anyEngine[0]!.start();
  });
  afterEach(() => testConsole?.end());
  afterAll(() => bench.stop());

  it('finds a playing camera online, by polling and by a check, without a second connection', async () => {
    const camera = await startCamera();
    const checks = cameraChecks(opening, () => plane, true);
    const site = await cameraConsole(await bench.open(), { ...checks, checkCameraUrl: parseCameraUrl });
    testConsole = site;
    const { id } = ok(
      await site.admin.call('POST', '/iot/camera/connect', {
        body: { serial: 'CAM1', name: 'CAM1', main: { kind: 'rtsp', url: camera.url } },
      }),
    );
    /** A complete poll round with the default interval: every device without viewers is polled once. */
    const pollAll = async () => {
      for (let elapsedS = 0; elapsedS < 300; elapsedS += 5) {
        await site.clock.advance(5_000);
        await site.adminConsole.cameraPages.pollDevices();
      }
      await site.admin.renew();
    };
    const online = async () => ok(await site.admin.call('GET', `/iot/camera/${id}`)).onlineStatus;

    const live = startPlane(site.sources);
    const viewer = new Viewer();
    const subscription = live.subscribe(keyOf('default', 'asSent'), viewer);
    await until('frames', () => viewer.frames > 10);
    await pollAll();
    expect(await online()).toBe('1');
    ok(await site.admin.call('POST', '/iot/camera/check', { body: { id } }));
    expect(await online()).toBe('1');
    expect([camera.proxy.admitted, camera.proxy.refused]).toEqual([1, 0]);
    expect(viewer.ended).toBeNull();

    // Without viewers, polling connects.
    subscription.close();
    live.close();
    plane = null;
    await until('a free connection', () => !camera.proxy.isTaken);
    await pollAll();
    expect(await online()).toBe('1');
    expect([camera.proxy.admitted, camera.proxy.refused]).toEqual([2, 0]);
  }, 90_000);
});
