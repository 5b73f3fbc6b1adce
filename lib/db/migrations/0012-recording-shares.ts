import type { Kysely } from 'kysely';
import { index, keyText, newTable, ofTenant } from './console-table.ts';

/** Links to a range of the recordings of one channel, and the grants of those who open them. */
export async function up(db: Kysely<never>): Promise<void> {
  await newTable(db, 'recordingShare', (table) => table.$call(keyText('id')).$call(ofTenant), {
    name: 'text',
    tokenHash: 'text',
    channelId: 'text',
    store: 'text',
    fromAt: 'big',
    toAt: 'big',
    expiresAt: 'big',
    opens: 'int',
    lastOpenedAt: 'big?',
    createdBy: 'text',
    createdAt: 'big',
  })
    .addForeignKeyConstraint('recording_share_channel', ['channelId'], 'channel', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .addUniqueConstraint('recording_share_token', ['tokenHash'])
    .execute();
  await index(db, 'recordingShare', ['createdAt']);
  await index(db, 'recordingShare', ['channelId']);
  // Not a reference: the grant of a deleted share has ended, and is kept for a while.
  await db.schema.alterTable('accessTokenGrant').addColumn('shareId', 'text').execute();
  await db.schema.createIndex('access_token_grant_share').on('accessTokenGrant').column('shareId').execute();
}
