/** Messages for their recipients, and the calls of the pages of messages and templates besides those of resources. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { idInPath, pageOf, pageQuery, rowId, someRowIds, wireTime } from './wire.ts';

/** A message as its recipient sees it. */
const readMessage = z.object({
  messageId: z.int(),
  title: z.string(),
  type: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
  /** Display name; empty for messages of the system. */
  sender: z.string(),
  sendTime: wireTime,
  read: z.boolean(),
});
export type ReadMessage = z.infer<typeof readMessage>;

export const myMessages = defineAdminCall({
  method: 'GET',
  path: '/feedback/inbox/list',
  policy: 'signedIn',
  summary: { 'zh-CN': '我的消息', 'en-US': "The caller's messages" },
  query: z.strictObject({
    ...pageQuery,
    unread: z.enum(['0', '1']).default('0'),
    type: z.string().max(100).optional(),
  }),
  data: pageOf(readMessage),
});

/** Messages of others are skipped. */
export const markMessagesRead = defineAdminCall({
  method: 'POST',
  path: '/feedback/inbox/markRead',
  policy: 'signedIn',
  summary: { 'zh-CN': '标记消息已读', 'en-US': 'Mark messages as read' },
  body: z.object({ ids: someRowIds }),
  rejectsDuplicates: false,
});

export const markAllMessagesRead = defineAdminCall({
  method: 'POST',
  path: '/feedback/inbox/markReadAll',
  policy: 'signedIn',
  summary: { 'zh-CN': '全部消息标记已读', 'en-US': 'Mark all messages as read' },
  rejectsDuplicates: false,
});

/** Removes the caller's copies; those of others are skipped. */
export const removeMyMessages = defineAdminCall({
  method: 'POST',
  path: '/feedback/inbox/remove',
  policy: 'signedIn',
  summary: { 'zh-CN': '删除我的消息', 'en-US': "Remove the caller's messages" },
  body: z.object({ ids: someRowIds }),
});

/** How messages can be sent besides the console. */
export const messageChannels = defineAdminCall({
  method: 'GET',
  path: '/feedback/message/channels',
  policy: { anyOf: ['feedback:message:add', 'feedback:message:edit'] },
  summary: { 'zh-CN': '可用的发送方式', 'en-US': 'Ways to send messages' },
  data: z.array(z.enum(['inbox', 'mail'])),
});

/** Drafts only: now, or at their time. */
export const sendMessage = defineAdminCall({
  method: 'PUT',
  path: '/feedback/message/send',
  policy: { anyOf: ['feedback:message:send'] },
  summary: { 'zh-CN': '发送消息', 'en-US': 'Send a message' },
  body: z.strictObject({ id: rowId }),
});

/** Scheduled and sent ones: nobody can read it any more. E-mails that were sent stay. */
export const recallMessage = defineAdminCall({
  method: 'PUT',
  path: '/feedback/message/recall',
  policy: { anyOf: ['feedback:message:recall'] },
  summary: { 'zh-CN': '撤回消息', 'en-US': 'Recall a message' },
  body: z.strictObject({ id: rowId, reason: z.string().trim().min(1).max(200) }),
  acceptedWhenFull: true,
});

export const messageReceipts = defineAdminCall({
  method: 'GET',
  path: '/feedback/message/{id}/receipts',
  policy: { anyOf: ['feedback:message:list'] },
  summary: { 'zh-CN': '消息回执', 'en-US': 'Recipients of a message' },
  params: z.object({ id: idInPath }),
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(['read', 'unread']).default('read'),
    userName: z.string().max(50).optional(),
  }),
  data: pageOf(
    z.object({
      userId: z.int(),
      userName: z.string(),
      nickName: z.string(),
      deptName: z.string().nullable(),
      readTime: wireTime.nullable(),
      /** Null: it is not sent to them by e-mail. */
      mail: z.enum(['waiting', 'sent', 'failed']).nullable(),
    }),
  ),
});

/** Title and content with these values. All parameters of the template are needed, and no others accepted. */
export const fillTemplate = defineAdminCall({
  method: 'POST',
  path: '/feedback/template/{id}/fill',
  policy: { anyOf: ['feedback:message:add', 'feedback:message:edit'] },
  summary: { 'zh-CN': '填写消息模板', 'en-US': 'Fill in a message template' },
  params: z.object({ id: idInPath }),
  body: z.object({ params: z.record(z.string().max(32), z.string().max(500)) }),
  data: z.object({ title: z.string(), content: z.string() }),
  rejectsDuplicates: false,
});
