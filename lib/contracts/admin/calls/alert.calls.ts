import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

/** Sends one e-mail with the saved settings of the mail server. Refused with the reason if it cannot be sent. */
export const alertTestMail = defineAdminCall({
  method: 'POST',
  path: '/monitor/alertRule/testMail',
  policy: { anyOf: ['monitor:alertRule:add', 'monitor:alertRule:edit'] },
  summary: { 'zh-CN': '发送测试邮件', 'en-US': 'Send a test e-mail' },
  body: z.object({ email: z.string().min(1).max(320) }),
});
