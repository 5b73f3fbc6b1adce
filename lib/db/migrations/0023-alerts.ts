import { type Kysely, sql } from 'kysely';
import { history, index, keyText, newTable, ofTenant } from './console-table.ts';

/** Rules of alerts. Webhooks receive them too: a delivery refers to an alarm, or contains its message. */
export async function up(db: Kysely<never>): Promise<void> {
  await newTable(db, 'alertRule', (table) => table.$call(keyText('id')).$call(ofTenant), {
    name: 'text',
    measure: 'text',
    comparison: 'text',
    threshold: 'big',
    duration: 'int',
    userIds: 'text',
    roleIds: 'text',
    emails: 'text',
    webhookId: 'text?',
    status: 'text',
    state: 'text',
    changeAt: 'big?',
    mailError: 'text?',
    ...history,
  }).execute();
  await index(db, 'alertRule', ['createdAt']);

  // SQLite cannot make a column optional: the table is made again.
  await newTable(db, 'nextDelivery', (table) => table.$call(keyText('id')).$call(ofTenant), {
    webhookId: 'text',
    alarmId: 'text?',
    payload: 'text?',
    state: 'text',
    attempts: 'int',
    nextAt: 'big',
    lastStatus: 'int?',
    lastError: 'text?',
    createdAt: 'big',
    doneAt: 'big?',
  })
    .addForeignKeyConstraint('delivery_webhook', ['webhookId'], 'webhook', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .addForeignKeyConstraint('delivery_alarm', ['alarmId'], 'alarm', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .execute();
  const [tenantId, webhookId, alarmId, nextAt, lastStatus, lastError, createdAt, doneAt] = [
    ...(['tenantId', 'webhookId', 'alarmId', 'nextAt', 'lastStatus'] as const),
    ...(['lastError', 'createdAt', 'doneAt'] as const),
  ].map((name) => sql.ref(name));
  const columns = sql`id, ${tenantId}, ${webhookId}, ${alarmId}, state, attempts, ${nextAt}, ${lastStatus},
    ${lastError}, ${createdAt}, ${doneAt}`;
  await sql`insert into ${sql.table('nextDelivery')} (${columns})
    select ${columns} from ${sql.table('webhookDelivery')}`.execute(db);
  await db.schema.dropTable('webhookDelivery').execute();
  await db.schema.alterTable('nextDelivery').renameTo('webhookDelivery').execute();
  await db.schema
    .createIndex('webhook_delivery_due')
    .on('webhookDelivery')
    .columns(['state', 'nextAt'])
    .execute();
  await index(db, 'webhookDelivery', ['createdAt']);
  // For the cascades.
  await db.schema
    .createIndex('webhook_delivery_of_webhook')
    .on('webhookDelivery')
    .column('webhookId')
    .execute();
  await db.schema.createIndex('webhook_delivery_of_alarm').on('webhookDelivery').column('alarmId').execute();
}
