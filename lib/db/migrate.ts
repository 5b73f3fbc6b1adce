import { type Kysely, type Migration, Migrator } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Migrates the tables; processes that start together do it one after the other. All pending migrations are one
 * transaction: on PostgreSQL under an advisory lock, on libsql as the only writer. A process that is killed meanwhile
 * leaves the old tables. Throws the error of the failed migration. Returns the names of the applied ones.
 */
export async function migrate(
  db: Kysely<Database>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}
