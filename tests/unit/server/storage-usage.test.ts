import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../lib/db/client.ts';
import { storageUsage } from '../../../lib/server/storage-usage.ts';
import { FakeClock } from '../../kit/fake-clock.ts';

describe('the disk usage of the data', () => {
  let folder: string;
  let database: OpenDatabase;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-storage-'));
    database = await openDatabase({ file: join(folder, 'oriel.db') });
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('counts files below the data folder, follows no links, and is measured once a minute', async () => {
    const clock = new FakeClock();
    const read = storageUsage(folder, database, clock);
    const before = await read();
    expect(before.databaseBytes).toBeGreaterThan(0);
    expect(before.dataBytes).toBeGreaterThanOrEqual(before.databaseBytes);
    expect(before.freeBytes).toBeLessThanOrEqual(before.totalBytes);

    await mkdir(join(folder, 'sub'));
    await writeFile(join(folder, 'sub/file'), Buffer.alloc(1_000_000));
    await symlink('/', join(folder, 'sub/link'));
    expect((await read()).dataBytes).toBe(before.dataBytes);
    await clock.advance(60_000);
    expect((await read()).dataBytes - before.dataBytes).toBe(1_000_000);
  });
});
