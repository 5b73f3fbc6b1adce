import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

export const cleanLoginLog = defineAdminCall({
  method: 'DELETE',
  path: '/monitor/logininfor/clean',
  policy: { anyOf: ['monitor:logininfor:remove'] },
  summary: { 'zh-CN': '清空登录日志', 'en-US': 'Clear the sign-in log' },
});

export const unlockByName = defineAdminCall({
  method: 'GET',
  path: '/monitor/logininfor/unlock/{userName}',
  policy: { anyOf: ['monitor:logininfor:unlock'] },
  summary: { 'zh-CN': '解锁账号', 'en-US': 'Unlock an account' },
  params: z.object({
    userName: z
      .string()
      .max(30)
      .regex(/^[A-Za-z]\w*$/),
  }),
});

/** Operation log entries younger than this cannot be deleted. */
export const minLogDays = 90;

export const cleanOperationLog = defineAdminCall({
  method: 'DELETE',
  path: '/monitor/operlog/clean',
  policy: { anyOf: ['monitor:operlog:remove'] },
  summary: { 'zh-CN': '清理操作日志', 'en-US': 'Delete old operation log entries' },
  query: z.object({
    /** Deletes rows older than this many days. */
    days: z.coerce.number().int().min(minLogDays).max(3650).default(minLogDays),
  }),
  data: z.object({ removed: z.int() }),
});

export const verifyOperationLog = defineAdminCall({
  method: 'GET',
  path: '/monitor/operlog/verify',
  policy: { anyOf: ['monitor:operlog:list'] },
  summary: { 'zh-CN': '校验操作日志完整性', 'en-US': 'Verify the integrity of the operation log' },
  data: z.object({
    isIntact: z.boolean(),
    checked: z.int(),
    /** The first row that does not match its predecessor. */
    brokenAt: z.int().nullable(),
  }),
});

/** 32 hex digits; several are comma separated. */
const sessionIds = z
  .string()
  .regex(/^[0-9a-f]{32}(,[0-9a-f]{32}){0,99}$/)
  .transform((text) => text.split(','));

export const forceLogout = defineAdminCall({
  method: 'DELETE',
  path: '/monitor/online/{ids}',
  policy: { anyOf: ['monitor:online:forceLogout'] },
  summary: { 'zh-CN': '强退', 'en-US': 'Sign out a session' },
  params: z.object({ ids: sessionIds }),
});

export const batchLogout = defineAdminCall({
  method: 'DELETE',
  path: '/monitor/online/batch',
  policy: { anyOf: ['monitor:online:batchLogout'] },
  summary: { 'zh-CN': '批量强退', 'en-US': 'Sign out several sessions' },
  body: z.object({
    ids: z
      .array(z.string().regex(/^[0-9a-f]{32}$/))
      .min(1)
      .max(100),
  }),
});

export const monitorCalls = [
  cleanLoginLog,
  unlockByName,
  cleanOperationLog,
  verifyOperationLog,
  forceLogout,
  batchLogout,
];
