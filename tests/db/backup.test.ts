import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { copyFile, cp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { openDatabase } from '../../lib/db/client.ts';
import { databaseBackups } from '../../lib/server/backups.ts';
import { buildRowWriter, type RowWriters } from '../kit/row-writer.ts';
import { runHere } from '../kit/run-cli.ts';

// Backups of the embedded database by the job and by the command line, and their restoration.

let dataDir: string;
const inFolder = (...names: string[]) => join(dataDir, ...names);
const never = new AbortController().signal;
const run = (args: readonly string[], env: Record<string, string> = {}) => runHere(dataDir, args, { env });
async function done(args: readonly string[]) {
  const { code, out, err } = await run([...args, '--json']);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}
const serials = async () =>
  ((await done(['camera', 'list'])) as { serial: string }[]).map(({ serial }) => serial);
const addCamera = (serial: string) => done(['camera', 'add', 'rtsp://127.0.0.1:9/1', '--serial', serial]);
const files = async (folder: string) => (await readdir(inFolder(folder)).catch(() => [])).sort();

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'oriel-backup-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('a backup taken while rows are written', () => {
  let writers: RowWriters;
  beforeAll(async () => {
    writers = await buildRowWriter();
  });
  afterAll(() => writers.dispose());

  it('has every row that was acknowledged before it began, and is intact', async () => {
    const place = { file: inFolder('oriel.db') };
    const writer = writers.start({ place, from: 1 });
    try {
      await writer.writing;
      const backups = databaseBackups({ dataDir, clock: { now: () => 1_790_000_000_000 } });
      const acknowledged = writer.acknowledged();
      const { backup } = await backups.create(7, never);
      expect(writer.acknowledged()).toBeGreaterThan(acknowledged);
      const copy = { file: inFolder('backups', backup.name) };
      expect(writers.count(copy, 1, acknowledged)).toEqual({ rows: acknowledged, file: 'ok' });
    } finally {
      await writer.kill();
    }
  });
});

describe('the folder of backups', () => {
  let now = 0;
  const backups = () => databaseBackups({ dataDir, clock: { now: () => now } });
  const at = (text: string) => {
    now = Date.parse(text);
  };
  beforeEach(async () => {
    await (await openDatabase({ file: inFolder('oriel.db') })).close();
  });

  it('keeps the newest copies, for the owner only, and nothing else is deleted', async () => {
    mkdirSync(inFolder('backups'));
    for (const name of ['oriel.db', 'replaced-20260101T000000Z-oriel.db', 'notes.txt'])
      writeFileSync(inFolder('backups', name), 'x');
    for (const [day, removed] of [
      ['01', 0],
      ['02', 0],
      ['03', 1],
      ['04', 1],
    ] as const) {
      at(`2026-05-${day}T03:13:00.500Z`);
      const made = await backups().create(2, never);
      expect([made.backup.name, made.removed]).toEqual([`oriel-202605${day}T031300Z.db`, removed]);
    }
    expect(
      (await backups().list()).map(({ name, at: time }) => [name, new Date(time).toISOString()]),
    ).toEqual([
      ['oriel-20260504T031300Z.db', '2026-05-04T03:13:00.000Z'],
      ['oriel-20260503T031300Z.db', '2026-05-03T03:13:00.000Z'],
    ]);
    expect(await files('backups')).toEqual([
      'notes.txt',
      'oriel-20260503T031300Z.db',
      'oriel-20260504T031300Z.db',
      'oriel.db',
      'replaced-20260101T000000Z-oriel.db',
    ]);
    expect((await stat(inFolder('backups'))).mode & 0o777).toBe(0o700);
    expect((await stat(inFolder('backups', 'oriel-20260504T031300Z.db'))).mode & 0o777).toBe(0o600);
  });

  it('keeps the older copies when a new one fails, and nothing of that', async () => {
    at('2026-05-01T03:13:00Z');
    await backups().create(1, never);
    at('2026-05-02T03:13:00Z');
    const failing = databaseBackups({
      ...{ dataDir, clock: { now: () => now } },
      async copy(_from, to) {
        await writeFile(to, 'half');
        throw new Error('no space');
      },
    });
    await expect(failing.create(1, never)).rejects.toThrow('no space');
    expect(await files('backups')).toEqual(['oriel-20260501T031300Z.db']);
  });

  it('is left as it was by a backup that is stopped', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(backups().create(1, stop.signal)).rejects.toThrow();
    expect(await files('backups')).toEqual([]);
  });

  it('is cleared of what a killed process left, not of what another one is writing', async () => {
    now = Date.now();
    mkdirSync(inFolder('backups'));
    for (const name of ['oriel-20260101T000000Z.db.partial', 'oriel-20260102T000000Z.db.partial'])
      writeFileSync(inFolder('backups', name), 'x');
    const old = now / 1_000 - 3 * 60 * 60;
    utimesSync(inFolder('backups', 'oriel-20260101T000000Z.db.partial'), old, old);
    const { backup } = await backups().create(1, never);
    expect(await files('backups')).toEqual(['oriel-20260102T000000Z.db.partial', backup.name].sort());
  });

  it('gets no copy of a damaged database', async () => {
    await writeFile(inFolder('oriel.db'), Buffer.alloc(8_192, 'x'));
    await expect(backups().create(1, never)).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
    expect(await files('backups')).toEqual([]);
  });
});

