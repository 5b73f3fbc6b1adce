import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../kernel/app-error.ts';
import { hasSetupCode } from './setup-code.ts';

/** Files that identify a data folder of Oriel. */
const marks = ['oriel.lock', 'oriel.db'];
/** Where recordings are by default, in the data folder. */
export const recordingsFolder = 'recordings';

/** Files allowed in the folder before the first start: what was restored, and entries of the file system. */
const harmless = new Set([
  'secrets',
  'backups',
  'oriel.reserve',
  'oriel.db-wal',
  'oriel.db-shm',
  'oriel.pid',
  'control.sock',
  'sample-host.json',
  'lost+found',
]);
/** What the folder of recordings contains: anything else is a folder of this name that belongs to somebody else. */
const ofRecordings = new Set(['cloud', 'device', 'clock', 'lost+found']);

/** True after the first start, also if a part of it is lost. */
export async function isInstalled(dataDir: string): Promise<boolean> {
  try {
    const names = await namesIn(dataDir);
    return marks.some((mark) => names.includes(mark)) || (await isUsed(dataDir));
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/**
 * The folder has a setup code or recordings, which are made after the first rows of the database: without these rows
 * the database is lost, whatever else was restored.
 */
export async function isUsed(dataDir: string): Promise<boolean> {
  return (await hasSetupCode(dataDir)) || hasRecordings(join(dataDir, recordingsFolder));
}

/** The same of a folder of recordings, which may be elsewhere. */
export async function hasRecordings(folder: string): Promise<boolean> {
  const stores = ['cloud', 'device'].map((store) => namesIn(join(folder, store)));
  return (await Promise.all(stores)).some((channels) => channels.some((name) => name !== 'lost+found'));
}

/** Nothing if there is no such folder. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

/**
 * Why this existing folder cannot be used for the data, or null. The data folder is closed to other users, so
 * using `/tmp`, a home folder or a project by mistake would lock people out of their files.
 */
export async function whyNotOurs(dataDir: string): Promise<string | null> {
  const { mode, uid } = await stat(dataDir);
  const ourUid = process.geteuid?.();
  if (ourUid !== undefined && uid !== ourUid) {
    return `it belongs to another user (${uid}; this process runs as ${ourUid})`;
  }
  if (mode & 0o1000) return 'it is shared between users (its sticky bit is set)';
  const names = await readdir(dataDir);
  if (marks.some((mark) => names.includes(mark)) || (await hasSetupCode(dataDir))) return null;
  const foreign = names.filter((name) => !harmless.has(name) && name !== recordingsFolder);
  const recordings = await namesIn(join(dataDir, recordingsFolder));
  const isOurs = foreign.length === 0 && recordings.every((name) => ofRecordings.has(name));
  return isOurs ? null : 'it contains files that do not belong to Oriel';
}

/**
 * Creates the folder, or uses one that is empty or a data folder, and removes the access of other users, who
 * could read the database. Errors: `data.unusable`, `data.notOurs`; the folder is then unchanged.
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    const problem = (await makeFolders(dataDir)) ? null : await whyNotOurs(dataDir);
    if (problem !== null) {
      throw new AppError(
        'data.notOurs',
        `The folder ${dataDir} cannot be used for the data: ${problem}. Set ORIEL_DATA_DIR to a separate folder; it is created if it does not exist.`,
      );
    }
    await chmod(dataDir, 0o700);
  } catch (cause) {
    throw cause instanceof AppError ? cause : unusable(dataDir, cause);
  }
}

/**
 * Creates the folder and its parents one by one: Node's recursive mkdir never returns where no folder can be
 * created, as in `/proc`. False if the folder already exists.
 */
async function makeFolders(path: string): Promise<boolean> {
  const missing: string[] = [];
  for (let at = path; !(await isThere(at)); at = dirname(at)) missing.unshift(at);
  let isMade = false;
  for (const folder of missing) {
    isMade = await mkdir(folder, { mode: 0o700 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        // Created by another process in the meantime.
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
  }
  return isMade;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not enter or write it',
  EEXIST: 'it is a file',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it, or something above it, is a file',
  EPERM: 'this user may not do that there',
  EROFS: 'the disk is read-only',
};

export function unusable(dataDir: string, cause: unknown): AppError {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  const why = reasons[code];
  return new AppError(
    'data.unusable',
    `The data folder ${dataDir} cannot be used: ${why === undefined ? code : `${why} (${code})`}. Set ORIEL_DATA_DIR to another folder.`,
    {},
    { cause },
  );
}
