import type { Kysely } from 'kysely';
import { history, index, keyText, newTable, ofTenant } from './console-table.ts';

/** Talk and voice messages: what a camera supports, who talks to it, what was said to it, and saved messages. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('channel')
    .addColumn('talk', 'text', (column) => column.notNull().defaultTo('auto'))
    .execute();
  await db.schema.alterTable('streamSource').addColumn('backChannel', 'text').execute();

  await newTable(db, 'talkLease', keyText('name'), { owner: 'text', expiresAt: 'big' }).execute();
  await newTable(db, 'talkBroadcast', (table) => table.$call(keyText('jti')).$call(ofTenant), {
    cameras: 'text',
    expiresAt: 'big',
  }).execute();

  await newTable(db, 'talkLog', (table) => table.$call(keyText('id')).$call(ofTenant), {
    kind: 'text',
    channelId: 'text?',
    cameraName: 'text',
    deviceSerial: 'text',
    channelNo: 'int',
    deptId: 'int?',
    userName: 'text?',
    applicationName: 'text',
    clientAddress: 'text',
    startAt: 'big',
    sentMs: 'big',
    failureCode: 'text?',
  }).execute();
  await index(db, 'talkLog', ['startAt']);

  await newTable(db, 'voice', (table) => table.$call(keyText('id')).$call(ofTenant), {
    name: 'text',
    durationMs: 'int',
    byteSize: 'int',
    ...history,
  }).execute();
  await index(db, 'voice', ['createdAt']);
  await newTable(db, 'voiceContent', (table) => table.$call(keyText('voiceId')).$call(ofTenant), {
    content: 'text',
  })
    .addForeignKeyConstraint('voice_content_voice', ['voiceId'], 'voice', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .execute();
}
