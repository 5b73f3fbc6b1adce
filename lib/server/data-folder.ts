import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../kernel/app-error.ts';

/** Any of these says that Oriel has lived here. */
const marks = ['oriel.lock', 'oriel.db'];
/** What may lie in the folder before its first start: restored secrets, or what a file system brings along. */
const harmless = new Set(['secrets', 'sample-host.json', 'lost+found']);

/**
 * Why this existing folder is not taken for the data, or null. We close the data folder to everybody else,
 * so taking `/tmp`, a home folder or a project by a slip of the pen would lock people out of their own.
 */
export async function whyNotOurs(dataDir: string): Promise<string | null> {
  const { mode, uid } = await stat(dataDir);
  const ourUid = process.geteuid?.();
  if (ourUid !== undefined && uid !== ourUid) {
    return `it belongs to another user (${uid}; this process runs as ${ourUid})`;
  }
  if (mode & 0o1000) return 'it is a folder that users share (its sticky bit is set)';
  const names = await readdir(dataDir);
  if (marks.some((mark) => names.includes(mark))) return null;
  return names.every((name) => harmless.has(name)) ? null : 'it holds files that are not of Oriel';
}

/**
 * Makes the folder, or takes one that is ours or empty, and closes it to everybody else: others could read
 * the database in it. Errors: `data.unusable`, `data.notOurs`; the folder is then as it was.
 */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    const problem = (await makeFolders(dataDir)) ? null : await whyNotOurs(dataDir);
    if (problem !== null) {
      throw new AppError(
        'data.notOurs',
        `The folder ${dataDir} is not taken for the data: ${problem}. Set ORIEL_DATA_DIR to a folder of its own; it is made when it is not there.`,
      );
    }
    await chmod(dataDir, 0o700);
  } catch (cause) {
    throw cause instanceof AppError ? cause : unusable(dataDir, cause);
  }
}

/**
 * Makes the folder and those above it, one by one: Node's own way never ends where the system takes no new
 * folder, as in `/proc`. False when the folder is there already.
 */
async function makeFolders(path: string): Promise<boolean> {
  const missing: string[] = [];
  for (let at = path; !(await isThere(at)); at = dirname(at)) missing.unshift(at);
  let isMade = false;
  for (const folder of missing) {
    isMade = await mkdir(folder, { mode: 0o700 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        // Another process of ours was faster.
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
