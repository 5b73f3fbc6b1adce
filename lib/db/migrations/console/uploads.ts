import type { Kysely } from 'kysely';
import { consoleTable, goesWith, index, newTable, tenantId, unique } from '../console-table.ts';

/** Pictures that people brought, and what holds them. */
export async function uploadTables(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'upload', {
    path: 'text',
    name: 'text',
    contentType: 'text',
    byteSize: 'int',
    width: 'int',
    height: 'int',
    sha256: 'text',
    ownerId: 'int',
    createdBy: 'text',
    createdAt: 'big',
    usedAt: 'big',
    content: 'text',
  }).execute();
  await unique(db, 'upload', ['path']);
  await index(db, 'upload', ['ownerId']);

  await newTable(db, 'uploadUse', tenantId, { uploadId: 'int', bizType: 'text', bizId: 'text' })
    .addPrimaryKeyConstraint('upload_use_pair', ['uploadId', 'bizType', 'bizId'])
    .$call(goesWith('use_upload', 'uploadId', 'upload'))
    .execute();
  await index(db, 'uploadUse', ['bizType', 'bizId']);
}
