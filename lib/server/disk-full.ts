import { statfs } from 'node:fs/promises';
import { AppError } from '../kernel/app-error.ts';

/** With less free space, the database cannot create its tables. */
const minFreeBytes = 1024 ** 2;

const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/**
 * The error to report for `error`: `data.full` if a full disk caused it, else `error` itself. SQLite may
 * report only the failed rollback that follows, so any database error on a full disk counts.
 */
export async function explainFullDisk(dataDir: string, error: unknown): Promise<unknown> {
  const chain = causesOf(error);
  const isFull = chain.some(
    (cause) => fullCodes.has((cause as { code?: unknown }).code) || /disk is full/.test(cause.message),
  );
  const isSqlite = chain.some(({ name }) => name === 'SqliteError');
  if (!isFull && !(isSqlite && (await freeBytes(dataDir)) < minFreeBytes)) return error;
  return new AppError(
    'data.full',
    `The disk that holds ${dataDir} is full. Free some space, or set ORIEL_DATA_DIR to a folder on another disk`,
    {},
    { cause: error },
  );
}

function causesOf(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 10; at = at.cause) chain.push(at);
  return chain;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
