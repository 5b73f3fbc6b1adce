import type { Kysely } from 'kysely';

/** Where cameras are, in degrees as text: a number would be rounded by one database and not by the other. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('channel').addColumn('lng', 'text').execute();
  await db.schema.alterTable('channel').addColumn('lat', 'text').execute();
}
