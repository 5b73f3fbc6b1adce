/** Calls of the alarm pages besides those of their resources. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

const hexId = z.string().regex(/^[0-9a-f]{32}$/);

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
