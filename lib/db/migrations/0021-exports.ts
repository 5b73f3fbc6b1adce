import type { Kysely } from 'kysely';
import { index, keyText, newTable, ofTenant } from './console-table.ts';

/** Exports that are made in the background, and their files in pieces. */
export async function up(db: Kysely<never>): Promise<void> {
  await newTable(db, 'exportJob', (table) => table.$call(keyText('id')).$call(ofTenant), {
    ownerId: 'int',
    resource: 'text',
    query: 'text',
    format: 'text',
    locale: 'text',
    state: 'text',
    reason: 'text?',
    rowsDone: 'big',
    rowsTotal: 'big',
    fileName: 'text',
    contentType: 'text',
    byteSize: 'big',
    claimId: 'text',
    claimedUntil: 'big',
    createdAt: 'big',
    finishedAt: 'big?',
    openedAt: 'big?',
  }).execute();
  await index(db, 'exportJob', ['ownerId']);
  await newTable(
    db,
    'exportPart',
    (table) => table.addColumn('jobId', 'text', (column) => column.notNull()),
    {
      position: 'int',
      content: 'text',
    },
  )
    .addPrimaryKeyConstraint('export_part_position', ['jobId', 'position'])
    .addForeignKeyConstraint('export_part_job', ['jobId'], 'exportJob', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .execute();
}
