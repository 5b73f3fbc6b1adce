/** Feedback: what its senders see of it, and the page of those who handle it. */
import type { z } from 'zod';
import type { myFeedback, sendFeedback } from '../../contracts/admin/calls/feedback.calls.ts';
import { adminCodes } from '../../contracts/admin/envelope.ts';
import { feedbackFeedback } from '../../contracts/admin/resources/feedback-feedback.resource.ts';
import { pathOfUpload } from '../../contracts/admin/upload-address.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { escapeMarkup } from '../../kernel/escape-markup.ts';
import type { Ms } from '../../kernel/units.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { AdminError, invalid, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { type TableService, tableService } from '../resource/table-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { setUsedImages } from '../uploads/upload-use.ts';
import { postMessage } from './post-message.ts';

/** Values of `feedback.status`. */
const states = { open: '0', inProgress: '1', replied: '2', closed: '3' } as const;
/** Entry of `sys_message_type`. */
const replyType = '3';

/** One user sends at most this many in this time. */
const maxSent = 5;
const sentWithinMs: Ms = 10 * 60_000;

const texts = {
  often: {
    'zh-CN': '提交过于频繁，请 10 分钟后再试',
    'en-US': 'Too much feedback at once. Try again in 10 minutes.',
  },
  type: { 'zh-CN': '请选择反馈类型', 'en-US': 'Select a type' },
  closed: { 'zh-CN': '反馈已关闭', 'en-US': 'The feedback is closed' },
  taken: { 'zh-CN': '反馈已在处理或已回复', 'en-US': 'The feedback is being handled or was replied to' },
  replyTitle: { 'zh-CN': '您的反馈有了回复', 'en-US': 'Reply to your feedback' },
} as const satisfies Record<string, LocalText>;

type Sent = z.output<NonNullable<typeof sendFeedback.body>>;
type Mine = z.input<NonNullable<typeof myFeedback.data>>;

export interface Feedback {
  readonly service: TableService<typeof feedbackFeedback>;
  /** Throws 429 for a user who sends too much, and 40000. */
  send(call: CallContext, sent: Sent): Promise<{ id: number }>;
  mine(call: CallContext, page: { readonly pageNum: number; readonly pageSize: number }): Promise<Mine>;
  /** Each throws 404, and U0200 in another state. */
  take(call: CallContext, id: number): Promise<void>;
  reply(call: CallContext, id: number, reply: string): Promise<void>;
  close(call: CallContext, id: number): Promise<void>;
}

