import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { soon } from '../kit/console-page.ts';
import { SmallDisk } from '../kit/small-disk.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

// The real server, whose disk is full.

let disk: SmallDisk;
let oriel: OrielInstance;
beforeAll(async () => {
  disk = new SmallDisk(64);
  oriel = await startOriel({ dataDir: join(disk.path, 'data') });
});
afterAll(async () => {
  await oriel?.stop();
  disk?.dispose();
});

const get = (path: string) => fetch(`${oriel.origin}${path}`);
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
