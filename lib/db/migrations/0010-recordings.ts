import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Recorded segments and the recorders' leases. Nothing refers to the tables of channels or organisations: rows of
 * files that still exist must outlive both, so that retention finds and removes the files.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const { schema } = db;

  await schema
    .createTable('recording')
    .addColumn('id', 'integer', (column) =>
      isPostgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('tenantId', 'text', (column) => column.notNull())
    .addColumn('channelId', 'text', (column) => column.notNull())
    .addColumn('store', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('segments', 'bigint', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('recording_key', ['channelId', 'store', 'tenantId'])
    .execute();

  const segments = schema
    .createTable('recordedSegment')
    .addColumn('recordingId', 'integer', (column) => column.notNull().references('recording.id'))
    .addColumn('startMs', 'bigint', (column) => column.notNull())
    .addColumn('endMs', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recorded_segment_key', ['recordingId', 'startMs']);
  // Rows in the order of the key: half the size, and a day is read from consecutive pages.
  await (isPostgres ? segments : segments.modifyEnd(sql`without rowid`)).execute();

  await schema
    .createTable('recorderLease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .execute();
}
