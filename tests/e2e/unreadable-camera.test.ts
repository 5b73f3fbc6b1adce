import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { FaultyCamera } from '../kit/faulty-camera.ts';
import { runIn } from '../kit/run-cli.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { SteadyViewer, until, wait } from '../kit/steady-viewer.ts';

const serial = 'SEALED1';
let dataDir: string;
let camera: FaultyCamera;
let oriel: OrielInstance;
let accessToken: string;
const viewers: SteadyViewer[] = [];

function watch(transport: 'http' | 'ws', of = serial): SteadyViewer {
  const viewer = new SteadyViewer({ origin: oriel.origin, accessToken, serial: of, transport });
  viewers.push(viewer);
  return viewer;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-sealed-'));
  camera = await FaultyCamera.start();
  oriel = await startOriel({ dataDir });
  await oriel.oriel(['camera', 'add', camera.url, '--serial', serial]);
  await oriel.stop();
  // A database without its key, as after a backup without the folder of the secrets.
  await rm(join(dataDir, 'secrets/master'));
  expect((await runIn(dataDir, ['secret', 'skip'])).code).toBe(0);
  oriel = await startOriel({ dataDir });
  const app = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', 'https://shop.example']);
  const { appKey } = app as { appKey: string };
  const issued = await oriel.oriel(['token', 'issue', '--app', appKey]);
  ({ accessToken } = issued as { accessToken: string });
}, 120_000);

afterAll(async () => {
  for (const viewer of viewers) viewer.stop();
  await oriel?.stop();
  await camera?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a camera whose stored address was encrypted with another master key', () => {
  it('is rejected over both transports with source.unreadable, and others play', async () => {
    const [byHttp, bySocket, other] = [watch('http'), watch('ws'), watch('ws', 'DEMO00001')];
    await until('a rejection', () => byHttp.endings.length > 2 && bySocket.endings.length > 2);
    for (const ending of byHttp.endings)
      expect(ending).toMatchObject({ status: 502, code: 'source.unreadable' });
    for (const ending of bySocket.endings) {
      expect(ending).toMatchObject({ status: 4502, code: 'source.unreadable' });
    }
    await until('the demo camera', () => other.seenAt.length > 10);
    expect((await fetch(`${oriel.origin}/healthz`)).status).toBe(200);
    await wait(500);
    expect(camera.described).toBe(0);
  });

  it('is listed in the status, plays after it was added again, and its address is never shown', async () => {
    const { streams } = (await oriel.oriel(['status'])) as {
      streams: { serial: string; lastFailure: { code: string } | null }[];
    };
    expect(streams.find((stream) => stream.serial === serial)?.lastFailure?.code).toBe('source.unreadable');
    await oriel.oriel(['camera', 'remove', serial]);
    await oriel.oriel(['camera', 'add', camera.url, '--serial', serial]);
    const addedAt = performance.now();
    for (const viewer of viewers.slice(0, 2)) {
      await until('a frame', () => viewer.firstSince(addedAt) !== undefined);
    }
    expect(oriel.output()).not.toContain(camera.url);
  });
});
