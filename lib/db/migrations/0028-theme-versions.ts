import { type Kysely, sql } from 'kysely';
import { newTable, ofTenant } from './console-table.ts';

interface Stored {
  readonly tenantId: string;
  readonly id: string;
  readonly record: string;
}

/** Drafts of themes, what was published of them, and which applications asked for it. */
export async function up(db: Kysely<never>): Promise<void> {
  const texts = { intro: '', state: 'published', createdBy: '', updatedBy: '' };
  for (const [column, value] of Object.entries(texts)) {
    await db.schema
      .alterTable('theme')
      .addColumn(column, 'text', (build) => build.notNull().defaultTo(value))
      .execute();
  }
  await db.schema.alterTable('theme').addColumn('publishedNumber', 'integer').execute();
  await db.schema.alterTable('theme').addColumn('publishAt', 'bigint').execute();
  await db.schema.alterTable('theme').addColumn('publishBy', 'text').execute();

  await newTable(db, 'themeVersion', ofTenant, {
    themeId: 'text',
    number: 'int',
    record: 'text',
    restoredFrom: 'int?',
    publishedBy: 'text',
    publishedAt: 'big',
  })
    .addPrimaryKeyConstraint('theme_version_key', ['tenantId', 'themeId', 'number'])
    .addForeignKeyConstraint(
      'theme_version_theme',
      ['tenantId', 'themeId'],
      'theme',
      ['tenantId', 'id'],
      (build) => build.onDelete('cascade'),
    )
    .execute();

  // Refers to no theme and no application: counting must not fail because one of them was removed meanwhile.
  await newTable(db, 'themeUse', ofTenant, {
    themeId: 'text',
    applicationId: 'text',
    day: 'int',
    requests: 'int',
    usedAt: 'big',
  })
    .addPrimaryKeyConstraint('theme_use_key', ['tenantId', 'themeId', 'applicationId', 'day'])
    .execute();
  await db.schema.createIndex('theme_use_by_day').on('themeUse').column('day').execute();

  await publishAll(db);
}

/** What pages received until now is the first published version. */
async function publishAll(db: Kysely<never>): Promise<void> {
  const [theme, version] = [sql.table('theme'), sql.table('themeVersion')];
  const [tenantId, themeId] = [sql.ref('tenantId'), sql.ref('themeId')];
  const [updatedAt, publishedAt] = [sql.ref('updatedAt'), sql.ref('publishedAt')];
  await sql`insert into ${version}
      (${tenantId}, ${themeId}, number, record, ${sql.ref('publishedBy')}, ${publishedAt})
    select ${tenantId}, id, 1, record, '', ${updatedAt} from ${theme}`.execute(db);
  await sql`update ${theme} set ${sql.ref('publishedNumber')} = 1, ${sql.ref('publishAt')} = ${updatedAt},
    ${sql.ref('publishBy')} = ''`.execute(db);
  const { rows } = await sql<Stored>`select ${tenantId}, id, record from ${theme}`.execute(db);
  for (const { tenantId: tenant, id, record } of rows) {
    const { themeIntro } = JSON.parse(record) as { themeIntro?: unknown };
    if (typeof themeIntro !== 'string' || themeIntro === '') continue;
    await sql`update ${theme} set intro = ${themeIntro}
      where ${tenantId} = ${tenant} and id = ${id}`.execute(db);
  }
}
