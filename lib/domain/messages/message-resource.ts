/** Messages on the page of those who write them. */

import type { z } from 'zod';
import type { messageReceipts } from '../../contracts/admin/calls/message.calls.ts';
import type { Page } from '../../contracts/admin/envelope.ts';
import { fieldNames } from '../../contracts/admin/resource-schema.ts';
import { feedbackMessage } from '../../contracts/admin/resources/feedback-message.resource.ts';
import type { ColumnNames, RowOf, WrittenOf } from '../../contracts/admin/row-types.ts';
import { contains } from '../../db/contains.ts';
import { transact } from '../../db/transact.ts';
import { shippedTexts } from '../../i18n/shipped-texts.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { forbidden, invalid, refused } from '../errors/admin-error.ts';
import { type CallContext, can } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { Change, ServerResource } from '../resource/server-resource.ts';
import { type TableService, tableService } from '../resource/table-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { shippedDepts } from '../seed/shipped.ts';
import { checkedTargets, targetTypes } from '../system/audience.ts';
import { cleanHtml } from '../system/clean-html.ts';
import { without } from '../system/protected-fields.ts';
import { userInDataScope } from '../system/role/role-users.ts';
import { imagesIn, setUsedImages } from '../uploads/upload-use.ts';
import { messageStates, type Outbox, senderGone } from './outbox.ts';
import { sendPermission } from './recipients.ts';

type Definition = typeof feedbackMessage;
type Message = RowOf<Definition>;
type Written = WrittenOf<Definition>;
type Receipt = z.input<NonNullable<typeof messageReceipts.data>>['records'][number];

const texts = {
  recallFirst: { 'zh-CN': '已发送的消息请先撤回', 'en-US': 'Recall sent messages first' },
  notDraft: { 'zh-CN': '只能发送草稿', 'en-US': 'Only drafts can be sent' },
  notSent: {
    'zh-CN': '只能撤回待发或已发的消息',
    'en-US': 'Only scheduled and sent messages can be recalled',
  },
  status: {
    'zh-CN': '只能保存为草稿或发送',
    'en-US': 'A message is saved as a draft, or sent',
  },
  noMail: { 'zh-CN': '没有设置邮件服务器', 'en-US': 'There is no mail server' },
} as const satisfies Record<string, LocalText>;

/** Lists omit text and targets: a page of them could be megabytes. */
const notListed: readonly ColumnNames<Definition>[] = ['content', 'targetIds'];
const listed = [
  ...fieldNames(feedbackMessage).filter((name) => !notListed.includes(name)),
  ...(['version', 'updateBy', 'updateTime'] as const),
];

export interface MessageResource {
  readonly service: TableService<Definition>;
  /** Ways to send besides the console. */
  channels(): Promise<('inbox' | 'mail')[]>;
  /** A draft: now, or at its time. Throws 404, U0200. */
  send(call: CallContext, id: number): Promise<void>;
  /** Throws 404, U0200. */
  recall(call: CallContext, id: number, reason: string): Promise<void>;
  /** Recipients within the caller's data scope. Throws 404. */
  receipts(
    call: CallContext,
    id: number,
    wanted: {
      readonly pageNum: number;
      readonly pageSize: number;
      readonly state: 'read' | 'unread';
      readonly userName?: string | undefined;
    },
  ): Promise<Page<Receipt>>;
}

export interface MessageDeps extends ResourceDeps {
  readonly outbox: Pick<Outbox, 'begin'>;
  readonly hasMail: () => Promise<boolean>;
}

export function messageResource(deps: MessageDeps): MessageResource {
  const { clock, outbox, hasMail } = deps;
  const { db, engine } = deps.database;
  const table = tableService(deps, messageBinding(deps));
  const zoneOf = tenantZone(deps);

  const service: TableService<Definition> = {
    ...table,
    page: (call, query) => table.page(call, { ...query, columns: query.columns ?? listed }),
    async create(call, values) {
      await requireMail(values);
      const made = await table.create(call, values);
      await outbox.begin(Number(made.id));
      return made;
    },
    async update(call, id, values, version) {
      await requireMail(values);
      await table.update(call, id, values, version);
      await outbox.begin(id);
    },
  };

  /** Before the transaction, because it reads settings. */
  async function requireMail({ channels }: Written): Promise<void> {
    if (channels?.includes('mail') && !(await hasMail())) {
      throw invalid([{ path: 'channels', message: texts.noMail }]);
    }
  }

  return {
    service,

    channels: async () => ((await hasMail()) ? ['inbox', 'mail'] : ['inbox']),

    async send(call, id) {
      const { status, version } = await table.get(call, id);
      if (status !== messageStates.draft) throw refused(texts.notDraft);
      await service.update(call, id, { status: messageStates.waiting }, version);
    },

    async recall(call, id, reason) {
      const { title } = await table.get(call, id);
      const { scope, username } = call.actor;
      await transact(db, async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('message')
          .set((row) => ({
            ...{ status: messageStates.recalled, recallReason: reason },
            ...{ version: row('version', '+', 1), updatedBy: username, updatedAt: clock.now() },
          }))
          .where('tenantId', '=', scope.tenantId)
          .where('id', '=', id)
          .where('status', 'in', [messageStates.waiting, messageStates.sent])
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw refused(texts.notSent);
        await recordOperation(
          deps,
          {
            ...{ call, title: feedbackMessage.title, type: 'update' },
            ...{ bizKey: `${feedbackMessage.key}:${id}`, bizName: title, param: { reason } },
          },
          transaction,
        );
      });
    },

    async receipts(call, id, { pageNum, pageSize, state, userName }) {
      await table.get(call, id);
      const { tenantId } = call.actor.scope;
      let found = db
        .selectFrom('messageReceipt')
        .innerJoin('user', 'user.id', 'messageReceipt.userId')
        .leftJoin('dept', 'dept.id', 'user.deptId')
        .where('messageReceipt.tenantId', '=', tenantId)
        .where('messageReceipt.messageId', '=', id)
        .where('messageReceipt.readAt', state === 'read' ? 'is not' : 'is', null)
        // Others are only counted, beside the message.
        .where((build) => userInDataScope(call.actor)(build as never));
      if (userName) found = found.where(contains(engine, 'user.username', userName));
      const { total } = await found
        .select((build) => build.fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await found
        .select(['user.id', 'user.username', 'user.displayName', 'dept.deptName'])
        .select(['messageReceipt.readAt', 'messageReceipt.mailState'])
        .orderBy('messageReceipt.readAt', 'desc')
        .orderBy('user.id')
        .limit(pageSize)
        .offset((pageNum - 1) * pageSize)
        .execute();
      const zone = await zoneOf(tenantId);
      return {
        records: rows.map((row) => ({
          userId: row.id,
          userName: row.username,
          nickName: row.displayName,
          deptName: shippedDepts.shown(call.locale, row.deptName),
          readTime: row.readAt === null ? null : zone.text(row.readAt),
          mail: row.mailState as Receipt['mail'],
        })),
        total: Number(total),
        pageNum,
        pageSize,
      };
    },
  };
}

