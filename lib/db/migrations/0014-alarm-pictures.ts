import type { Kysely } from 'kysely';
import { keyText, newTable, ofTenant } from './console-table.ts';

/** Pictures of alarms: a key frame each. */
export async function up(db: Kysely<never>): Promise<void> {
  await newTable(db, 'alarmPicture', (table) => table.$call(keyText('alarmId')).$call(ofTenant), {
    isEncrypted: 'int',
    content: 'text',
  })
    .addForeignKeyConstraint('alarm_picture_alarm', ['alarmId'], 'alarm', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .execute();
}
