import type { Kysely } from 'kysely';
import { consoleTable, index } from './console-table.ts';

/** Links that show the draft of a theme to people without an account. */
export async function up(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'themeDraftLink', {
    themeId: 'text',
    tokenHash: 'text',
    opens: 'int',
    openedAt: 'big?',
    createdBy: 'text',
    createdAt: 'big',
    expiresAt: 'big',
  })
    .addForeignKeyConstraint(
      'theme_draft_link_theme',
      ['tenantId', 'themeId'],
      'theme',
      ['tenantId', 'id'],
      (build) => build.onDelete('cascade'),
    )
    .execute();
  await index(db, 'themeDraftLink', ['themeId']);
  await db.schema
    .createIndex('theme_draft_link_token')
    .unique()
    .on('themeDraftLink')
    .column('tokenHash')
    .execute();
}
