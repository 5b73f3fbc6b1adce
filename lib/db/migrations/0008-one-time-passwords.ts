import type { Kysely } from 'kysely';

/** One-time passwords issued before do not expire. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('user').addColumn('oneTimeValidUntil', 'bigint').execute();
}
