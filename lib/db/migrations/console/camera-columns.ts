import { type Kysely, sql } from 'kysely';
import { unique } from '../console-table.ts';

/** What the console keeps beside what viewing needs. Rows that are there get the value in the third place. */
export async function cameraColumns(db: Kysely<never>): Promise<void> {
  const added: readonly [
    table: string,
    column: string,
    type: 'text' | 'integer' | 'bigint',
    value?: string | number,
  ][] = [
    ['company', 'shortName', 'text'],
    ['company', 'creditCode', 'text'],
    ['company', 'contactName', 'text'],
    ['company', 'contactPhone', 'text'],
    ['company', 'address', 'text'],
    ['company', 'status', 'text', '0'],
    ['company', 'deptId', 'integer'],
    ['company', 'deviceQuota', 'integer'],
    ['company', 'expireAt', 'bigint'],
    ['company', 'remark', 'text'],
    ['device', 'productType', 'text', 'camera'],
    ['device', 'model', 'text'],
    ['device', 'manufacturer', 'text'],
    ['device', 'address', 'text'],
    ['device', 'deptId', 'integer'],
    ['device', 'lastOnlineAt', 'bigint'],
    ['device', 'onlineState', 'text', '0'],
    ['device', 'stateAt', 'bigint'],
    ['device', 'remark', 'text'],
    ['channel', 'ptzType', 'text', '3'],
    ['channel', 'onlineState', 'text', '0'],
    ['channel', 'stateAt', 'bigint'],
    ['channel', 'recordPlan', 'text'],
    ['channel', 'address', 'text'],
    ['channel', 'remark', 'text'],
    ['channel', 'createdAt', 'bigint', 0],
    ['channel', 'deptId', 'integer'],
    ['channel', 'deviceSerial', 'text', ''],
    ['application', 'deptId', 'integer'],
    ['application', 'remark', 'text'],
    ['application', 'isBuiltIn', 'integer', 0],
    ['accessTokenGrant', 'deptId', 'integer'],
    ['accessTokenGrant', 'createdBy', 'text', ''],
    ['accessTokenGrant', 'sessionId', 'text'],
  ];
  const kept = ['company', 'device', 'channel', 'application'].flatMap((table) => [
    [table, 'version', 'integer', 1] as const,
    [table, 'createdBy', 'text', ''] as const,
    [table, 'updatedBy', 'text', ''] as const,
    [table, 'updatedAt', 'bigint', 0] as const,
  ]);
  for (const [table, column, type, value] of [...added, ...kept]) {
    await db.schema
      .alterTable(table)
      .addColumn(column, type, (build) => (value === undefined ? build : build.notNull().defaultTo(value)))
      .execute();
  }
  await sql`update channel set
    created_at = (select created_at from device where device.id = channel.device_id),
    device_serial = (select serial from device where device.id = channel.device_id)`.execute(db);
  await unique(db, 'company', ['name']);
  await unique(db, 'company', ['creditCode']);
  await db.schema
    .createIndex('accessTokenGrant_by_application')
    .on('accessTokenGrant')
    .columns(['tenantId', 'applicationId'])
    .execute();
}
