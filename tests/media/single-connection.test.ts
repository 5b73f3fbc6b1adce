/** A camera that admits one connection, with everything that wants its video at the same time. */
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane, type LivePlane } from '../../lib/media/live-plane.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { LiveViewer } from '../../lib/media/outputs/flv/live-viewer.ts';
import { type Ffmpeg, findFfmpeg } from '../../lib/media/outputs/transcode/find-ffmpeg.ts';
import type { SourceSpec, TrackSet, VideoForm } from '../../lib/media/ports.ts';
import { createSourceFactory } from '../../lib/media/sources/open-source.ts';
import { probe } from '../../lib/media/sources/probe/probe.ts';
import { probeConnection } from '../../lib/media/sources/probe/probe-connection.ts';
import { readFlv } from '../kit/flv-reader.ts';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { type OneClientProxy, startOneClientProxy } from '../kit/one-client-proxy.ts';
import { until } from '../kit/steady-viewer.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const opening = {
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: loopback.value, ownPorts: [] },
  demo: () => {
    throw new Error('no demo camera here');
  },
};

let ffmpeg: Ffmpeg;
let server: GstRtspServer | null = null;
let door: OneClientProxy | null = null;
let plane: LivePlane | null = null;

beforeAll(async () => {
  const found = await findFfmpeg(undefined);
  if (!found.ok) throw new Error(found.error);
  ffmpeg = found.value;
});

afterEach(async () => {
  plane?.close();
  await door?.stop();
  await server?.stop();
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

it('serves viewers of both forms and both checks over its one connection', async () => {
  server = await startGstRtspServer({ video: 'h265', audio: 'aac' });
  door = await startOneClientProxy(server.port);
  const spec: SourceSpec = {
    kind: 'rtsp',
    url: server.url.replace(`:${server.port}`, `:${door.port}`),
    username: '',
    password: '',
  };
  const live = createLivePlane({
    sources: createSourceFactory(opening),
    directory: { find: async () => spec, onChanged: () => () => {}, onMissed: () => () => {} },
    ffmpeg: { ok: true, value: ffmpeg },
    clock: systemClock,
    logger: silentLogger,
    random: Math.random,
  });
  plane = live;
  const watch = (video: VideoForm) => {
    const viewer = new Viewer();
    live.subscribe({ tenantId: 't', deviceSerial: 'CAM1', channelNo: 1, profile: 'main', video }, viewer);
    return viewer;
  };
  const asSent = watch('asSent');
  const converted = watch('h264');
  await until('frames in both forms', () => asSent.frames > 10 && converted.frames > 10);
  expect(asSent.tracks?.video?.codec).toBe('h265');
  expect(converted.tracks?.video?.codec).toBe('h264');

  const report = await probe(spec, { ...opening, minWatchMs: 500 }, live.running(spec) ?? undefined);
  expect(report).toMatchObject({ ok: true, failure: null, video: { codec: 'h265' } });
  // What the presence check of devices goes by.
  expect(
    live.status({ tenantId: 't', deviceSerial: 'CAM1', channelNo: 1, profile: 'main', video: 'asSent' }),
  ).toMatchObject({
    state: 'live',
  });
  expect([asSent.ended, converted.ended]).toEqual([null, null]);
  expect([door.admitted, door.refused]).toEqual([1, 0]);

  // The camera does refuse: a check that connects by itself fails while the stream is running.
  expect(await probeConnection(spec, opening)).toMatchObject({ retryable: true });
  expect([door.admitted, door.refused]).toEqual([1, 1]);
}, 90_000);
