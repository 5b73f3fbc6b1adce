/**
 * Sends messages: writes a receipt for each recipient, a thousand at a time, so that other writers run in between. What
 * is missing follows from the message's row, so any process can continue. Start reading at `deliver`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { MessageTable } from '../../db/message-schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { nextRecipients, reachOf } from './recipients.ts';

/** Values of `message.status`. */
export const messageStates = { draft: '0', waiting: '1', sent: '2', recalled: '3' } as const;

const batchRows = 1_000;
/** Receipts per statement: databases limit the parameters. */
const insertRows = 500;
const maxDue = 100;

export const senderGone: LocalText = {
  'zh-CN': '发送人已停用，或不再有发送权限',
  'en-US': 'The sender was disabled, or may not send messages any more',
};

type Message = Selectable<MessageTable>;

export interface Outbox {
  /**
   * Writes the first receipts of a message that was sent just now, and the others in the background. Nothing happens
   * to other messages. Never rejects: `look` continues.
   */
  begin(id: number): Promise<void>;
  /** Sends what is due, and continues what is unfinished. One look at a time. Never rejects. */
  look(): Promise<void>;
  /** Ends after the current batch. */
  stop(): void;
}

export function createOutbox({
  database: { db },
  clock,
  log,
}: Pick<ResourceDeps, 'database' | 'clock'> & { readonly log: Logger }): Outbox {
  let isStopped = false;
  let looking: Promise<void> | null = null;
  /** Reported once, not with each look. */
  let isFailing = false;

  /** Whose data scope applies is decided when the message is sent. */
  async function release(message: Message): Promise<void> {
    const reach = message.senderId && (await reachOf(db, message.tenantId, message.senderId));
    const next = reach
      ? { status: messageStates.sent }
      : { status: messageStates.recalled, recallReason: senderGone['zh-CN'] };
    await db
      .updateTable('message')
      .set(next)
      .where('id', '=', message.id)
      .where('status', '=', messageStates.waiting)
      .where('version', '=', message.version)
      .execute();
  }

  const deliver = (id: number): Promise<boolean> =>
    transact(db, async (transaction) => {
      const message = await transaction
        .selectFrom('message')
        .selectAll()
        .where('id', '=', id)
        .where('status', '=', messageStates.sent)
        .where('finishedAt', 'is', null)
        .executeTakeFirst();
      if (!message || message.senderId === null) return true;
      const { tenantId, senderId, targetType, lastUserId } = message;
      const targetIds: number[] = JSON.parse(message.targetIds);
      const reach = await reachOf(transaction, tenantId, senderId);
      const people = reach
        ? await nextRecipients(transaction, { tenantId, senderId, targetType, targetIds }, reach, {
            after: lastUserId,
            limit: batchRows,
          })
        : [];
      const isLast = people.length < batchRows;
      const { numUpdatedRows } = await transaction
        .updateTable('message')
        .set((row) => ({
          lastUserId: people.at(-1)?.id ?? lastUserId,
          recipientCount: row('recipientCount', '+', people.length),
          finishedAt: isLast ? clock.now() : null,
        }))
        .where('id', '=', id)
        .where('status', '=', messageStates.sent)
        .where('finishedAt', 'is', null)
        // Another process may have written these.
        .where('lastUserId', '=', lastUserId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      const sendsMail = (JSON.parse(message.channels) as string[]).includes('mail');
      for (let at = 0; at < people.length; at += insertRows) {
        await transaction
          .insertInto('messageReceipt')
          .values(
            people.slice(at, at + insertRows).map(({ id: userId, email }) => ({
              ...{ tenantId, messageId: id, userId, readAt: null, removedAt: null },
              ...{ mailState: sendsMail && email ? 'waiting' : null, mailTries: 0 },
            })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      return isLast;
    });

  async function lookOnce(): Promise<void> {
    const due = await db
      .selectFrom('message')
      .selectAll()
      .where('status', '=', messageStates.waiting)
      .where('sendAt', '<=', clock.now())
      .orderBy('sendAt')
      .limit(maxDue)
      .execute();
    for (const message of due) await release(message);
    const unfinished = await db
      .selectFrom('message')
      .select('id')
      .where('status', '=', messageStates.sent)
      .where('finishedAt', 'is', null)
      .orderBy('id')
      .limit(maxDue)
      .execute();
    for (const { id } of unfinished) {
      while (!isStopped && !(await deliver(id))) await nextTurn();
    }
  }

  function look(): Promise<void> {
    if (isStopped) return Promise.resolve();
    looking ??= lookOnce()
      .then(
        () => {
          isFailing = false;
        },
        (error: unknown) => {
          if (!isFailing && !isStopped) log.error({ err: error }, 'could not send messages');
          isFailing = true;
        },
      )
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  return {
    async begin(id) {
      const isDone = await deliver(id).catch(() => false);
      if (!isDone) void look();
    },
    look,
    stop() {
      isStopped = true;
    },
  };
}
