import type { Kysely } from 'kysely';
import { index, newTable } from './console-table.ts';

/** The order in which alarms were raised, whatever the clocks of the processes say. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('alarm').addColumn('noticeNo', 'bigint').execute();
  await index(db, 'alarm', ['noticeNo']);
  await newTable(
    db,
    'alarmCounter',
    (table) =>
      table.addColumn('tenantId', 'text', (column) =>
        column.primaryKey().references('tenant.id').onDelete('cascade'),
      ),
    { lastNo: 'big' },
  ).execute();
}
