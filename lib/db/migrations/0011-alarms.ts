import type { Kysely } from 'kysely';
import { history, index, type Kind, keyText, newTable, ofTenant } from './console-table.ts';

/** Alarms, tokens of systems that report them, and webhooks with their deliveries. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('channel').addColumn('alarmOptions', 'text').execute();

  await owned(db, 'alarm', {
    channelId: 'text',
    kind: 'text',
    name: 'text?',
    source: 'text',
    startAt: 'big',
    endAt: 'big',
    externalId: 'text?',
    recordFrom: 'big',
    recordTo: 'big',
    imageBytes: 'int?',
    state: 'text',
    ackAt: 'big?',
    ackBy: 'text?',
  })
    .addForeignKeyConstraint('alarm_channel', ['channelId'], 'channel', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .addUniqueConstraint('alarm_external', ['channelId', 'externalId'])
    .execute();
  await index(db, 'alarm', ['startAt']);
  await index(db, 'alarm', ['channelId', 'startAt']);
  // For the count of unacknowledged ones.
  await index(db, 'alarm', ['state', 'startAt']);

  await owned(db, 'alarmToken', {
    name: 'text',
    tokenHash: 'text',
    cameras: 'text?',
    deptId: 'int?',
    createdBy: 'text',
    createdAt: 'big',
    lastUsedAt: 'big?',
  })
    .addUniqueConstraint('alarm_token_hash', ['tokenHash'])
    .execute();

  await owned(db, 'webhook', {
    name: 'text',
    url: 'text',
    secretSealed: 'text',
    kinds: 'text',
    status: 'text',
    ...history,
  }).execute();

  await owned(db, 'webhookDelivery', {
    webhookId: 'text',
    alarmId: 'text',
    state: 'text',
    attempts: 'int',
    nextAt: 'big',
    lastStatus: 'int?',
    lastError: 'text?',
    createdAt: 'big',
    doneAt: 'big?',
  })
    .addForeignKeyConstraint('webhook_delivery_webhook', ['webhookId'], 'webhook', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .addForeignKeyConstraint('webhook_delivery_alarm', ['alarmId'], 'alarm', ['id'], (build) =>
      build.onDelete('cascade'),
    )
    .execute();
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

/** Rows of an organisation, with ids of 32 hex digits. */
const owned = (db: Kysely<never>, name: string, columns: Record<string, Kind>) =>
  newTable(db, name, (table) => table.$call(keyText('id')).$call(ofTenant), columns);
