/** Checks of the doctor that read the database. */
import { sql } from 'kysely';
import { checkDatabaseFile } from '../../db/check-file.ts';
import { connectDatabase } from '../../db/client.ts';
import { storageFaultOf } from '../../db/storage-fault.ts';
import { findMissingKeys } from '../../domain/operations/sealed-values.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Config } from '../config.ts';
import { explainDatabase } from '../explain-database.ts';
import { databaseFile, isFileMissing, locationOf, lostMessage, usedFolder } from '../installed-database.ts';
import { requireMasterKeys } from '../secrets.ts';
import { bad, type Finding, good, poor } from './finding.ts';

export async function checkDatabase(config: Config): Promise<readonly Finding[]> {
  try {
    return await examineDatabase(config);
  } catch (error) {
    return [bad('Database', explainDatabase(config.dataDir, error).message)];
  }
}

async function examineDatabase(config: Config): Promise<readonly Finding[]> {
  if (await isFileMissing(config)) {
    const used = await usedFolder(config);
    return [
      used
        ? bad('Database', lostMessage(config, used))
        : good('Database', 'will be created at the first start'),
    ];
  }
  const intact = config.databaseUrl === null ? await checkFile(config) : await checkPostgres(config);
  // The values of a damaged database cannot be read.
  return intact.state === 'good' ? [intact, await checkMasterKey(config)] : [intact];
}

async function checkFile(config: Config): Promise<Finding> {
  const damaged = (what: string) =>
    bad('Database', `${databaseFile(config)} is damaged (${what}). Restore it from a backup`);
  try {
    const problems = await checkDatabaseFile(databaseFile(config));
    return problems === 0 ? good('Database', 'intact') : damaged(`${problems} problems`);
  } catch (error) {
    if (storageFaultOf(error) === 'damaged') return damaged('it cannot be read');
    throw error;
  }
}

async function checkPostgres(config: Config): Promise<Finding> {
  const { db, close } = await connectDatabase(locationOf(config));
  try {
    await sql`select 1`.execute(db);
    return good('Database', 'PostgreSQL responds');
  } finally {
    await close();
  }
}

/** Whether every stored value can be decrypted with one of the keys. */
async function checkMasterKey(config: Config): Promise<Finding> {
  const { db, close } = await connectDatabase(locationOf(config));
  try {
    await requireMasterKeys(config, (keyIds) => findMissingKeys(db, keyIds));
    return good('Master key', 'decrypts all stored values');
  } catch (error) {
    return error instanceof AppError
      ? bad('Master key', error.message)
      : poor('Master key', 'not checked: the database has tables of another version. Start the server first');
  } finally {
    await close();
  }
}
