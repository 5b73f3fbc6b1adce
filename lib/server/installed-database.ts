import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '../db/client.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Config } from './config.ts';
import { isUsed } from './data-folder.ts';
import { explainDatabase } from './explain-database.ts';

export const databaseFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'oriel.db');

type Where = Pick<Config, 'dataDir' | 'databaseUrl'>;

/**
 * Opens and migrates the database of this installation. `isNew`: it may be empty although the installation has been
 * used. Errors: `database.lost`, `database.exists`, `database.unusable`, `data.full` and others of the storage.
 */
export async function openInstalledDatabase(
  config: Where,
  log: Logger,
  { onError = () => {}, isNew = false }: { onError?: (error: unknown) => void; isNew?: boolean } = {},
): Promise<OpenDatabase> {
  const mustExist = !isNew && (await isUsed(config.dataDir));
  // Before the file is created.
  if (mustExist && (await isFileMissing(config))) throw lost(config);
  const database = await openDatabase(locationOf(config), log, onError).catch((cause: unknown) => {
    log.error({ err: cause }, 'cannot open the database');
    throw explainDatabase(config.dataDir, cause);
  });
  const hasRows = await hasTenants(database);
  if (mustExist && !hasRows) {
    await database.close();
    throw lost(config);
  }
  if (isNew && hasRows) {
    await database.close();
    throw new AppError('database.exists', 'The database is not empty. Nothing was changed.');
  }
  return database;
}

export const locationOf = (config: Where) =>
  config.databaseUrl === null ? { file: databaseFile(config) } : { url: config.databaseUrl };

/** The embedded database does not exist, or is an empty file. */
export async function isFileMissing(config: Where): Promise<boolean> {
  if (config.databaseUrl !== null) return false;
  const found = await stat(databaseFile(config)).catch(() => null);
  return found === null || found.size === 0;
}

async function hasTenants({ db }: OpenDatabase): Promise<boolean> {
  return (await db.selectFrom('tenant').select('id').limit(1).execute()).length > 0;
}

/** What is missing, and the two ways to continue. */
export const lostMessage = (config: Where): string =>
  `${config.databaseUrl === null ? databaseFile(config) : 'The database of DATABASE_URL'} is missing or empty, but ${config.dataDir} belongs to an installation that has been used. Restore the database from a backup. If a new, empty database is intended, run "oriel database create".`;

const lost = (config: Where) => new AppError('database.lost', lostMessage(config));
