/** Messages for their recipients. Recalled ones, and those that the recipient removed, are gone. */
import type { ReadMessage } from '../../contracts/admin/calls/message.calls.ts';
import type { Page } from '../../contracts/admin/envelope.ts';
import type { Actor, CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { cleanHtml } from '../system/clean-html.ts';
import { messageStates } from './outbox.ts';

export interface InboxQuery {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly unread: '0' | '1';
  readonly type?: string | undefined;
}

export type Inbox = ReturnType<typeof createInbox>;

export function createInbox(deps: ResourceDeps) {
  const { clock } = deps;
  const { db } = deps.database;
  const zoneOf = tenantZone(deps);

  const ofCaller = ({ scope, userId }: Actor) =>
    db
      .selectFrom('messageReceipt')
      .innerJoin('message', 'message.id', 'messageReceipt.messageId')
      .where('messageReceipt.tenantId', '=', scope.tenantId)
      .where('messageReceipt.userId', '=', userId)
      .where('messageReceipt.removedAt', 'is', null)
      .where('message.status', '=', messageStates.sent);

  const receiptsOf = ({ scope, userId }: Actor) =>
    db.updateTable('messageReceipt').where('tenantId', '=', scope.tenantId).where('userId', '=', userId);

  return {
    async list({ actor }: CallContext, query: InboxQuery): Promise<Page<ReadMessage>> {
      const { pageNum, pageSize, unread, type } = query;
      let mine = ofCaller(actor);
      if (unread === '1') mine = mine.where('messageReceipt.readAt', 'is', null);
      if (type) mine = mine.where('message.type', '=', type);
      const { total } = await mine
        .select((build) => build.fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await mine
        .leftJoin('user as sender', 'sender.id', 'message.senderId')
        .select(['message.id', 'message.title', 'message.type', 'message.content', 'message.sendAt'])
        .select(['messageReceipt.readAt', 'sender.displayName'])
        .orderBy('message.sendAt', 'desc')
        .orderBy('message.id', 'desc')
        .limit(pageSize)
        .offset((pageNum - 1) * pageSize)
        .execute();
      const zone = await zoneOf(actor.scope.tenantId);
      return {
        records: rows.map((row) => ({
          messageId: row.id,
          title: row.title,
          type: row.type,
          content: cleanHtml(row.content),
          sender: row.displayName ?? '',
          sendTime: zone.text(row.sendAt ?? 0),
          read: row.readAt !== null,
        })),
        total: Number(total),
        pageNum,
        pageSize,
      };
    },

    async unread({ actor }: CallContext): Promise<number> {
      const { total } = await ofCaller(actor)
        .where('messageReceipt.readAt', 'is', null)
        .select((build) => build.fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    /** Marks those of `ids`, or all. Messages of others are skipped, and the first time stays. */
    async markRead({ actor }: CallContext, ids: readonly number[] | null): Promise<void> {
      let unread = receiptsOf(actor).set({ readAt: clock.now() }).where('readAt', 'is', null);
      if (ids) unread = unread.where('messageId', 'in', [...ids]);
      await unread
        .where('removedAt', 'is', null)
        .where('messageId', 'in', (build) =>
          build
            .selectFrom('message')
            .select('message.id')
            .where('message.tenantId', '=', actor.scope.tenantId)
            .where('message.status', '=', messageStates.sent),
        )
        .execute();
    },

    /** Messages of others are skipped. */
    async remove({ actor }: CallContext, ids: readonly number[]): Promise<void> {
      await receiptsOf(actor)
        .set({ removedAt: clock.now() })
        .where('messageId', 'in', [...ids])
        .where('removedAt', 'is', null)
        .execute();
    },
  };
}
