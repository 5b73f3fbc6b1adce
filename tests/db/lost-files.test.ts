import { mkdtempSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { type CliOptions, runHere } from '../kit/run-cli.ts';

// A data folder of which a part is lost or damaged, as the command line reports it. The server starts the same way.

let dataDir: string;
const inFolder = (name: string) => join(dataDir, name);
const exists = async (name: string) => (await stat(inFolder(name)).catch(() => null)) !== null;

const run = (args: readonly string[], options?: CliOptions) => runHere(dataDir, args, options);
async function done(args: readonly string[], options?: CliOptions) {
  const { code, out, err } = await run([...args, '--json'], options);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}
const serials = async () =>
  ((await done(['camera', 'list'])) as { serial: string }[]).map(({ serial }) => serial);

/** Of `doctor`, by the name of the check. */
async function findings(): Promise<Record<string, { state: string; text: string }>> {
  const env = { ORIEL_PORT: '0', ORIEL_SAMPLE_PORT: '0' };
  const { out } = await run(['doctor', '--json'], { env });
  const found = (JSON.parse(out) as { findings: { check: string; state: string; text: string }[] }).findings;
  return Object.fromEntries(found.map(({ check, ...rest }) => [check, rest]));
}

/** An installation with one camera that has a password. */
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'oriel-lost-'));
  await done(['database', 'create']);
  await done(['camera', 'add', 'rtsp://127.0.0.1:9/1', '--serial', 'FRONT0001', '--username', 'u'], {
    env: { ORIEL_CAMERA_PASSWORD: 'geheim' },
  });
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('without the master key', () => {
  it('nothing starts, no other key is created, and the message names the file and the ways to continue', async () => {
    await rename(inFolder('secrets/master'), inFolder('kept'));
    const { code, err } = await run(['camera', 'list']);
    expect(code).toBe(1);
    expect(err).toMatch(/1 camera addresses encrypted with the master key [0-9a-f]{8}/);
    expect(err).toContain(`${inFolder('secrets/master')} is missing`);
    expect(err).toContain('"oriel secret skip"');
    expect(err).toContain('[secret.missing]');
    expect(await exists('secrets/master')).toBe(false);
    expect((await findings())['Master key']).toMatchObject({ state: 'bad' });

    await rename(inFolder('kept'), inFolder('secrets/master'));
    expect(await serials()).toContain('FRONT0001');
    expect((await findings())['Master key']).toMatchObject({ state: 'good' });
  });

  it('nothing starts with the key of another installation either', async () => {
    await writeFile(
      inFolder('secrets/master'),
      `${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}\n`,
    );
    expect((await run(['camera', 'list'])).err).toMatch(/but .*master contains [0-9a-f]{8}\. Restore/);
  });

  it('"secret skip" allows the start; the key can still be restored later', async () => {
    await copyFile(inFolder('secrets/master'), inFolder('kept'));
    await rm(inFolder('secrets/master'));
    expect(await done(['secret', 'skip'])).toEqual([
      { keyId: expect.stringMatching(/^[0-9a-f]{8}$/), kind: 'camera addresses', count: 1 },
    ]);
    expect(await serials()).toContain('FRONT0001');
    const created = await readFile(inFolder('secrets/master'), 'utf8');
    await writeFile(inFolder('secrets/master'), `${created}${await readFile(inFolder('kept'), 'utf8')}`);
    expect(await done(['secret', 'rotate'])).toMatchObject({ resealed: 1, unreadable: 0 });
  });
});

describe('a new master key', () => {
  it('encrypts all values again; the old key is kept for older backups', async () => {
    const before = (await readFile(inFolder('secrets/master'), 'utf8')).trim();
    const { keyId, ...counts } = await done(['secret', 'rotate']);
    expect([keyId, counts]).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/), { resealed: 1, unreadable: 0 }]);
    const [first, second] = (await readFile(inFolder('secrets/master'), 'utf8')).trim().split('\n');
    expect([first === before, second]).toEqual([false, before]);
    expect((await stat(inFolder('secrets/master'))).mode & 0o777).toBe(0o600);
    await writeFile(inFolder('secrets/master'), `${first}\n`);
    expect(await serials()).toContain('FRONT0001');
  });
});

