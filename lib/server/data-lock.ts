import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExclusiveFile, lockExclusively } from '../db/exclusive-file.ts';
import { AppError } from '../kernel/app-error.ts';
import { openDataFolder, unusable } from './data-folder.ts';

/** Ensures one process per data folder. The lock is `oriel.lock`; `oriel.pid` beside it says who holds it, or held it last. */
export interface DataLock {
  /** Identifies this process among those that share a database. */
  readonly processId: string;
  /** The process that held the lock before and was killed; null if it released it. It does not run any more. */
  readonly killedProcessId: string | null;
  /** Safe to call twice. */
  release(): Promise<void>;
}

const lockName = 'oriel.lock';
const noteName = 'oriel.pid';

interface Note {
  readonly pid: number;
  readonly what: string;
  /** Absent in notes of older versions. */
  readonly processId?: unknown;
}

/** What the last holder of the lock has written; null if it has released it, or has not written it yet. */
async function readNote(dataDir: string): Promise<Note | null> {
  try {
    const note = JSON.parse(await readFile(join(dataDir, noteName), 'utf8')) as Partial<Note>;
    return typeof note.pid === 'number' && typeof note.what === 'string' ? (note as Note) : null;
  } catch {
    return null;
  }
}

async function describeHolder(dataDir: string): Promise<{ pid: number | null; name: string }> {
  const note = await readNote(dataDir);
  if (!note) return { pid: null, name: 'another process' };
  return { pid: note.pid, name: `process ${note.pid} (${note.what})` };
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
  const before = await readNote(dataDir);
  const processId = randomUUID();
  const note: Note = { pid: process.pid, what, processId };
  await writeFile(join(dataDir, noteName), JSON.stringify(note), { mode: 0o600 });
  let held = true;
  return {
    processId,
    killedProcessId: typeof before?.processId === 'string' ? before.processId : null,
    async release() {
      if (!held) return;
      held = false;
      await rm(join(dataDir, noteName), { force: true });
      file.release();
    },
  };
}
