import { type Kysely, sql } from 'kysely';
import { keyText, newTable } from './console-table.ts';

/** Files may be in a bucket, and keys of signed uploads stay used when their file is deleted. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('upload')
    .addColumn('storage', 'text', (column) => column.notNull().defaultTo('local'))
    .execute();
  await db.schema.alterTable('upload').addColumn('bucket', 'text').execute();
  await db.schema.alterTable('upload').addColumn('object', 'text').execute();
  // For the job that moves files.
  await db.schema.createIndex('upload_by_storage').on('upload').columns(['storage', 'id']).execute();

  await newTable(db, 'looseObject', keyText('object'), { bucket: 'text', removeAt: 'big' }).execute();
  await db.schema.createIndex('loose_object_due').on('looseObject').columns(['bucket', 'removeAt']).execute();

  await newTable(db, 'usedUploadKey', keyText('path'), { expiresAt: 'big' }).execute();
  await db.schema.createIndex('used_upload_key_ended').on('usedUploadKey').column('expiresAt').execute();
  const [createdAt, expiresAt] = [sql.ref('createdAt'), sql.ref('expiresAt')];
  await sql`insert into ${sql.table('usedUploadKey')} (path, ${expiresAt})
    select path, max(${createdAt}) + 300000 from ${sql.table('upload')} group by path`.execute(db);
}