describe('without the database', () => {
  const wal = ['oriel.db-wal', 'oriel.db-shm'];
  const lose = async () => {
    for (const name of ['oriel.db', ...wal]) await rm(inFolder(name), { force: true });
  };

  it('nothing starts and no file is created; a restored file is used', async () => {
    await copyFile(inFolder('oriel.db'), inFolder('kept'));
    await lose();
    const { code, err } = await run(['camera', 'list']);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/oriel\.db is missing or empty.*\[database\.lost\]/),
    ]);
    expect(err).toContain('"oriel database create"');
    expect(await exists('oriel.db')).toBe(false);
    expect((await findings()).Database).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('missing'),
    });
    await rename(inFolder('kept'), inFolder('oriel.db'));
    expect(await serials()).toContain('FRONT0001');
  });

  it('an empty file is not used either, nor one without rows', async () => {
    await lose();
    await writeFile(inFolder('oriel.db'), '');
    expect((await run(['camera', 'list'])).err).toContain('[database.lost]');
    const elsewhere = mkdtempSync(join(tmpdir(), 'oriel-empty-'));
    const { openDatabase } = await import('../../lib/db/client.ts');
    await (await openDatabase({ file: join(elsewhere, 'oriel.db') })).close();
    await copyFile(join(elsewhere, 'oriel.db'), inFolder('oriel.db'));
    await rm(elsewhere, { recursive: true });
    expect((await run(['camera', 'list'])).err).toContain('[database.lost]');
  });

  it('"database create" creates one, with a new setup code, and only then', async () => {
    expect((await run(['database', 'create'])).err).toContain('[database.exists]');
    expect(await serials()).toContain('FRONT0001');
    await lose();
    expect(await done(['database', 'create'])).toMatchObject({
      code: expect.stringMatching(/^[0-9A-Z-]{24}$/),
    });
    expect(await serials()).toEqual(['DEMO00001', 'DEMO00002']);
  });
});

describe('without the database and its lock', () => {
  /** What a backup contained of the folder. */
  async function restoreOnly(kept: readonly string[]): Promise<void> {
    await mkdir(inFolder('recordings/cloud/a1b2/20250301'), { recursive: true });
    await writeFile(inFolder('recordings/cloud/a1b2/20250301/1740830400000.mp4'), 'a segment');
    await writeFile(inFolder('recordings/clock'), '1740830400000');
    for (const name of await readdir(dataDir))
      if (!kept.includes(name)) await rm(inFolder(name), { recursive: true, force: true });
  }

  it.each([[['secrets', 'recordings', 'oriel.reserve']], [['secrets']], [['recordings']]])(
    '%j: nothing starts, and the message names the command',
    async (kept) => {
      await restoreOnly(kept);
      expect((await run(['camera', 'list'])).err).toMatch(
        /oriel\.db is missing.*"oriel database create".*\[database\.lost\]/,
      );
      expect(await exists('oriel.db')).toBe(false);
      expect(await findings()).toMatchObject({
        'Data folder': { state: 'good' },
        Database: { state: 'bad' },
      });

      await done(['database', 'create']);
      expect(await serials()).toEqual(['DEMO00001', 'DEMO00002']);
      expect(await exists('recordings/cloud')).toBe(kept.includes('recordings'));
    },
  );

  it('an empty disk for recordings, and keys without more, are a first start', async () => {
    for (const name of await readdir(dataDir)) await rm(inFolder(name), { recursive: true, force: true });
    await mkdir(inFolder('recordings/lost+found'), { recursive: true });
    expect((await findings())['Data folder']).toMatchObject({ state: 'good' });
    expect((await run(['camera', 'list'])).err).toContain('[data.missing]');
  });

  it('a folder of this name that belongs to somebody else is not used', async () => {
    await restoreOnly(['recordings']);
    await writeFile(inFolder('recordings/holiday.mp4'), '');
    expect((await run(['database', 'create'])).err).toContain('[data.notOurs]');
  });
});

