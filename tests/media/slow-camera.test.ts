import { expect } from 'expect';
import { afterEach, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane, type LivePlane } from '../../lib/media/live-plane.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { LiveViewer } from '../../lib/media/outputs/flv/live-viewer.ts';
import { createSourceFactory } from '../../lib/media/sources/open-source.ts';
import { readFlv } from '../kit/flv-reader.ts';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { type OneClientProxy, startOneClientProxy } from '../kit/one-client-proxy.ts';
import { until } from '../kit/steady-viewer.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const addressPolicy = { allowed: loopback.value, ownPorts: [] };

let server: GstRtspServer | null = null;
let proxy: OneClientProxy | null = null;
let plane: LivePlane | null = null;

afterEach(async () => {
  plane?.close();
  await proxy?.stop();
  await server?.stop();
});

it('plays an RTSP camera with a frame every 5 s over one connection', async () => {
  server = await startGstRtspServer({ video: 'h264', audio: null, fps: 0.2, seconds: 120 });
  const link = await startOneClientProxy(server.port);
  proxy = link;
  const url = server.url.replace(`:${server.port}`, `:${link.port}`);
  const live = createLivePlane({
    sources: createSourceFactory({
      clock: systemClock,
      logger: silentLogger,
      addressPolicy,
      demo: () => {
        throw new Error('no demo camera in this test');
      },
    }),
    directory: {
      find: async () => ({ kind: 'rtsp', url, username: '', password: '' }),
      onChanged: () => () => {},
      onMissed: () => () => {},
    },
    clock: systemClock,
    logger: silentLogger,
    random: Math.random,
  });
  plane = live;
  const bytes: Buffer[] = [];
  let ended: string | null = null;
  const viewer: LiveViewer = {
    open() {},
    hasCapacity: () => true,
    write({ body }: { body: Buffer }) {
      bytes.push(body);
    },
    cork() {},
    uncork() {},
    end({ code }: { code: string }) {
      ended = code;
    },
  };
  live.subscribe(
    { tenantId: 't', deviceSerial: 'CAM1', channelNo: 1, profile: 'main', video: 'asSent' },
    viewer,
  );
  // The first tag is the configuration.
  const times = () =>
    readFlv(Buffer.concat(bytes))
      .tags.filter(({ type }) => type === 'video')
      .map(({ timestampMs }) => timestampMs)
      .slice(1);
  await until('five frames', () => times().length >= 5, 60_000);
  const frames = times();
  expect(frames.slice(1).map((ms, index) => ms - frames[index]!)).toEqual(
    frames.slice(1).map(() => expect.closeTo(5_000, -2)),
  );
  expect([ended, link.admitted]).toEqual([null, 1]);
  expect(live.statuses()).toEqual([expect.objectContaining({ state: 'live', lastFailure: null })]);
}, 90_000);
