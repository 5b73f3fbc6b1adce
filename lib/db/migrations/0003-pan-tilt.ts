import type { Kysely } from 'kysely';

/** Where the pan-tilt head of a channel shall move, and its last known movement. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('panTilt')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenantId', 'text', (column) => column.notNull().references('tenant.id').onDelete('cascade'))
    .addColumn('channelId', 'text', (column) => column.notNull().unique())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('endpointSealed', 'text', (column) => column.notNull())
    .addColumn('hasPassword', 'integer', (column) => column.notNull())
    .addColumn('canPan', 'integer')
    .addColumn('canTilt', 'integer')
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('panTilt_tenant_and_id', ['tenantId', 'id'])
    .addForeignKeyConstraint(
      'pan_tilt_channel',
      ['tenantId', 'channelId'],
      'channel',
      ['tenantId', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
}