describe('a new data folder beside recordings on another disk', () => {
  let disk: string;
  const command = (args: readonly string[]) => run(args, { env: { ORIEL_RECORDINGS_DIR: disk } });
  beforeEach(async () => {
    disk = mkdtempSync(join(tmpdir(), 'oriel-disk-'));
    await mkdir(join(disk, 'lost+found'));
    for (const name of await readdir(dataDir)) await rm(inFolder(name), { recursive: true, force: true });
    // What the server creates before it opens the database.
    await writeFile(inFolder('oriel.lock'), '');
  });
  afterEach(() => rm(disk, { recursive: true, force: true }));
  const record = async (store: 'cloud' | 'device') => {
    await mkdir(join(disk, store, 'a1b2/20250301'), { recursive: true });
    await writeFile(join(disk, store, 'a1b2/20250301/1740830400000.mp4'), 'a segment');
  };

  it.each(['cloud', 'device'] as const)(
    'gets no database of itself (%s), because nobody would know these recordings',
    async (store) => {
      await record(store);
      const { err } = await command(['camera', 'list']);
      expect(err).toMatch(/oriel\.db is missing.*"oriel database create".*7 days.*\[database\.lost\]/);
      expect(err).toContain(`${disk} has recordings of an installation`);
      expect(await exists('oriel.db')).toBe(false);
      const { out } = await run(['doctor', '--json'], {
        env: { ORIEL_RECORDINGS_DIR: disk, ORIEL_PORT: '0', ORIEL_SAMPLE_PORT: '0' },
      });
      const { findings: found } = JSON.parse(out) as { findings: { check: string; state: string }[] };
      expect(found.find(({ check }) => check === 'Database')).toMatchObject({ state: 'bad' });
      expect((await command(['database', 'create', '--json'])).code).toBe(0);
      expect((await command(['camera', 'list'])).code).toBe(0);
    },
  );

  it('is a first start while the disk is empty', async () => {
    expect((await command(['camera', 'list'])).code).toBe(0);
  });
});

describe('a damaged database', () => {
  /** Overwrites part of the file with zeros. */
  async function damage(fromByte: number, bytes: number): Promise<void> {
    const file = await open(inFolder('oriel.db'), 'r+');
    await file.write(Buffer.alloc(bytes), 0, bytes, fromByte);
    await file.close();
  }

  it('is found by the doctor', async () => {
    expect((await findings()).Database).toEqual({ state: 'good', text: 'intact' });
    const { size } = await stat(inFolder('oriel.db'));
    await damage(4096 * 3, size - 4096 * 4);
    const { state, text } = (await findings()).Database!;
    expect([state, text]).toEqual([
      'bad',
      expect.stringMatching(/is damaged \(.*\)\. Restore it from a backup/),
    ]);
  });

  it('is reported without the text of the driver', async () => {
    await damage(0, 4096);
    const { code, err } = await run(['camera', 'list']);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/The database of .* is damaged.*\[data\.damaged\]/),
    ]);
    expect(err).not.toMatch(/sqlite|not a database|malformed/i);
  });
});

it('"database create" creates a new data folder', async () => {
  expect((await readdir(inFolder('secrets'))).sort()).toEqual([
    'master',
    'media',
    'session',
    'setup-code.json',
  ]);
});

describe('a folder that is not a data folder', () => {
  const elsewhere = () => join(dataDir, 'elsewhere');
  const runElsewhere = (args: readonly string[], env?: Record<string, string>) =>
    runHere(elsewhere(), args, { ...(env && { env }), namesDataFolder: true });
  const message = async (args: readonly string[], env?: Record<string, string>) => {
    const { code, out, err } = await runElsewhere(args, env);
    expect([code, out]).toEqual([1, '']);
    return err;
  };

  it.each([
    [['camera', 'list']],
    [['status']],
    [['setup-code']],
    [['secret', 'rotate']],
    [['user', 'create-admin', '--account', 'a']],
  ])('is not used by %j: the message names the folder and the ways to continue', async (args) => {
    const err = await message(args, { ORIEL_PORT: '0' });
    expect(err).toMatch(
      new RegExp(
        `^Data folder: ${elsewhere()}\nerror: ${elsewhere()} is not the data folder of an installation`,
      ),
    );
    expect(err).toMatch(/nothing was created.* Set ORIEL_DATA_DIR .*"npm run up".*\[data\.missing\]\n$/);
    expect(await exists('elsewhere')).toBe(false);
  });

  it('is not used beside a running server, whose address the message names', async () => {
    const server = createServer((_, response) => response.end('{"version":"0.0.0","streams":{}}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      expect(await message(['camera', 'list'], { ORIEL_PORT: String(port) })).toContain(
        `A server is running at http://127.0.0.1:${port} with another data folder. Set ORIEL_DATA_DIR`,
      );
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('becomes one by "database create"', async () => {
    expect((await runElsewhere(['database', 'create'])).code).toBe(0);
    expect((await runElsewhere(['camera', 'list'])).out).toContain('DEMO00001');
  });
});

it.each([
  ['named on standard error', [], /^Data folder: .+\n$/],
  ['not with --quiet', ['--quiet'], /^$/],
  ['not with --json', ['--json'], /^$/],
])('the data folder is %s', async (_, options, expected) => {
  const { code, out, err } = await run(['camera', 'list', ...options], { namesDataFolder: true });
  expect([code, err]).toEqual([0, expect.stringMatching(expected)]);
  expect(out).not.toContain(dataDir);
});
