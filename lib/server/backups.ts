/** Copies of the embedded database in `backups/` of the data folder, named by the time (UTC) at which they began. */
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabaseFile } from '../db/copy-file.ts';
import type { Backup, DatabaseBackups } from '../domain/jobs/backups.ts';
import { JobFailure } from '../domain/jobs/handler.ts';
import type { Clock } from '../kernel/clock.ts';
import type { EpochMs, Ms } from '../kernel/units.ts';
import { databaseFile } from './installed-database.ts';
import { diskSpace } from './storage-usage.ts';

export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

const pattern = /^oriel-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;
const unfinished = /^oriel-.*\.partial(-journal|-wal|-shm)?$/;

export const isBackupName = (name: string): boolean => pattern.test(name);

/** `20260501T031300Z` */
export const stampOf = (at: EpochMs) =>
  new Date(at)
    .toISOString()
    .replace(/\.\d{3}/, '')
    .replace(/[-:]/g, '');

function timeIn(name: string): EpochMs {
  const [, year, month, day, hour, minute, second] = pattern.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** More than the database needs, so that a backup is not what fills the disk. */
const spareBytes = 256 * 1024 * 1024;
/** Longer than a backup may take. */
const unfinishedMs: Ms = 2 * 60 * 60_000;

export function databaseBackups({
  dataDir,
  clock,
  copy = copyDatabaseFile,
}: {
  readonly dataDir: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly copy?: typeof copyDatabaseFile;
}): DatabaseBackups {
  const folder = backupsFolder(dataDir);
  const source = databaseFile({ dataDir });

  async function names(): Promise<readonly string[]> {
    return readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  async function list(): Promise<readonly Backup[]> {
    const found = await Promise.all(
      (await names()).filter(isBackupName).map(async (name) => {
        // Deleted since it was listed.
        const file = await stat(join(folder, name)).catch(() => null);
        return file ? [{ name, bytes: file.size, at: timeIn(name) }] : [];
      }),
    );
    return found.flat().sort((one, other) => other.at - one.at);
  }

  async function requireSpace(): Promise<void> {
    const sizes = await Promise.all(
      [source, `${source}-wal`].map((file) =>
        stat(file).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    const needed = sizes.reduce((sum, size) => sum + size, 0) + spareBytes;
    const { freeBytes } = await diskSpace(folder);
    if (freeBytes >= needed) return;
    const [need, free] = [needed, freeBytes].map((bytes) => Math.ceil(bytes / 1_000_000));
    throw new JobFailure({
      'zh-CN': `磁盘空间不足：需要 ${need} MB，可用 ${free} MB`,
      'en-US': `Not enough disk space: ${need} MB needed, ${free} MB free`,
    });
  }

  /** Of processes that were killed. Not what the command line may be copying at the same time. */
  async function removeUnfinished(): Promise<void> {
    for (const name of (await names()).filter((one) => unfinished.test(one))) {
      const path = join(folder, name);
      const file = await stat(path).catch(() => null);
      if (file && file.mtimeMs < clock.now() - unfinishedMs) await rm(path, { force: true });
    }
  }

  return {
    list,

    async create(keep, signal) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      await removeUnfinished();
      await requireSpace();
      const at = Math.floor(clock.now() / 1_000) * 1_000;
      const name = `oriel-${stampOf(at)}.db`;
      const partial = join(folder, `${name}.partial`);
      try {
        await copy(source, partial, signal);
        await chmod(partial, 0o600);
        await syncFile(partial);
        await rename(partial, join(folder, name));
        await syncFile(folder);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      const all = await list();
      const old = all.filter((one) => one.name !== name).slice(Math.max(0, keep - 1));
      for (const one of old) await rm(join(folder, one.name), { force: true });
      const { size } = await stat(join(folder, name));
      return { backup: { name, bytes: size, at }, removed: old.length };
    },
  };
}

export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
