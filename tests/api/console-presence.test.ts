import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { maxConcurrentPolls } from '../../lib/domain/devices/device-poller.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseCameraUrl } from '../../lib/media/net/camera-url.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { SourceFailure, SourceSpec } from '../../lib/media/ports.ts';
import { probeConnection } from '../../lib/media/sources/probe/probe-connection.ts';
import {
  allCameraPermissions,
  type CameraConsole,
  cameraConsole,
  ok,
  streamOf,
} from '../kit/camera-console.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { FaultyCamera } from '../kit/faulty-camera.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const opening = {
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: loopback.value, ownPorts: [] },
  timings: { connectMs: 2_000, requestMs: 2_000 },
};
const refused: SourceFailure = { code: 'source.auth', message: 'refused', retryable: false };
const everySeconds = 300;

describe.each(anyEngine)('device polling on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let testConsole: CameraConsole;
  let requested: SourceSpec[];
  let answer: (spec: SourceSpec, signal: AbortSignal) => Promise<SourceFailure | null>;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    requested = [];
    answer = async () => null;
    database = await bench.open();
    testConsole = await cameraConsole(database, {
      checkCameraUrl: parseCameraUrl,
      checkReachable: (spec, signal) => {
        requested.push(spec);
        return answer(spec, signal);
      },
    });
  });
  afterEach(() => testConsole.end());

  const poll = () => testConsole.adminConsole.cameraPages.pollDevices();
  /** Advances the clock in steps of one tick (5 s) and polls the devices that are due in each. */
  async function live(seconds: number): Promise<void> {
    for (let gone = 0; gone < seconds; gone += 5) {
      await testConsole.clock.advance(5_000);
      await poll();
    }
  }
  const add = async (serial: string, url = `rtsp://10.0.0.9:554/${serial}`, more = {}) =>
    ok(
      await testConsole.admin.call('POST', '/iot/camera/connect', {
        body: { serial, name: serial, main: { kind: 'rtsp', url, ...more } },
      }),
    );
  /** A new user each time: bearer tokens expire within one polling interval. */
  const reader = () => testConsole.signIn({ permissions: allCameraPermissions });
  const device = async (serial: string) => {
    const { records } = ok(await (await reader()).call('GET', `/iot/device/page?serial=${serial}`));
    return records[0];
  };
  const numbers = async () => ok(await (await reader()).call('GET', '/dashboard')).devices;
  const setEvery = (seconds: string) => testConsole.setSetting('iot.presence.seconds', seconds);

  it('detects a real camera going offline and coming back online', async () => {
    const camera = await FaultyCamera.start();
    answer = (spec, signal) => probeConnection(spec, { ...opening, signal });
    await add('GATE1', camera.url);
    expect(await device('GATE1')).toMatchObject({ onlineStatus: '0', lastOnlineTime: null, stateTime: null });
    await live(everySeconds);
    const seen = await device('GATE1');
    expect(seen).toMatchObject({ onlineStatus: '1', lastOnlineTime: seen.stateTime });
    // The stream was only described (RTSP DESCRIBE), not played.
    expect(camera.described).toBe(1);

    camera.behaviour = 'resets';
    await live(everySeconds);
    const gone = await device('GATE1');
    expect(gone).toMatchObject({ onlineStatus: '2', lastOnlineTime: seen.lastOnlineTime });
    expect(gone.stateTime > seen.stateTime).toBe(true);
    expect(await numbers()).toMatchObject({ online: 2, offline: 1, unknown: 0 });

    await camera.stop();
    await live(everySeconds);
    expect(await device('GATE1')).toMatchObject({ onlineStatus: '2' });

    const again = await FaultyCamera.start();
    answer = (spec, signal) =>
      probeConnection(spec.kind === 'rtsp' ? { ...spec, url: again.url } : spec, { ...opening, signal });
    await live(everySeconds);
    expect(await device('GATE1')).toMatchObject({ onlineStatus: '1' });
    expect(await numbers()).toMatchObject({ online: 3, offline: 0 });
    await again.stop();
  }, 60_000);

  it('counts successful and failed checks', async () => {
    const { id } = await add('GATE1');
    ok(await testConsole.admin.call('POST', '/iot/camera/check', { body: { id } }));
    expect(await device('GATE1')).toMatchObject({
      onlineStatus: '1',
      lastOnlineTime: expect.stringMatching(/^2025-/),
    });
    testConsole.probeWith(async () => ({
      ok: false,
      failure: { code: 'source.unreachable', message: 'no connection' },
    }));
    await testConsole.operator.run('camera.check', { serial: 'GATE1', channelNo: 1 });
    expect(await device('GATE1')).toMatchObject({ onlineStatus: '2' });
    const { onlineStatus } = ok(await testConsole.admin.call('GET', `/iot/camera/${id}`));
    expect(onlineStatus).toBe('2');
    const offline = ok(await testConsole.admin.call('GET', '/iot/device/page?onlineStatus=2'));
    expect(offline.records.map(({ serial }: { serial: string }) => serial)).toEqual(['GATE1']);
  });

  it('keeps the last known status without viewers', async () => {
    await add('GATE1');
    await setEvery('0');
    const watched = streamOf('GATE1', 'live');
    testConsole.streams.push(watched);
    testConsole.notify(watched);
    await testConsole.clock.advance(60_000);
    testConsole.streams.length = 0;
    testConsole.notify({ ...watched, state: 'idle' });
    await live(everySeconds);
    const seen = await device('GATE1');
    expect(seen).toMatchObject({ onlineStatus: '1' });
    expect(seen.lastOnlineTime).toMatch(/^2025-/);
    expect(requested).toEqual([]);
  });

  it('polls 100 devices once each per round, at most four at once, spread over the round', async () => {
    await setEvery('0');
    for (let at = 0; at < 100; at += 1) await add(`CAM${String(at).padStart(3, '0')}`);
    await setEvery(String(everySeconds));
    // Starts the first round, which includes all devices.
    await live(10);
    let open = 0;
    let maxConcurrent = 0;
    answer = async () => {
      open += 1;
      maxConcurrent = Math.max(maxConcurrent, open);
      // Keeps requests open until the maximum is reached, or until no further request arrives.
      for (let waited = 0; maxConcurrent < maxConcurrentPolls && waited < 1_000; waited += 5) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return null;
    };
    // All remaining devices become due at once, as after the process was suspended.
    await testConsole.clock.advance(everySeconds * 1_000);
    await poll();
    await poll();
    expect(maxConcurrent).toBe(maxConcurrentPolls);
    expect(new Set(requested.map((spec) => (spec.kind === 'rtsp' ? spec.url : ''))).size).toBe(100);
    expect(requested).toHaveLength(100);

    answer = async () => null;
    requested.length = 0;
    await live(everySeconds / 10);
    expect(requested.length).toBeGreaterThan(5);
    expect(requested.length).toBeLessThan(15);
  }, 120_000);

  it('does not poll a camera for a minute after it rejected the login', async () => {
    await add('GATE1');
    await setEvery('60');
    const at: number[] = [];
    answer = async () => {
      at.push(testConsole.clock.now());
      return refused;
    };
    await live(400);
    expect(at.length).toBeGreaterThan(2);
    for (let next = 1; next < at.length; next += 1) {
      expect(Number(at[next]) - Number(at[next - 1])).toBeGreaterThanOrEqual(60_000);
    }
    expect(await device('GATE1')).toMatchObject({ onlineStatus: '2' });
  });

  it('skips devices that are being viewed, disabled or demo cameras, and all devices when it is off', async () => {
    await add('WATCHED');
    await add('OFF');
    await testConsole.operator.run('camera.disable', { serial: 'OFF' });
    testConsole.streams.push(streamOf('WATCHED', 'starting'));
    await live(everySeconds);
    expect(requested).toEqual([]);
    expect(await device('DEMO00001')).toMatchObject({ onlineStatus: '1' });

    testConsole.streams.length = 0;
    await setEvery('0');
    await live(everySeconds);
    expect(requested).toEqual([]);
    await setEvery('60');
    await live(125);
    expect(requested.length).toBeGreaterThan(0);
  });

  it('closes its open connections with the server', async () => {
    await add('GATE1');
    let isEnded = false;
    answer = (_spec, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          isEnded = true;
          resolve(null);
        });
      });
    await poll();
    await testConsole.clock.advance(everySeconds * 1_000);
    const open = poll();
    while (requested.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    testConsole.end();
    await open;
    expect(isEnded).toBe(true);
    await poll();
    expect(requested).toHaveLength(1);
  });
});