function messageBinding({ database, clock }: ResourceDeps): ServerResource<Definition> {
  return {
    definition: feedbackMessage,
    table: 'message',
    columns: { sendTime: 'sendAt', readCount: null },
    dataScope: { dept: 'deptId', owner: 'ownerId' },
    shipped: { recallReason: shippedTexts([senderGone]) },
    madeWith: () => ({
      ...{ content: '', targetType: targetTypes.everybody, targetIds: '[]', channels: '["inbox"]' },
      ...{ senderId: null, lastUserId: 0, recipientCount: 0, finishedAt: null },
    }),
    before: {
      create: (change, given) => checked(change, null, given),
      update(change, row, given) {
        if (row.status === messageStates.sent) throw refused(texts.recallFirst);
        // A recalled message is written anew.
        const status = row.status === messageStates.recalled ? messageStates.draft : row.status;
        return checked(change, row, { status, ...given });
      },
      async remove(_change, rows) {
        if (rows.some(({ status }) => status === messageStates.sent)) throw refused(texts.recallFirst);
      },
    },
    after: {
      create: (change, id, values) => written(change, id, values),
      async update(change, id, values, row) {
        if (row.status === messageStates.recalled) await forgetReceipts(change, id);
        await written(change, id, values);
      },
      async remove(change, rows) {
        for (const { id } of rows) await setUsedImages(change, holderOf(id), [], clock.now());
      },
    },
    async decorate({ actor }, rows) {
      const counts = await database.db
        .selectFrom('messageReceipt')
        .select(['messageId', (build) => build.fn.countAll().as('count')])
        .where('tenantId', '=', actor.scope.tenantId)
        .where(
          'messageId',
          'in',
          rows.map(({ id }) => id),
        )
        .where('readAt', 'is not', null)
        .groupBy('messageId')
        .execute();
      const countOf = new Map(counts.map(({ messageId, count }) => [messageId, Number(count)]));
      return rows.map((row) => ({
        ...row,
        readCount: countOf.get(row.id) ?? 0,
        // A row written by other means is sanitised too.
        ...(row.content ? { content: cleanHtml(row.content) } : {}),
      }));
    },
  };

  async function checked<Values extends Written>(change: Change, row: Message | null, given: Values) {
    const { actor } = change.call;
    const values = {
      ...given,
      ...(given.targetType === null ? { targetType: targetTypes.everybody } : {}),
      ...('content' in given ? { content: cleanHtml(given.content ?? '') } : {}),
      // Messages are in the console in any case.
      ...('channels' in given ? { channels: [...new Set(['inbox', ...(given.channels ?? [])])] } : {}),
    };
    const merged: Written = { targetType: targetTypes.everybody, ...row, ...values };
    if (merged.status === messageStates.waiting) {
      if (!can(actor, sendPermission)) throw forbidden();
    } else if (merged.status !== messageStates.draft) {
      throw invalid([{ path: 'status', message: texts.status }]);
    }
    const targetIds = await checkedTargets(change.transaction, actor, merged, row);
    return targetIds ? { ...values, targetIds } : without(values, ['targetIds']);
  }

  async function written(change: Change, id: number, values: Written): Promise<void> {
    const { transaction, call } = change;
    if (values.content != null) {
      await setUsedImages(change, holderOf(id), imagesIn(values.content), clock.now());
    }
    if (values.status !== messageStates.waiting) return;
    const now = clock.now();
    const own = transaction
      .updateTable('message')
      .where('tenantId', '=', call.actor.scope.tenantId)
      .where('id', '=', id);
    await own.set({ senderId: call.actor.userId }).execute();
    await own
      .set({ status: messageStates.sent, sendAt: now })
      .where((build) => build.or([build('sendAt', 'is', null), build('sendAt', '<=', now)]))
      .execute();
  }

  async function forgetReceipts({ transaction, call }: Change, id: number): Promise<void> {
    const { tenantId } = call.actor.scope;
    await transaction
      .deleteFrom('messageReceipt')
      .where('tenantId', '=', tenantId)
      .where('messageId', '=', id)
      .execute();
    await transaction
      .updateTable('message')
      .set({ lastUserId: 0, recipientCount: 0, finishedAt: null, recallReason: null })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .execute();
  }
}

const holderOf = (id: number) => ({
  bizType: feedbackMessage.key,
  bizId: String(id),
  field: 'content',
});
