/** A camera, the server's calls and a client, each over real HTTP and in real time. */
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { lappHandler } from '../../lib/http/lapp-handler.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseOnvifUrl } from '../../lib/media/control/onvif-url.ts';
import { createPtzOpener } from '../../lib/media/control/open-ptz.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { sendWebResponse, toWebRequest } from '../../lib/server/http/web-handler.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';
import { type OnvifDevice, startOnvifDevice } from '../kit/onvif-device.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const addressPolicy = { allowed: loopback.value, ownPorts: [] };
const login = { username: 'admin', password: 'camera-secret' };

describe('an ONVIF camera behind the server', () => {
  let bench: DatabaseBench;
  let domain: TestDomain;
  let device: OnvifDevice;
  let server: Server;
  let port: number;
  let accessToken: string;

  beforeAll(async () => {
    bench = await engines[0].start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    device = await startOnvifDevice({ ...login, halfTurnMs: 20_000 });
    domain = await testDomain(await bench.open(), {
      clock: systemClock,
      checkOnvifUrl: parseOnvifUrl,
      openPtz: createPtzOpener({
        clock: systemClock,
        addressPolicy,
        demo: () => {
          throw new Error('no demo camera in this test');
        },
      }),
    });
    await domain.operator.run('camera.add', {
      serial: 'CAM1',
      name: '门口',
      main: { kind: 'rtsp', url: 'rtsp://127.0.0.1/main', ...login },
      onvif: { url: device.url },
    });
    ({ accessToken } = await domain.integrator());
    const handle = lappHandler({
      services: domain.lapp,
      clock: systemClock,
      log: silentLogger,
      publicOrigin: () => 'http://oriel.test',
    });
    server = createServer((incoming, response) => {
      handle(toWebRequest(incoming, 'http://oriel.test'))
        .then((answer) => sendWebResponse(answer, incoming, response))
        .catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(async () => {
    await domain.ptz.close();
    domain.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await device.stop();
  });

  const form = (change: Record<string, string> = {}) =>
    new URLSearchParams({
      deviceSerial: 'CAM1',
      channelNo: '1',
      speed: '1',
      direction: '3',
      accessToken,
      ...change,
    }).toString();

  function call(what: 'start' | 'stop', change: Record<string, string> = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const body = form(change);
      const posting = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/api/lapp/device/ptz/${what}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length },
      });
      posting.on('error', reject);
      posting.on('response', (response) => {
        response.setEncoding('utf8');
        response.on('data', (text: string) => resolve(JSON.parse(text).code));
      });
      posting.end(body);
    });
  }

  /** How long the camera kept moving, ms; polled every 10 ms. */
  async function keepsMovingForMs(): Promise<number> {
    const since = performance.now();
    while (device.isMoving && performance.now() - since < 10_000) await delay(10);
    return performance.now() - since;
  }

  it('moves, and stops on command', async () => {
    const times: number[] = [];
    for (let press = 0; press < 10; press += 1) {
      const since = performance.now();
      expect(await call('start')).toBe('200');
      times.push(performance.now() - since);
      expect(device.isMoving).toBe(true);
      expect(await call('stop')).toBe('200');
      expect(device.isMoving).toBe(false);
    }
    const [first, ...later] = times.map(Math.round);
    process.stdout.write(`PTZ: first start ${first} ms, then ${later.join(', ')} ms\n`);
  });

  it('stops when the client that holds a direction is killed', async () => {
    // One connection, as a browser keeps it, that is destroyed between two starts.
    const socket = connect(port, '127.0.0.1');
    const body = form();
    for (let press = 0; press < 4; press += 1) {
      socket.write(
        `POST /api/lapp/device/ptz/start HTTP/1.1\r\nHost: oriel.test\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await delay(400);
    }
    expect(device.isMoving).toBe(true);
    socket.resetAndDestroy();
    const keptMovingMs = await keepsMovingForMs();
    process.stdout.write(`PTZ: still moving ${Math.round(keptMovingMs)} ms after its client was killed\n`);
    expect(device.received.at(-1)).toBe('Stop');
  });

  it('would continue until the camera’s timeout without the lease (control)', async () => {
    const open = createPtzOpener({
      clock: systemClock,
      addressPolicy,
      demo: () => {
        throw new Error('no demo camera in this test');
      },
    });
    const head = await open({ kind: 'onvif', url: device.url, channelNo: 1, ...login });
    await head.start('right', 1);
    await keepsMovingForMs();
    expect(device.received).not.toContain('Stop');
  });

  it('stops immediately when the grant is revoked during a movement', async () => {
    const { appKey } = (await domain.operator.run('app.list', {}))[0]!;
    const issued = await domain.operator.run('token.issue', { appKey });
    expect(await call('start', { accessToken: issued.accessToken })).toBe('200');
    await domain.operator.run('token.revoke', { grantId: issued.grantId });
    await keepsMovingForMs();
    expect(device.received.at(-1)).toBe('Stop'); // its immediacy: tests/api/ptz
    expect(await call('start', { accessToken: issued.accessToken })).toBe('10002');
  });

  it('lets only one of two viewers control the camera', async () => {
    const { appKey } = (await domain.operator.run('app.list', {}))[0]!;
    const second = await domain.operator.run('token.issue', { appKey });
    expect(await call('start')).toBe('200');
    expect(await call('start', { accessToken: second.accessToken, direction: '0' })).toBe('3860009');
    expect(await call('stop', { accessToken: second.accessToken })).toBe('200');
    expect(device.isMoving).toBe(true);
    expect(await call('stop')).toBe('200');
    expect(await call('start', { accessToken: second.accessToken, direction: '0' })).toBe('200');
  });

  it('stops a slow camera', async () => {
    expect(await call('start')).toBe('200');
    device.slowMs = 400;
    await delay(1_000);
    await keepsMovingForMs();
    expect(device.received.at(-1)).toBe('Stop');
  });

  it('answers 20007 for an unreachable camera, until a command succeeds', async () => {
    await device.stop();
    expect(await call('start')).toBe('20007');
    device = await startOnvifDevice({ ...login, halfTurnMs: 20_000 });
    await domain.operator.run('camera.update', { serial: 'CAM1', onvif: { url: device.url } });
    expect(await call('start')).toBe('200');
  });

  it('never reveals the password of the camera', async () => {
    await call('start');
    await call('stop');
    expect(device.raw).not.toContain(login.password);
    expect(device.raw).not.toContain(Buffer.from(login.password).toString('base64'));
  });
});
