import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { AppError } from '../../../lib/kernel/app-error.ts';
import { openDataFolder } from '../../../lib/server/data-folder.ts';
import { explainStorage } from '../../../lib/server/explain-storage.ts';

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

describe('a fault of the storage', () => {
  it.each([
    ['ENOSPC', 'data.full'],
    ['SQLITE_FULL', 'data.full'],
    ['EROFS', 'data.readOnly'],
    ['SQLITE_IOERR_FSYNC', 'data.failed'],
    ['SQLITE_NOTADB', 'data.damaged'],
  ])('%s is reported as %s, however deeply the error is nested', (code, reported) => {
    const cause = Object.assign(new Error('text of the driver'), { code });
    const error = new AppError('database.unusable', 'The database cannot be opened', {}, { cause });
    const explained = explainStorage(folder, error);
    expect(explained).toMatchObject({ code: reported, message: expect.stringContaining(folder) });
    expect(String(explained)).not.toContain('text of the driver');
  });

  it('is not reported for other errors', () => {
    for (const error of [
      Object.assign(new Error('near "x": syntax error'), { name: 'SqliteError', code: 'SQLITE_ERROR' }),
      new AppError('data.locked', 'in use'),
      'text',
    ]) {
      expect(explainStorage(join(folder, 'data'), error)).toBe(error);
    }
  });
});
