import { type Kysely, type Migration, Migrator } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Brings the tables up to date; processes that start together take turns. All pending migrations are one
 * transaction: on PostgreSQL below an advisory lock, on libsql as the only writer. A process killed in the
 * middle leaves the old tables. Throws what the failing migration threw. Returns the names it applied.
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
