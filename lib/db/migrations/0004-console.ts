import type { Kysely } from 'kysely';
import { cameraColumns } from './console/camera-columns.ts';
import { limitTables } from './console/limits.ts';
import { listTables } from './console/lists.ts';
import { logTables } from './console/logs.ts';
import { noticeTables } from './console/notices.ts';
import { peopleTables } from './console/people.ts';
import { rightsTables } from './console/rights.ts';
import { settingTables } from './console/settings.ts';
import { uploadTables } from './console/uploads.ts';

/**
 * The console: people and their sessions, roles, menus, departments, posts, dictionaries, settings, notices, and
 * what is logged. Columns are explained in `../console-schema.ts`. People and sessions had tables that nothing
 * filled; these take their place. Ids of the console are whole numbers, as the specified paths want them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.dropTable('session').execute();
  await db.schema.dropTable('user').execute();
  await db.schema
    .alterTable('tenant')
    .addColumn('rightsVersion', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await peopleTables(db);
  await rightsTables(db);
  await settingTables(db);
  await noticeTables(db);
  await logTables(db);
  await limitTables(db);
  await listTables(db);
  await uploadTables(db);
  await cameraColumns(db);
}
