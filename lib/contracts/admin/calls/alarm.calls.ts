/** Calls of the alarm pages besides those of their resources. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

const hexId = z.string().regex(/^[0-9a-f]{32}$/);

/** Of alarms within the data scope. */
export const alarmPicture = defineAdminCall({
  method: 'GET',
  path: '/iot/alarm/{id}/picture',
  policy: { anyOf: ['iot:alarm:query'] },
  summary: { 'zh-CN': '报警画面', 'en-US': 'Picture of an alarm' },
  params: z.object({ id: hexId }),
  /** Null: it has none. */
  data: z
    .object({
      /** An MP4 file of one key frame, base64. */
      content: z.string(),
      /** The frame is encrypted with the key of its device. */
      isEncrypted: z.boolean(),
    })
    .nullable(),
});

/** Polled by every page of users with the permission. Alarms within the data scope of which people are notified. */
export const alarmNews = defineAdminCall({
  method: 'GET',
  path: '/iot/alarm/news',
  policy: { anyOf: ['iot:alarm:list'] },
  summary: { 'zh-CN': '新的报警', 'en-US': 'New alarms' },
  query: z.object({
    /** `last` of the previous answer. Absent: none is counted. */
    after: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
    /** Kinds that are counted, separated by commas. Absent: all. */
    kinds: z
      .string()
      .regex(/^[A-Za-z,]{0,200}$/)
      .optional(),
  }),
  data: z.object({
    /** For `after` of the next call. */
    last: z.number().int(),
    /** At most 1000. */
    count: z.number(),
    newest: z.object({ id: hexId, cameraName: z.string(), title: z.string(), time: z.string() }).nullable(),
  }),
});

export const alarmAcknowledgeOne = defineAdminCall({
  method: 'PUT',
  path: '/iot/alarm/acknowledgeOne',
  policy: { anyOf: ['iot:alarm:acknowledge'] },
  summary: { 'zh-CN': '处理报警', 'en-US': 'Acknowledge an alarm' },
  body: z.strictObject({ id: hexId }),
});

export const alarmAcknowledge = defineAdminCall({
  method: 'PUT',
  path: '/iot/alarm/acknowledge',
  policy: { anyOf: ['iot:alarm:acknowledge'] },
  summary: { 'zh-CN': '批量处理报警', 'en-US': 'Acknowledge several alarms' },
  body: z.strictObject({ ids: z.array(hexId).min(1).max(100) }),
});

/** Polled by the pages of users with the permission. Alarms within the data scope. */
export const alarmSummary = defineAdminCall({
  method: 'GET',
  path: '/iot/alarm/summary',
  policy: { anyOf: ['iot:alarm:list'] },
  summary: { 'zh-CN': '未处理的报警', 'en-US': 'Unacknowledged alarms' },
  data: z.object({
    /** At most 1000. */
    open: z.number(),
    /** The newest unacknowledged one. */
    newest: z.object({ id: hexId, cameraName: z.string(), title: z.string(), time: z.string() }).nullable(),
  }),
});

/** Sends a message of type `test` to a webhook. What came of it is among its deliveries. */
export const webhookTest = defineAdminCall({
  method: 'PUT',
  path: '/iot/webhook/test',
  policy: { anyOf: ['iot:webhook:edit'] },
  summary: { 'zh-CN': '发送测试推送', 'en-US': 'Send a test to a webhook' },
  body: z.strictObject({ id: hexId }),
});
