import type { Kysely } from 'kysely';

/**
 * Themes of a tenant. Their ids come with them from elsewhere, where pages name them already, so they are
 * unique in their tenant only.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('theme')
    .addColumn('tenantId', 'text', (column) => column.notNull().references('tenant.id').onDelete('cascade'))
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('theme_key', ['tenantId', 'id'])
    .execute();
}
