/**
 * Replaces the embedded database by a backup. The server must be stopped. The database that is replaced is kept beside
 * the backups.
 */
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { checkDatabaseFile } from '../db/check-file.ts';
import { openDatabase } from '../db/client.ts';
import { findMissingKeys } from '../domain/operations/sealed-values.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Logger } from '../kernel/logger.ts';
import { backupsFolder, isBackupName, stampOf, syncFile } from './backups.ts';
import type { Config } from './config.ts';
import { databaseFile } from './installed-database.ts';
import { requireMasterKeys } from './secrets.ts';

export interface Restored {
  /** Path of the backup. */
  readonly from: string;
  /** Path of the database that was replaced. Null: there was none. */
  readonly replaced: string | null;
  /** Sessions of the backup, which were ended. */
  readonly endedSessions: number;
}

/**
 * `backup`: a name in `backups/`, or a path. Errors: `backup.missing`, `backup.unusable`, `secret.missing`; nothing is changed then. After an interruption the command can be repeated.
 */
export async function restoreDatabase(
  config: Pick<Config, 'dataDir' | 'credentialsFolder'>,
  backup: string,
  log: Logger,
  now: number,
): Promise<Restored> {
  const folder = backupsFolder(config.dataDir);
  const from = await findBackup(config, backup);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = databaseFile(config);
  const copy = `${target}.restored`;
  await removeAll(copy);
  try {
    await copyFile(from, copy);
    const endedSessions = await prepare(config, copy, log, now);
    await syncFile(copy);
    const replaced = await setAside(target, folder, now);
    await rename(copy, target);
    await syncFile(config.dataDir);
    return { from, replaced, endedSessions };
  } catch (error) {
    await removeAll(copy);
    throw error;
  }
}

/** Path of a backup; creates nothing. Errors: `backup.missing`. */
export async function findBackup({ dataDir }: Pick<Config, 'dataDir'>, backup: string): Promise<string> {
  const path = isBackupName(backup) ? join(backupsFolder(dataDir), backup) : resolve(backup);
  const found = await stat(path).catch(() => null);
  if (found?.isFile() && found.size > 0) return path;
  throw new AppError('backup.missing', `There is no backup ${path}. "oriel backup list" shows the backups.`);
}

/** Checks and migrates the copy, and ends its sessions: one that was ended since the backup would be open again. */
async function prepare(
  config: Pick<Config, 'dataDir' | 'credentialsFolder'>,
  copy: string,
  log: Logger,
  now: number,
): Promise<number> {
  const unusable = (why: string, cause?: unknown) =>
    new AppError(
      'backup.unusable',
      `The file is no usable backup: ${why}. Nothing was changed.`,
      {},
      { cause },
    );
  const problems = await checkDatabaseFile(copy).catch((cause: unknown) => {
    throw unusable('it is not a database, or damaged', cause);
  });
  if (problems > 0) throw unusable(`it is damaged (${problems} problems)`);
  const database = await openDatabase({ file: copy }, log).catch((cause: unknown) => {
    throw unusable('it is of a newer version, or of another program', cause);
  });
  try {
    const { db } = database;
    const tenant = await db.selectFrom('tenant').select('id').limit(1).executeTakeFirst();
    if (!tenant) throw unusable('it is empty');
    await requireMasterKeys(config, (keyIds) => findMissingKeys(db, keyIds));
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set({ revokedAt: now, revokedReason: 'kicked' })
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirst();
    // Everything in one file, without a write-ahead log beside it.
    await sql`pragma journal_mode = delete`.execute(db);
    return Number(numUpdatedRows);
  } finally {
    await database.close();
  }
}

/** With its write-ahead log, which belongs to it and to no other database. */
async function setAside(target: string, folder: string, now: number): Promise<string | null> {
  const found = await stat(target).catch(() => null);
  if (!found) {
    await removeAll(target);
    return null;
  }
  const kept = join(folder, `replaced-${stampOf(now)}-${basename(target)}`);
  await rename(target, kept);
  for (const part of ['-wal', '-shm']) {
    await rename(`${target}${part}`, `${kept}${part}`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  return kept;
}

async function removeAll(file: string): Promise<void> {
  for (const part of ['', '-wal', '-shm']) await rm(`${file}${part}`, { force: true });
}
