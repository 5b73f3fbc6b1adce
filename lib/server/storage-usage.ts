import { lstat, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { OpenDatabase } from '../db/client.ts';
import type { StorageUsage } from '../domain/console/dashboard.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Ms } from '../kernel/units.ts';
import { recordingsFolder } from './data-folder.ts';

/** Scanning a folder is expensive, and a size up to a minute old is sufficient. */
const cacheMs: Ms = 60_000;
/** For a folder with more files, the size counted so far is reported. */
const maxFiles = 100_000;

/** Disk usage of the data and free space. Measured at most once a minute. */
export function storageUsage(
  dataDir: string,
  database: Pick<OpenDatabase, 'db' | 'engine'>,
  clock: Clock,
): () => Promise<StorageUsage> {
  let cached: { readonly usage: Promise<StorageUsage>; readonly at: Ms } | null = null;
  return () => {
    const now = clock.monotonic();
    if (cached && now - cached.at < cacheMs) return cached.usage;
    const usage = read(dataDir, database);
    const own = { usage, at: now };
    cached = own;
    usage.catch(() => {
      if (cached === own) cached = null;
    });
    return usage;
  };
}

/** Of the file system that contains the folder. */
export async function diskSpace(
  folder: string,
): Promise<{ readonly freeBytes: number; readonly totalBytes: number }> {
  const disk = await statfs(folder);
  return { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize };
}

async function read(dataDir: string, database: Pick<OpenDatabase, 'db' | 'engine'>): Promise<StorageUsage> {
  const [dataBytes, databaseBytes, disk] = await Promise.all([
    sizeOf(dataDir),
    database.engine === 'postgres' ? postgresBytes(database) : embeddedBytes(dataDir),
    diskSpace(dataDir),
  ]);
  return {
    dataBytes,
    databaseBytes,
    ...disk,
  };
}

async function postgresBytes({ db }: Pick<OpenDatabase, 'db'>): Promise<number> {
  const answer = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db);
  return Number(answer.rows[0]?.size ?? 0);
}

/** The file and its write-ahead log. */
async function embeddedBytes(dataDir: string): Promise<number> {
  const sizes = await Promise.all(
    ['oriel.db', 'oriel.db-wal', 'oriel.db-shm'].map((name) =>
      stat(join(dataDir, name)).then(
        ({ size }) => size,
        () => 0, // Does not exist at the moment.
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Without recordings, whose size is known from their index. Links are not followed. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  let files = 0;
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined && files < maxFiles; at = folders.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const path = join(at, entry.name);
      if (entry.isDirectory() && path !== join(folder, recordingsFolder)) folders.push(path);
      else if (entry.isFile()) {
        files += 1;
        // Deleted since it was listed.
        bytes += await lstat(path).then(
          ({ size }) => size,
          () => 0,
        );
      }
    }
  }
  return bytes;
}
