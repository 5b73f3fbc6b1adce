import type { Kysely } from 'kysely';
import {
  consoleTable,
  goesWith,
  history,
  index,
  newTable,
  ofTenant,
  tenantId,
  unique,
} from '../console-table.ts';

/** How people keep their lists, whose forms are open, and files that were brought in. */
export async function listTables(db: Kysely<never>): Promise<void> {
  await newTable(db, 'preference', tenantId, { userId: 'int', name: 'text', value: 'text', updatedAt: 'big' })
    .addPrimaryKeyConstraint('preference_name', ['userId', 'name'])
    .$call(goesWith('preference_user', 'userId', 'user'))
    .execute();

  await consoleTable(db, 'savedView', {
    userId: 'int',
    resource: 'text',
    name: 'text',
    view: 'text',
    sharedWith: 'text',
    isDefault: 'int',
    ...history,
  })
    .$call(goesWith('view_user', 'userId', 'user'))
    .execute();
  await index(db, 'savedView', ['resource']);
  await unique(db, 'savedView', ['userId', 'resource', 'name']);

  await newTable(
    db,
    'rowEditor',
    (table) =>
      table
        .$call(ofTenant)
        .addColumn('sessionId', 'text', (column) =>
          column.notNull().references('session.id').onDelete('cascade'),
        ),
    { resource: 'text', rowId: 'text', windowId: 'text', since: 'big', seenAt: 'big' },
  )
    .addPrimaryKeyConstraint('rowEditor_window_and_row', ['sessionId', 'resource', 'rowId', 'windowId'])
    .execute();
  await index(db, 'rowEditor', ['resource', 'rowId']);

  await consoleTable(db, 'importRun', {
    resource: 'text',
    fileHash: 'text',
    userId: 'int',
    result: 'text',
    holder: 'text',
    heldUntil: 'big',
  }).execute();
  await unique(db, 'importRun', ['resource', 'fileHash']);
}
