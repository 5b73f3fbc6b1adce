import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '../db/client.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Config } from './config.ts';
import { hasRecordings, isUsed } from './data-folder.ts';
import { explainDatabase } from './explain-database.ts';

export const databaseFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'oriel.db');

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'recordingsDir'>;

/**
 * Opens and migrates the database of this installation. `isNew`: it may be empty although the installation has been
 * used. Errors: `database.lost`, `database.exists`, `database.unusable`, `data.full` and others of the storage.
 */
export async function openInstalledDatabase(
  config: Where,
  log: Logger,
  { onError = () => {}, isNew = false }: { onError?: (error: unknown) => void; isNew?: boolean } = {},
): Promise<OpenDatabase> {
  const used = isNew ? null : await usedFolder(config);
  // Before the file is created.
  if (used && (await isFileMissing(config))) throw lost(config, used);
  const database = await openDatabase(locationOf(config), log, onError).catch((cause: unknown) => {
    log.error({ err: cause }, 'cannot open the database');
    throw explainDatabase(config.dataDir, cause);
  });
  const hasRows = await hasTenants(database);
  if (used && !hasRows) {
    await database.close();
    throw lost(config, used);
  }
  if (isNew && hasRows) {
    await database.close();
    throw new AppError('database.exists', 'The database is not empty. Nothing was changed.');
  }
  return database;
}

/**
 * The folder that shows that there was a database with rows; null: none does. Recordings elsewhere do, too: in a new
 * database nobody knows their cameras, and retention would remove them.
 */
export async function usedFolder({ dataDir, recordingsDir }: Where): Promise<string | null> {
  if (await isUsed(dataDir)) return dataDir;
  // A disk that cannot be read is reported by its recorders.
  return (await hasRecordings(recordingsDir).catch(() => false)) ? recordingsDir : null;
}

export const locationOf = (config: Pick<Config, 'dataDir' | 'databaseUrl'>) =>
  config.databaseUrl === null ? { file: databaseFile(config) } : { url: config.databaseUrl };

/** The embedded database does not exist, or is an empty file. */
export async function isFileMissing(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<boolean> {
  if (config.databaseUrl !== null) return false;
  const found = await stat(databaseFile(config)).catch(() => null);
  return found === null || found.size === 0;
}

async function hasTenants({ db }: OpenDatabase): Promise<boolean> {
  return (await db.selectFrom('tenant').select('id').limit(1).execute()).length > 0;
}

/** What is missing, and the two ways to continue. `used`: the folder that shows it. */
export function lostMessage(config: Where, used: string): string {
  const missing = config.databaseUrl === null ? databaseFile(config) : 'The database of DATABASE_URL';
  const why =
    used === config.dataDir
      ? `${used} belongs to an installation that has been used`
      : `${used} has recordings of an installation`;
  const removed =
    used === config.dataDir
      ? ''
      : ' It does not know their cameras, so it removes these recordings after 7 days: move them away if you need them.';
  const elsewhere =
    config.databaseUrl === null ? ' If the server uses PostgreSQL, set DATABASE_URL as it does.' : '';
  return `${missing} is missing or empty, but ${why}.${elsewhere} Restore the database from a backup. If a new, empty database is intended, run "oriel database create".${removed}`;
}

const lost = (config: Where, used: string) => new AppError('database.lost', lostMessage(config, used));
