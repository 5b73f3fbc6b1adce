import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane, type LivePlane } from '../../lib/media/live-plane.ts';
import { parseCameraUrl } from '../../lib/media/net/camera-url.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { createLiveOutput, type LiveOutput } from '../../lib/media/outputs/flv/delivery/live-output.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { createSourceFactory, type SourceFactoryOptions } from '../../lib/media/sources/open-source.ts';
import { probe } from '../../lib/media/sources/probe/probe.ts';
import { allCameraPermissions, type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import type { SignedIn } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { openClient } from '../kit/flv-client.ts';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { until } from '../kit/steady-viewer.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const opening: SourceFactoryOptions = {
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: loopback.value, ownPorts: [] },
  demo: (scene, profile) => createDemoSource({ scene, profile, clock: systemClock }),
};
const login = { username: 'admin', password: 'p"w\\d 密码' };

describe('a camera that was set up in the console', () => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let camera: GstRtspServer | undefined;
  let testConsole: CameraConsole;
  let keeper: SignedIn;
  let plane: LivePlane;
  let output: LiveOutput;
  let http: Server;
  let port: number;

  beforeAll(async () => {
    bench = await engines[0].start();
    camera = await startGstRtspServer({ video: 'h264', audio: null, auth: 'digest', ...login });
  }, 60_000);
  afterAll(async () => {
    await camera?.stop('SIGKILL');
    await bench.stop();
  });
  beforeEach(async () => {
    database = await bench.open();
    testConsole = await cameraConsole(database, {
      checkCameraUrl: parseCameraUrl,
      probe: async (spec) => ({ ...(await probe(spec, opening)) }),
    });
    // The media plane's clock is the system's.
    testConsole.clock.setWall(Date.now());
    keeper = await testConsole.signIn({ permissions: allCameraPermissions });
    const common = { clock: systemClock, logger: silentLogger };
    plane = createLivePlane({
      ...common,
      sources: createSourceFactory(opening),
      directory: testConsole.sources,
      random: Math.random,
    });
    output = createLiveOutput({ ...common, plane, gate: testConsole.gate });
    http = createServer((request, response) => output.handleLiveHttp(request, response));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()));
    port = (http.address() as AddressInfo).port;
  });
  afterEach(async () => {
    testConsole.end();
    plane.close();
    await output.stop();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });

  it('is checked, plays in a preview, and ends for the viewer when the session ends', async () => {
    const made = ok(
      await keeper.call('POST', '/iot/camera/connect', {
        body: { serial: 'GATE1', name: '大门', main: { kind: 'rtsp', url: camera?.url, ...login } },
      }),
    );
    const [checked] = ok(await keeper.call('POST', '/iot/camera/check', { body: { id: made.id } })).profiles;
    expect(checked).toMatchObject({ profile: 'main', ok: true, video: { codec: 'h264' }, audio: null });
    expect(checked.video.bitrateKbps).toBeGreaterThan(0);

    const viewer = await testConsole.signIn({ permissions: ['iot:camera:play'] });
    const preview = ok(await viewer.call('POST', '/iot/camera/preview', { body: { id: made.id } }));
    const address = await testConsole.call('/api/lapp/live/url/ezopen', {
      accessToken: preview.accessToken,
      ezopen: `ezopen://oriel/${preview.path}`,
    });
    const { token: ticket } = address.data as { token: string };
    const client = await openClient('http', { port, path: '/live/GATE1/1/main.flv', ticket });
    await until('frames of the camera', () => client.tags.length > 20);
    const [status] = plane.statuses();
    expect(status).toMatchObject({ state: 'live', viewers: 1, key: { deviceSerial: 'GATE1' } });
    await until('a measured bit rate', () => (plane.statuses()[0]?.bitrateKbps ?? 0) > 0);

    await viewer.call('POST', '/logout');
    await client.closed;
  }, 60_000);

  it('reports a wrong login', async () => {
    const made = ok(
      await keeper.call('POST', '/iot/camera/connect', {
        body: {
          serial: 'GATE1',
          name: '大门',
          main: { kind: 'rtsp', url: camera?.url, username: 'admin', password: 'wrong' },
        },
      }),
    );
    const answer = await keeper.call('POST', '/iot/camera/check', { body: { id: made.id } });
    expect(ok(answer).profiles[0]).toMatchObject({ ok: false, code: 'source.auth', video: null });
    expect(answer.text).not.toContain('wrong');
  }, 60_000);
});