describe('oriel backup', () => {
  let template: string;
  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), 'oriel-backup-template-'));
    dataDir = template;
    await done(['database', 'create']);
    await addCamera('BEFORE001');
  });
  afterAll(() => rm(template, { recursive: true, force: true }));
  beforeEach(() => cp(template, dataDir, { recursive: true }));

  it('creates, lists and restores; what was replaced is kept', async () => {
    const made = await done(['backup', 'create']);
    await addCamera('AFTER0001');
    expect(await done(['backup', 'list'])).toEqual([{ name: made.name, bytes: made.bytes, at: made.at }]);
    const restored = await done(['backup', 'restore', made.name]);
    expect(await serials()).toContain('BEFORE001');
    expect(await serials()).not.toContain('AFTER0001');
    // The replaced one can be restored in the same way.
    await done(['backup', 'restore', restored.replaced]);
    expect(await serials()).toContain('AFTER0001');
  });

  it('restores where the database is gone', async () => {
    const { name } = await done(['backup', 'create']);
    for (const file of ['oriel.db', 'oriel.db-wal', 'oriel.db-shm'])
      await rm(inFolder(file), { force: true });
    expect((await run(['camera', 'list'])).err).toContain('[database.lost]');
    expect((await done(['backup', 'restore', name])).replaced).toBeNull();
    expect(await serials()).toContain('BEFORE001');
  });

  it('restores into a new data folder with the secrets, and creates none for a copy that does not exist', async () => {
    const { name } = await done(['backup', 'create']);
    const other = mkdtempSync(join(tmpdir(), 'oriel-other-'));
    try {
      const inOther = (...args: string[]) => runHere(join(other, 'data'), args, { env: {} });
      expect((await inOther('backup', 'restore', name)).err).toContain('[backup.missing]');
      expect((await inOther('backup', 'create')).err).toContain('[data.missing]');
      expect(await readdir(other)).toEqual([]);
      await cp(inFolder('secrets'), join(other, 'data', 'secrets'), { recursive: true });
      expect((await inOther('backup', 'restore', inFolder('backups', name))).code).toBe(0);
      expect((await inOther('camera', 'list')).out).toContain('BEFORE001');
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });

  it('continues with a restoration that was interrupted', async () => {
    const { name } = await done(['backup', 'create']);
    // Killed between its two renames.
    await copyFile(inFolder('backups', name), inFolder('oriel.db.restored'));
    await rename(inFolder('oriel.db'), inFolder('backups', 'replaced-20260101T000000Z-oriel.db'));
    await done(['backup', 'restore', name]);
    expect(await serials()).toContain('BEFORE001');
    expect((await readdir(dataDir)).filter((file) => file.includes('restored'))).toEqual([]);
  });

  it('ends the sessions of the backup', async () => {
    const database = await openDatabase({ file: inFolder('oriel.db') });
    await database.db
      .insertInto('session')
      .values({
        ...{ id: 'a'.repeat(32), tenantId: 'default', userId: await anyUser(database.db), tokenHash: 'h' },
        ...{
          address: '192.0.2.1',
          userAgent: '',
          isRemembered: 1 as const,
          authenticatedAt: 1,
          createdAt: 1,
        },
        ...{ lastSeenAt: 1, expiresAt: 4_000_000_000_000, revokedAt: null, revokedReason: null },
      })
      .execute();
    await database.close();
    const { name } = await done(['backup', 'create']);
    expect((await done(['backup', 'restore', name])).endedSessions).toBe(1);
  });

  it('refuses what is missing, no database, empty or damaged, and changes nothing', async () => {
    const { name } = await done(['backup', 'create']);
    const file = (kind: string) => inFolder('backups', `${kind}.db`);
    await writeFile(file('text'), 'not a database'.repeat(1_000));
    await (await openDatabase({ file: file('empty') })).close();
    const bytes = await readFile(inFolder('backups', name));
    bytes.fill(0xff, 4_096, bytes.length - 4_096);
    await writeFile(file('damaged'), bytes);
    for (const [kind, code] of [
      ['missing', 'backup.missing'],
      ['text', 'backup.unusable'],
      ['empty', 'backup.unusable'],
      ['damaged', 'backup.unusable'],
    ] as const) {
      const { code: exit, err } = await run(['backup', 'restore', file(kind)]);
      expect([kind, exit, err]).toEqual([kind, 1, expect.stringContaining(`[${code}]`)]);
    }
    expect(await serials()).toContain('BEFORE001');
    expect((await readdir(dataDir)).filter((one) => one.includes('restored'))).toEqual([]);
  });

  it('refuses a backup whose master key is not there', async () => {
    const sealed = await runHere(
      dataDir,
      ['camera', 'add', 'rtsp://127.0.0.1:9/2', '--serial', 'SEALED002', '--username', 'u', '--json'],
      { env: { ORIEL_CAMERA_PASSWORD: 'geheim' } },
    );
    expect(sealed.code).toBe(0);
    const { name } = await done(['backup', 'create']);
    await rename(inFolder('secrets', 'master'), inFolder('kept'));
    const { err } = await run(['backup', 'restore', name]);
    expect(err).toContain('[secret.missing]');
    await rename(inFolder('kept'), inFolder('secrets', 'master'));
    await done(['backup', 'restore', name]);
    expect(await serials()).toContain('SEALED002');
  });

  it('names the tools of PostgreSQL', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
    for (const args of [['create'], ['list'], ['restore', 'x']]) {
      expect((await run(['backup', ...args], env)).err).toContain('[backup.notEmbedded]');
    }
  });

  it('says with a code why nothing was copied', async () => {
    const reason = async () => {
      const { code, out } = await run(['backup', 'create', '--json']);
      return { code, error: JSON.parse(out).error };
    };
    await writeFile(inFolder('oriel.db'), 'not a database'.repeat(1_000));
    expect(await reason()).toMatchObject({ code: 1, error: { code: 'data.damaged' } });
    // More than any disk has free.
    await writeFile(inFolder('oriel.db-wal'), '');
    await truncate(inFolder('oriel.db-wal'), 2 ** 43);
    const message = expect.stringMatching(/^Not enough disk space: \d+ MB needed/);
    expect(await reason()).toMatchObject({ code: 1, error: { code: 'backup.failed', message } });
    expect(await files('backups')).toEqual([]);
  });

  it.each(['0', 'x'])('refuses to keep %s copies', async (keep) => {
    expect((await run(['backup', 'create', '--keep', keep])).code).toBe(2);
  });
});

async function anyUser(db: Awaited<ReturnType<typeof openDatabase>>['db']): Promise<number> {
  const { id } = await db
    .insertInto('user')
    .values({
      ...{
        tenantId: 'default',
        username: 'someone',
        displayName: '某人',
        deptId: null,
        phone: null,
        email: null,
      },
      ...{ sex: '2', avatar: null, status: '0', remark: null, isRoot: 0 as const, passwordHash: null },
      ...{
        passwordChangedAt: null,
        mustChangePassword: 0 as const,
        oneTimeValidUntil: null,
        totpSealed: null,
      },
      ...{ totpStep: null, loginAddress: null, loginAt: null, version: 1, createdBy: '', createdAt: 1 },
      ...{ updatedBy: '', updatedAt: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
