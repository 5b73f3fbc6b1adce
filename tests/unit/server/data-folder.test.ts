import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '../../../lib/kernel/app-error.ts';
import { openDataFolder } from '../../../lib/server/data-folder.ts';
import { explainFullDisk } from '../../../lib/server/disk-full.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('opening the data folder', () => {
  it('creates it with all parent folders, inaccessible to others', async () => {
    const deep = join(folder, 'a/b/c');
    await openDataFolder(deep);
    for (const path of ['a', 'a/b', 'a/b/c']) {
      expect((await stat(join(folder, path))).mode & 0o777).toBe(0o700);
    }
  });

  it('can be done by many processes at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => openDataFolder(join(folder, 'x/y/z'))));
  });

  it.each([
    ['a file', 'file', 'is a file'],
    ['below a file', 'file/below/it', 'is a file'],
  ])('reports %s', async (_, path, sentence) => {
    await writeFile(join(folder, 'file'), '');
    const opening = openDataFolder(join(folder, path));
    await expect(opening).rejects.toMatchObject({ code: 'data.unusable' });
    await expect(opening).rejects.toThrow(sentence);
  });

  it('fails immediately where the system accepts no folder', async () => {
    for (const path of ['/proc/oriel', '/proc/oriel/below']) {
      await expect(openDataFolder(path)).rejects.toMatchObject({ code: 'data.unusable' });
    }
    await expect(stat('/proc/oriel')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a full disk', () => {
  const sqlite = (code: string, message: string) =>
    Object.assign(new Error(message), { name: 'SqliteError', code });

  it('is reported, however deeply the error is nested', async () => {
    for (const cause of [
      Object.assign(new Error('write'), { code: 'ENOSPC' }),
      sqlite('SQLITE_FULL', 'database or disk is full'),
      new Error('SqliteError: database or disk is full'),
    ]) {
      const error = new AppError('database.unusable', 'The database cannot be opened', {}, { cause });
      expect(await explainFullDisk(folder, error)).toMatchObject({
        code: 'data.full',
        message: expect.stringContaining(folder),
      });
    }
  });

  it('is not reported for other errors', async () => {
    await mkdir(join(folder, 'data'));
    for (const error of [
      sqlite('SQLITE_ERROR', 'cannot rollback - no transaction is active'),
      new AppError('data.locked', 'in use'),
      'text',
    ]) {
      expect(await explainFullDisk(join(folder, 'data'), error)).toBe(error);
    }
  });
});
