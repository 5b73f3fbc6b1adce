import type { Kysely } from 'kysely';
import { index } from './console-table.ts';

/** Unique among the rows that a user may see, which no constraint can express (`unique: 'visible'`). */
const columns = [
  ['user', 'phone'],
  ['user', 'email'],
  ['company', 'name'],
  ['company', 'creditCode'],
] as const;

export async function up(db: Kysely<never>): Promise<void> {
  for (const [table, column] of columns) {
    await db.schema.dropIndex(`${table}_${column}`).execute();
    await index(db, table, [column]);
  }
}
