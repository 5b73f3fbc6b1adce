/** Feedback of the caller, and what those do who handle it. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { maxFeedbackLength, maxFeedbackPictures } from '../feedback-limits.ts';
import { localizedMessage } from '../localized-message.ts';
import { pathOfUpload } from '../upload-address.ts';
import { pageOf, pageQuery, rowId, wireTime } from './wire.ts';

const empty = localizedMessage({ 'zh-CN': '请填写反馈内容', 'en-US': 'Enter your feedback' });
const long = localizedMessage({
  'zh-CN': `反馈内容最多 ${maxFeedbackLength} 个字符`,
  'en-US': `Feedback has at most ${maxFeedbackLength} characters`,
});
const many = localizedMessage({
  'zh-CN': `图片最多 ${maxFeedbackPictures} 张`,
  'en-US': `At most ${maxFeedbackPictures} pictures`,
});
const noPicture = localizedMessage({ 'zh-CN': '图片地址不正确', 'en-US': 'Not the address of a picture' });
const noReply = localizedMessage({ 'zh-CN': '请填写回复', 'en-US': 'Enter a reply' });
const longReply = localizedMessage({
  'zh-CN': '回复最多 1000 个字符',
  'en-US': 'A reply has at most 1,000 characters',
});

/** Addresses of pictures that were uploaded. */
const pictures = z
  .array(
    z
      .string()
      .max(200)
      .refine((url) => pathOfUpload(url) !== null, noPicture),
  )
  .max(maxFeedbackPictures, many);

export const sendFeedback = defineAdminCall({
  method: 'POST',
  path: '/feedback/mine',
  policy: 'signedIn',
  summary: { 'zh-CN': '提交意见反馈', 'en-US': 'Send feedback' },
  body: z.strictObject({
    type: z.string().max(100),
    content: z.string().trim().min(1, empty).max(maxFeedbackLength, long),
    pics: pictures.default([]),
    contact: z.string().trim().max(100).default(''),
    appVersion: z.string().trim().max(50).default(''),
    device: z.string().trim().max(300).default(''),
  }),
  data: z.object({ id: z.int() }),
});

export const myFeedback = defineAdminCall({
  method: 'GET',
  path: '/feedback/mine/list',
  policy: 'signedIn',
  summary: { 'zh-CN': '我的反馈', 'en-US': "The caller's feedback" },
  query: z.strictObject(pageQuery),
  data: pageOf(
    z.object({
      id: z.int(),
      type: z.string(),
      content: z.string(),
      pics: z.array(z.string()),
      status: z.enum(['0', '1', '2', '3']),
      reply: z.string().nullable(),
      replyTime: wireTime.nullable(),
      createTime: wireTime,
    }),
  ),
});

/** For `pics`: everybody who may send feedback may upload pictures for it. */
export const feedbackPicture = defineAdminCall({
  method: 'POST',
  path: '/feedback/picture',
  policy: 'signedIn',
  summary: { 'zh-CN': '上传反馈图片', 'en-US': 'Upload a picture for feedback' },
  takes: 'multipart',
  file: 'image',
  body: z.object({}),
  data: z.object({ name: z.string(), path: z.string(), url: z.string() }),
  rejectsDuplicates: false,
});

export const takeFeedback = defineAdminCall({
  method: 'PUT',
  path: '/feedback/feedback/take',
  policy: { anyOf: ['feedback:feedback:reply'] },
  summary: { 'zh-CN': '开始处理反馈', 'en-US': 'Start to handle feedback' },
  body: z.strictObject({ id: rowId }),
});

/** The sender receives a message. A later reply replaces the text and is another message. */
export const replyToFeedback = defineAdminCall({
  method: 'PUT',
  path: '/feedback/feedback/reply',
  policy: { anyOf: ['feedback:feedback:reply'] },
  summary: { 'zh-CN': '回复反馈', 'en-US': 'Reply to feedback' },
  body: z.strictObject({
    id: rowId,
    reply: z.string().trim().min(1, noReply).max(1_000, longReply),
  }),
});

export const closeFeedback = defineAdminCall({
  method: 'PUT',
  path: '/feedback/feedback/close',
  policy: { anyOf: ['feedback:feedback:close'] },
  summary: { 'zh-CN': '关闭反馈', 'en-US': 'Close feedback' },
  body: z.strictObject({ id: rowId }),
});
