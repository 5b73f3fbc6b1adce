import { expect } from 'expect';
import { afterEach, it, vi } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane, type LivePlane } from '../../lib/media/live-plane.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { LiveViewer } from '../../lib/media/outputs/flv/live-viewer.ts';
import type { StreamKey } from '../../lib/media/ports.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import type { StreamEnd } from '../../lib/media/stream/reader.ts';
import { type FakeCamera, startFakeCamera, videoSdp } from '../kit/fake-camera.ts';
import { readFlv, readScript, readVideo } from '../kit/flv-reader.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const addressPolicy = { allowed: loopback.value, ownPorts: [] };
const key: StreamKey = {
  tenantId: 't',
  deviceSerial: 'CAM1',
  channelNo: 1,
  profile: 'main',
  video: 'asSent',
};

let camera: FakeCamera;
let plane: LivePlane;
afterEach(async () => {
  plane.close();
  await camera.stop();
});

it('a viewer of a camera that is joined in the middle of a long group waits over one connection, and is told so', async () => {
  // Six seconds to the next key frame, with limits that would have been exceeded twice until then.
  camera = await startFakeCamera({
    sdp: videoSdp,
    playing: (connection) => {
      let frame = 350;
      connection.every(40, () => {
        connection.sendFrame(frame * 3_600, frame % 500 === 0);
        frame += 1;
      });
    },
  });
  const spec = { kind: 'rtsp', url: camera.url, username: '', password: '' } as const;
  const timings = { firstFrameMs: 1_000, silenceMs: 1_000 };
  plane = createLivePlane({
    sources: () => new RtspSource(spec, { clock: systemClock, logger: silentLogger, addressPolicy, timings }),
    directory: { find: async () => spec, onChanged: () => () => {}, onMissed: () => () => {} },
    clock: systemClock,
    logger: silentLogger,
    random: Math.random,
    limits: { startMs: 2_500 },
  });

  const received: Buffer[] = [];
  let end: StreamEnd | null = null;
  const viewer: LiveViewer = {
    open() {},
    hasCapacity: () => true,
    write: ({ body }) => received.push(body),
    cork() {},
    uncork() {},
    end(reason) {
      end = reason;
    },
  };
  plane.subscribe(key, viewer);
  const tags = () => (received.length === 0 ? [] : readFlv(Buffer.concat(received)).tags);
  const frames = () =>
    tags().flatMap((tag) => (tag.type === 'video' && !readVideo(tag).isHeader ? [readVideo(tag)] : []));
  await vi.waitFor(() => expect(frames().length).toBeGreaterThan(2), { timeout: 60_000, interval: 100 });

  const scripts = tags().flatMap((tag) => (tag.type === 'script' ? [readScript(tag)] : []));
  const waits = scripts.flatMap(({ name, value }) => (name === 'onOrielAwaitsKey' ? [value.waitedMs] : []));
  expect(waits.length).toBeGreaterThan(1);
  expect(waits).toEqual([...waits].sort((a, b) => Number(a) - Number(b)));
  expect(scripts.at(0)?.name).toBe('onOrielAwaitsKey');
  expect(frames()[0]!.isKey).toBe(true);
  expect(end).toBeNull();
  expect(camera.connections).toHaveLength(1);
});
