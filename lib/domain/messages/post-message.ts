import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Locale, locales } from '../../i18n/translate.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { targetTypes } from '../system/audience.ts';
import { messageStates } from './outbox.ts';

/** A message of the product to one user, in the language of the account. */
export async function postMessage(
  transaction: Transaction<Database>,
  tenantId: string,
  message: {
    readonly senderId: number;
    readonly senderName: string;
    readonly deptId: number | null;
    readonly userId: number;
    readonly type: string;
    /** Content: sanitised HTML. */
    readonly textIn: (locale: Locale) => { readonly title: string; readonly content: string };
  },
  now: EpochMs,
): Promise<void> {
  const { senderId, senderName, deptId, userId, type, textIn } = message;
  const stored = await transaction
    .selectFrom('preference')
    .select('value')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('name', '=', 'language')
    .executeTakeFirst();
  const locale = locales.find((one) => stored?.value === JSON.stringify(one)) ?? 'zh-CN';
  const { id: messageId } = await transaction
    .insertInto('message')
    .values({
      ...{ tenantId, ...textIn(locale), type, targetType: targetTypes.people },
      ...{ targetIds: JSON.stringify([userId]), channels: '["inbox"]', status: messageStates.sent },
      ...{ sendAt: now, senderId, lastUserId: userId, recipientCount: 1, finishedAt: now },
      ...{ recallReason: null, deptId, ownerId: senderId },
      ...{ version: 1, createdBy: senderName, createdAt: now, updatedBy: senderName, updatedAt: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('messageReceipt')
    .values({
      ...{ tenantId, messageId, userId, readAt: null, removedAt: null, mailState: null, mailTries: 0 },
    })
    .execute();
}
