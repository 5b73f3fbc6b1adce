import type { Kysely } from 'kysely';
import { consoleTable, history, index, unique } from './console-table.ts';

/** What support staff write about a camera, when it went online and offline, and saved video walls. */
export async function up(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'cameraNote', {
    channelId: 'text',
    text: 'text',
    userId: 'int',
    createdBy: 'text',
    createdAt: 'big',
  })
    .addForeignKeyConstraint('camera_note_channel', ['channelId'], 'channel', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .execute();
  await index(db, 'cameraNote', ['channelId']);

  await consoleTable(db, 'onlineChange', { channelId: 'text', state: 'text', code: 'text?', at: 'big' })
    .addForeignKeyConstraint('online_change_channel', ['channelId'], 'channel', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .execute();
  await index(db, 'onlineChange', ['channelId']);

  await consoleTable(db, 'savedWall', {
    name: 'text',
    cameras: 'text',
    size: 'text',
    rotateSec: 'text',
    roleId: 'int?',
    ownerId: 'int',
    ...history,
  }).execute();
  await unique(db, 'savedWall', ['ownerId', 'name']);
}