/** `version`: of the product; stored unless the sender gives one. */
export function createFeedback(deps: ResourceDeps & { readonly version: string | undefined }): Feedback {
  const { clock } = deps;
  const { db } = deps.database;
  const zoneOf = tenantZone(deps);
  const service = tableService(deps, {
    definition: feedbackFeedback,
    table: 'feedback',
    columns: { replyTime: 'replyAt' },
    dataScope: { dept: 'deptId', owner: 'userId' },
  });

  /** From one of these states. */
  async function change(
    call: CallContext,
    id: number,
    from: readonly string[],
    { refusal, ...to }: { readonly status: string; readonly reply?: string; readonly refusal: LocalText },
  ): Promise<void> {
    const { createBy } = await service.get(call, id);
    const { scope, username, userId: senderId, deptId } = call.actor;
    const now = clock.now();
    await transact(db, async (transaction) => {
      const row = await transaction
        .updateTable('feedback')
        .set((each) => ({
          ...to,
          ...(to.reply === undefined ? {} : { replier: username, replyAt: now }),
          ...{ version: each('version', '+', 1), updatedBy: username, updatedAt: now },
        }))
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', id)
        .where('status', 'in', [...from])
        .returning(['userId', 'content'])
        .executeTakeFirst();
      if (!row) throw refused(refusal);
      const { reply } = to;
      if (reply !== undefined) {
        const content = `${paragraphs(reply)}<blockquote>${paragraphs(row.content)}</blockquote>`;
        const textIn = (locale: keyof LocalText) => ({ title: texts.replyTitle[locale], content });
        const message = {
          senderId,
          senderName: username,
          deptId,
          userId: row.userId,
          type: replyType,
          textIn,
        };
        await postMessage(transaction, scope.tenantId, message, now);
      }
      await recordOperation(
        deps,
        {
          ...{ call, title: feedbackFeedback.title, type: 'update', param: to },
          ...{ bizKey: `${feedbackFeedback.key}:${id}`, bizName: createBy ?? '' },
        },
        transaction,
      );
    });
  }

  return {
    service,

    async send(call, sent) {
      const { scope, userId, username, deptId } = call.actor;
      const { tenantId } = scope;
      const now = clock.now();
      const pics = [...new Set(sent.pics)];
      return transact(db, async (transaction) => {
        // Locks the user's row: calls at the same time are counted one after the other.
        await transaction
          .updateTable('user')
          .set((row) => ({ updatedBy: row.ref('updatedBy') }))
          .where('tenantId', '=', tenantId)
          .where('id', '=', userId)
          .execute();
        const { count } = await transaction
          .selectFrom('feedback')
          .select((build) => build.fn.countAll().as('count'))
          .where('tenantId', '=', tenantId)
          .where('userId', '=', userId)
          .where('createdAt', '>', now - sentWithinMs)
          .executeTakeFirstOrThrow();
        if (Number(count) >= maxSent) throw new AdminError(adminCodes.tooMany, texts.often);
        const entry = await transaction
          .selectFrom('dictData')
          .select('id')
          .where('tenantId', '=', tenantId)
          .where('dictType', '=', 'sys_feedback_type')
          .where('dictValue', '=', sent.type)
          .where('status', '=', '0')
          .executeTakeFirst();
        if (!entry) throw invalid([{ path: 'type', message: texts.type }]);
        const { id } = await transaction
          .insertInto('feedback')
          .values({
            ...{ tenantId, userId, deptId, type: sent.type, content: sent.content, status: states.open },
            ...{ pics: JSON.stringify(pics), contact: sent.contact || null },
            ...{ reply: null, replier: null, replyAt: null },
            ...{ appVersion: sent.appVersion || deps.version || null, device: sent.device || null },
            ...{ version: 1, createdBy: username, createdAt: now, updatedBy: username, updatedAt: now },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const holder = { bizType: feedbackFeedback.key, bizId: String(id), field: 'pics' };
        const paths = pics.flatMap((url) => pathOfUpload(url) ?? []);
        await setUsedImages({ call, transaction }, holder, paths, now);
        await recordOperation(
          deps,
          {
            ...{ call, title: feedbackFeedback.title, type: 'insert' },
            ...{ bizKey: `${feedbackFeedback.key}:${id}`, bizName: username },
          },
          transaction,
        );
        return { id };
      });
    },

    async mine({ actor }, { pageNum, pageSize }) {
      const own = db
        .selectFrom('feedback')
        .where('tenantId', '=', actor.scope.tenantId)
        .where('userId', '=', actor.userId);
      const { total } = await own
        .select((build) => build.fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await own
        .select(['id', 'type', 'content', 'pics', 'status', 'reply', 'replyAt', 'createdAt'])
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((pageNum - 1) * pageSize)
        .execute();
      const zone = await zoneOf(actor.scope.tenantId);
      return {
        records: rows.map(({ replyAt, createdAt, pics, status, ...row }) => ({
          ...row,
          pics: JSON.parse(pics) as string[],
          status: status as Mine['records'][number]['status'],
          replyTime: replyAt === null ? null : zone.text(replyAt),
          createTime: zone.text(createdAt),
        })),
        total: Number(total),
        pageNum,
        pageSize,
      };
    },

    take: (call, id) => change(call, id, [states.open], { status: states.inProgress, refusal: texts.taken }),
    reply: (call, id, reply) =>
      change(call, id, [states.open, states.inProgress, states.replied], {
        ...{ status: states.replied, reply, refusal: texts.closed },
      }),
    close: (call, id) =>
      change(call, id, [states.open, states.inProgress, states.replied], {
        ...{ status: states.closed, refusal: texts.closed },
      }),
  };
}

/** Plain text as HTML. */
const paragraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${escapeMarkup(line)}</p>`)
    .join('');
