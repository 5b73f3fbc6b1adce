import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExclusiveFile, lockExclusively } from '../db/exclusive-file.ts';
import { AppError } from '../kernel/app-error.ts';
import { openDataFolder, unusable } from './data-folder.ts';

/** Ensures one process per data folder. The lock is `oriel.lock`; `oriel.pid` beside it is informational. */
export interface DataLock {
  /** Safe to call twice. */
  release(): Promise<void>;
}

const lockName = 'oriel.lock';
const noteName = 'oriel.pid';

/** A description of the process that holds the lock, as far as `oriel.pid` is readable. */
async function describeHolder(dataDir: string): Promise<{ pid: number | null; name: string }> {
  try {
    const note = JSON.parse(await readFile(join(dataDir, noteName), 'utf8')) as Record<string, unknown>;
    if (typeof note.pid === 'number' && typeof note.what === 'string') {
      return { pid: note.pid, name: `process ${note.pid} (${note.what})` };
    }
  } catch {
    // The holder may not have written the file yet.
  }
  return { pid: null, name: 'another process' };
}

function tryLock(dataDir: string): ExclusiveFile | null {
  try {
    return lockExclusively(join(dataDir, lockName));
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
}

/**
 * Locks the data folder, creating it if needed. `what` describes the holder in error messages. Errors:
 * `data.locked` (names the pid), `data.unusable`, `data.notOurs`.
 */
export async function lockDataFolder(dataDir: string, what: string): Promise<DataLock> {
  await openDataFolder(dataDir);
  const file = tryLock(dataDir);
  if (!file) {
    const { pid, name } = await describeHolder(dataDir);
    throw new AppError('data.locked', `The data folder ${dataDir} is in use by ${name}. Stop it first.`, {
      pid,
    });
  }
  await writeFile(join(dataDir, noteName), JSON.stringify({ pid: process.pid, what }), { mode: 0o600 });
  let held = true;
  return {
    async release() {
      if (!held) return;
      held = false;
      await rm(join(dataDir, noteName), { force: true });
      file.release();
    },
  };
}
