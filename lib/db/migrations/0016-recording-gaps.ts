import { type Kysely, PostgresAdapter } from 'kysely';
import { newTable } from './console-table.ts';

/** Why recordings have gaps. As with the recordings themselves, nothing refers to channels or organisations. */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await newTable(
    db,
    'recordingTrouble',
    (table) =>
      table.addColumn('id', 'integer', (column) =>
        isPostgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
      ),
    { tenantId: 'text', channelId: 'text', store: 'text', code: 'text', fromMs: 'big', toMs: 'big' },
  ).execute();
  await db.schema
    .createIndex('recording_trouble_key')
    .on('recordingTrouble')
    .columns(['channelId', 'store', 'toMs'])
    .execute();
  await newTable(db, 'serverRun', (table) => table.addColumn('id', 'text', (column) => column.primaryKey()), {
    startedAt: 'big',
    aliveAt: 'big',
    stoppedAt: 'big?',
  }).execute();
}
