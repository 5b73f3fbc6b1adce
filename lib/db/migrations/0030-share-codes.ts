import { type Kysely, sql } from 'kysely';

/** Links may have a short code, a PIN, a number of openings, a watermark, and may be embedded. */
export async function up(db: Kysely<never>): Promise<void> {
  const alter = () => db.schema.alterTable('recordingShare');
  // Null for links that were made before.
  await alter().addColumn('mark', 'text').execute();
  await alter().addColumn('pinHash', 'text').execute();
  await alter().addColumn('maxOpens', 'integer').execute();
  for (const name of ['watermark', 'embeddable'])
    await alter()
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  // The page lists links to live video, too. A name that was changed stays.
  await sql`update ${sql.table('menu')}
    set ${sql.ref('menuName')} = '分享链接', ${sql.ref('menuNameEn')} = 'Share links'
    where ${sql.ref('perms')} = 'iot:share:list' and ${sql.ref('menuName')} = '录像分享'`.execute(db);
}
