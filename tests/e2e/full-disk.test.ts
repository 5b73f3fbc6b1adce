import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, it } from 'vitest';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { soon } from '../kit/console-page.ts';
import { SmallDisk } from '../kit/small-disk.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

// The real server, whose disk is full, or that of the recordings.

const password = 'harbour-4-lantern-59';
let disk: SmallDisk;
let recordingsDisk: SmallDisk;
let oriel: OrielInstance;
beforeAll(async () => {
  disk = new SmallDisk(64);
  recordingsDisk = new SmallDisk(64);
  const env = { ORIEL_RECORDINGS_DIR: join(recordingsDisk.path, 'recordings'), ORIEL_DEMO_RECORDINGS: '1' };
  oriel = await startOriel({ dataDir: join(disk.path, 'data'), env });
});
afterAll(async () => {
  await oriel?.stop();
  disk?.dispose();
  recordingsDisk?.dispose();
});

const get = (path: string) => fetch(`${oriel.origin}${path}`);
type Recordings = Readonly<Record<'recording' | 'failing', number>>;
const recordings = async () =>
  ((await (await get('/healthz')).json()) as { recordings: Recordings }).recordings;
const storage = async () => ((await (await get('/healthz')).json()) as { storage: string }).storage;

it('is not ready, but alive; revokes tokens; and is ready again when there is space', async () => {
  const { appKey } = (await oriel.oriel([
    'app',
    'create',
    '--name',
    'a',
    '--origin',
    'https://a.example',
  ])) as {
    appKey: string;
  };
  const { grantId } = (await oriel.oriel(['token', 'issue', '--app', appKey])) as { grantId: string };
  await soon.poll(storage).toBe('low'); // A disk of 64 MB is always almost full.
  disk.fill();
  await soon.poll(storage).toBe('full');
  expect([(await get('/healthz')).status, (await get('/livez')).status]).toEqual([503, 200]);
  expect(oriel.output()).toMatch(/"level":"error".*the disk is full/);
  await oriel.oriel(['token', 'revoke', grantId]);
  expect(await oriel.oriel(['token', 'list'])).toEqual([]);
  disk.empty();
  await soon.poll(storage).toBe('low');
  expect((await get('/healthz')).status).toBe(200);
});

it('of the recordings is announced to administrators, and recorded on when there is space; all else works', async () => {
  await ConsoleCalls.setUp(oriel, 'keeper', '管理员', password);
  await ConsoleCalls.as(oriel, 'keeper', password, async (calls) => {
    const alarm = async () => (await calls.call('GET', '/dashboard/storage')).state;
    await soon.poll(async () => (await recordings()).recording).toBeGreaterThan(0);
    const all = (await recordings()).recording;
    const since = async (what: string, isSo: () => Promise<boolean>) => {
      const startedAt = performance.now();
      await soon.poll(isSo).toBe(true);
      process.stdout.write(`${what} after ${Math.round(performance.now() - startedAt)} ms\n`);
    };
    recordingsDisk.fill();
    await since('announced', async () => (await alarm()) === 'recordings');
    await soon.poll(async () => (await recordings()).failing).toBe(all);
    expect((await get('/healthz')).status).toBe(200);
    expect(oriel.output()).toMatch(/"code":"ENOSPC".*recording failed/);
    await oriel.oriel(['camera', 'add', '--demo', 'yard', '--name', 'added']);
    recordingsDisk.empty();
    await since('recorded on', async () => (await recordings()).recording === all);
    await soon.poll(alarm).toBe('low');
  });
});
