import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { consoleTable, history, newTable, tenantId, unique } from './console-table.ts';

/**
 * What was watched, started and recorded, by day, and the reports of it. Of the first, nothing refers to other tables: the sums outlive channels and
 * applications, and counting must not fail because one of them was removed meanwhile.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const table = newTable(db, 'statistic', tenantId, {
    span: 'text',
    day: 'int',
    channelId: 'text',
    applicationId: 'text',
    kind: 'text',
    code: 'text',
    views: 'big',
    watchedMs: 'big',
    starts: 'big',
    failures: 'big',
    recordedMs: 'big',
  }).addPrimaryKeyConstraint('statistic_key', [
    ...(['tenantId', 'span', 'day', 'channelId', 'applicationId', 'kind', 'code'] as const),
  ]);
  // Rows in the order of the key: a range of days is read from consecutive pages.
  await (isPostgres ? table : table.modifyEnd(sql`without rowid`)).execute();

  await consoleTable(db, 'report', {
    code: 'text',
    name: 'text',
    source: 'text',
    params: 'text',
    columns: 'text',
    chart: 'text',
    roles: 'text',
    isBuiltIn: 'int',
    status: 'text',
    remark: 'text?',
    ...history,
  }).execute();
  await unique(db, 'report', ['code']);
}
