import type { Kysely } from 'kysely';

/** Access tokens have a name, which is empty for those issued before. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('accessTokenGrant')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
