/** Work on the data folder while no server uses it. */
import type { OpenDatabase } from '../../db/client.ts';
import { systemEntropy } from '../../domain/crypto/entropy.ts';
import { Sealer } from '../../domain/crypto/seal.ts';
import { findMissingKeys, type MissingKeys, resealValues } from '../../domain/operations/sealed-values.ts';
import type { Logger } from '../../kernel/logger.ts';
import { err } from '../../kernel/result.ts';
import type { Config } from '../config.ts';
import { openContainer } from '../container.ts';
import { lockDataFolder } from '../data-lock.ts';
import { openInstalledDatabase } from '../installed-database.ts';
import { createLogger } from '../logging.ts';
import { findBackup, type Restored, restoreDatabase } from '../restore-database.ts';
import { addMasterKey, loadSecrets, skipMissingKeys } from '../secrets.ts';
import { issueSetupCode, type SetupCode } from '../setup-code.ts';
import { requireInstallation } from './require-installation.ts';

async function withLock<T>(config: Config, use: (log: Logger) => Promise<T>): Promise<T> {
  const lock = await lockDataFolder(config.dataDir, 'command line');
  try {
    return await use(createLogger('warn'));
  } finally {
    await lock.release();
  }
}

async function withDatabase<T>(config: Config, use: (database: OpenDatabase) => Promise<T>): Promise<T> {
  await requireInstallation(config);
  return withLock(config, async (log) => {
    const database = await openInstalledDatabase(config, log);
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  });
}

/** Replaces the database by a backup, also in a new data folder: see `restoreDatabase`. */
export async function restoreBackup(config: Config, backup: string): Promise<Restored> {
  // Before a folder is created.
  await findBackup(config, backup);
  return withLock(config, (log) => restoreDatabase(config, backup, log, Date.now()));
}

/** Creates the data folder if needed, the tables and the first rows, as at a first start. Errors: `database.exists`. */
export const createDatabase = (config: Config): Promise<SetupCode> =>
  withLock(config, async (log) => {
    const ffmpeg = err('not needed to create a database');
    const container = await openContainer({ config, log, ffmpeg, isNewDatabase: true });
    await container.stopLive();
    await container.close();
    return issueSetupCode(config.dataDir, Date.now());
  });

/** Lets the server start without the master keys that are missing. Returns what cannot be decrypted. */
export const skipKeys = (config: Config): Promise<MissingKeys> =>
  withDatabase(config, ({ db }) => skipMissingKeys(config, (keyIds) => findMissingKeys(db, keyIds)));

export interface Rotation {
  /** Of the current master key. */
  readonly keyId: string;
  readonly resealed: number;
  /** Values that none of the keys can decrypt. */
  readonly unreadable: number;
}

/** Encrypts all values with a new master key, or with the first of the existing ones. */
export const rotateMasterKey = (config: Config, { isNew }: { isNew: boolean }): Promise<Rotation> =>
  withDatabase(config, async ({ db }) => {
    const secrets = await loadSecrets(config, (keyIds) => findMissingKeys(db, keyIds));
    const [current, ...older] = isNew ? await addMasterKey(config) : secrets.master;
    const sealer = new Sealer({ masterKey: current, oldMasterKeys: older }, systemEntropy);
    const keys = { current: current.kid, older: older.map(({ kid }) => kid) };
    return { keyId: current.kid, ...(await resealValues(db, sealer, keys)) };
  });
