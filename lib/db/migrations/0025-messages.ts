import type { Kysely } from 'kysely';
import { consoleTable, goesWith, history, index, newTable, tenantId, unique } from './console-table.ts';

/** Messages to people, what each recipient did with theirs, and templates; feedback from people. */
export async function up(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'message', {
    title: 'text',
    type: 'text',
    content: 'text',
    targetType: 'text',
    targetIds: 'text',
    channels: 'text',
    status: 'text',
    sendAt: 'big?',
    senderId: 'int?',
    lastUserId: 'int',
    recipientCount: 'int',
    finishedAt: 'big?',
    recallReason: 'text?',
    deptId: 'int?',
    ownerId: 'int?',
    ...history,
  }).execute();
  // Of all organisations: the process that runs jobs looks for what is due.
  await db.schema.createIndex('message_due').on('message').columns(['status', 'sendAt']).execute();

  await newTable(db, 'messageReceipt', tenantId, {
    messageId: 'int',
    userId: 'int',
    readAt: 'big?',
    removedAt: 'big?',
    mailState: 'text?',
    mailTries: 'int',
  })
    .addPrimaryKeyConstraint('message_receipt_pair', ['messageId', 'userId'])
    .$call(goesWith('receipt_message', 'messageId', 'message'))
    .$call(goesWith('receipt_user', 'userId', 'user'))
    .execute();
  await db.schema
    .createIndex('message_receipt_of_user')
    .on('messageReceipt')
    .columns(['userId', 'messageId'])
    .execute();
  await db.schema
    .createIndex('message_receipt_mail')
    .on('messageReceipt')
    .columns(['mailState', 'messageId'])
    .execute();

  await consoleTable(db, 'messageTemplate', {
    code: 'text',
    name: 'text',
    title: 'text',
    content: 'text',
    params: 'text',
    status: 'text',
    remark: 'text?',
    ...history,
  }).execute();
  await unique(db, 'messageTemplate', ['code']);

  await consoleTable(db, 'feedback', {
    userId: 'int',
    deptId: 'int?',
    type: 'text',
    content: 'text',
    pics: 'text',
    contact: 'text?',
    status: 'text',
    reply: 'text?',
    replier: 'text?',
    replyAt: 'big?',
    appVersion: 'text?',
    device: 'text?',
    ...history,
  })
    .$call(goesWith('feedback_user', 'userId', 'user'))
    .execute();
  await index(db, 'feedback', ['userId', 'createdAt']);
}
