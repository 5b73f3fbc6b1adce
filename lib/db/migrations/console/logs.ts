import type { Kysely } from 'kysely';
import { consoleTable, index, newTable } from '../console-table.ts';

/** What happened. The chain holds the end of each tenant’s operation log. */
export async function logTables(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'loginLog', {
    userName: 'text',
    userId: 'int?',
    address: 'text',
    browser: 'text',
    os: 'text',
    device: 'text',
    loginType: 'text',
    status: 'text',
    msg: 'text',
    traceId: 'text',
    loginAt: 'big',
  }).execute();
  await index(db, 'loginLog', ['loginAt']);

  await consoleTable(db, 'operationLog', {
    title: 'text',
    businessType: 'int',
    method: 'text',
    requestMethod: 'text',
    operName: 'text',
    operUserId: 'int?',
    deptId: 'int?',
    deptName: 'text?',
    operUrl: 'text',
    operAddress: 'text',
    bizKey: 'text?',
    bizName: 'text?',
    diff: 'text?',
    operParam: 'text?',
    jsonResult: 'text?',
    status: 'text',
    errorMsg: 'text?',
    operAt: 'big',
    costMs: 'int',
    traceId: 'text',
    prevHash: 'text',
    hash: 'text',
  }).execute();
  await index(db, 'operationLog', ['operAt']);
  await index(db, 'operationLog', ['bizKey']);

  await newTable(
    db,
    'operationChain',
    (table) =>
      table.addColumn('tenantId', 'text', (column) =>
        column.primaryKey().references('tenant.id').onDelete('cascade'),
      ),
    { lastHash: 'text', entries: 'big', purgedHash: 'text?' },
  ).execute();
}
