import type { Kysely } from 'kysely';

/** Cameras may send by UDP. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('streamSource')
    .addColumn('transport', 'text', (column) => column.notNull().defaultTo('auto'))
    .execute();
}
