import { type Kysely, sql } from 'kysely';
import { index } from './console-table.ts';

/** Talks are logged when they begin, so that one that a crash ends has an entry. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('talkLog').addColumn('owner', 'text').execute();
  await db.schema.alterTable('talkLog').addColumn('endAt', 'bigint').execute();
  const [endAt, startAt, sentMs] = ['endAt', 'startAt', 'sentMs'].map((name) => sql.ref(name));
  await sql`update ${sql.table('talkLog')} set ${endAt} = ${startAt} + ${sentMs}`.execute(db);
  await index(db, 'talkLog', ['owner']);
}
