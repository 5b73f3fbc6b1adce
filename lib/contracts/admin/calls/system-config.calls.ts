import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

/** Only settings that all users may read; 404 for all others, whether they exist or not. */
export const settingByKey = defineAdminCall({
  method: 'GET',
  path: '/system/config/configKey/{key}',
  policy: 'signedIn',
  summary: { 'zh-CN': '按键名读取参数', 'en-US': 'Read a setting by key' },
  params: z.object({
    key: z
      .string()
      .max(100)
      .regex(/^[a-z][\w.-]*$/),
  }),
  data: z.string(),
});

export const refreshSettings = defineAdminCall({
  method: 'DELETE',
  path: '/system/config/refreshCache',
  policy: { anyOf: ['system:config:refresh'] },
  summary: { 'zh-CN': '刷新参数缓存', 'en-US': 'Refresh the settings cache' },
});

export const systemConfigCalls = [settingByKey, refreshSettings];
