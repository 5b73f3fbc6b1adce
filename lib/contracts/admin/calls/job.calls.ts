/** Calls of the job pages besides those of their resources. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { rowId, wireTime } from './wire.ts';

const parameter = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('integer'),
    label: z.string(),
    min: z.int(),
    max: z.int(),
    default: z.int(),
  }),
  z.object({
    kind: z.literal('choice'),
    label: z.string(),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    default: z.string(),
  }),
]);
export type JobParameterInfo = z.infer<typeof parameter>;

/** In the language of the caller. */
const jobHandler = z.object({
  name: z.string(),
  title: z.string(),
  parameters: z.array(parameter),
});
export type JobHandlerInfo = z.infer<typeof jobHandler>;

export const jobHandlers = defineAdminCall({
  method: 'GET',
  path: '/monitor/job/handlers',
  policy: { anyOf: ['monitor:job:list'] },
  summary: { 'zh-CN': '可调用的任务', 'en-US': 'Handlers that jobs can call' },
  data: z.array(jobHandler),
});

export const nextJobTimes = defineAdminCall({
  method: 'GET',
  path: '/monitor/job/nextTimes',
  policy: { anyOf: ['monitor:job:list'] },
  summary: { 'zh-CN': '最近五次运行时间', 'en-US': 'The next five runs of a cron expression' },
  more: {
    'monitor:job:frequent': {
      'zh-CN': '间隔小于 10 秒',
      'en-US': 'Intervals below 10 seconds',
    },
  },
  query: z.object({ cron: z.string().min(1).max(255) }),
  /** Null: it is no valid expression. Fewer than five: it ends. */
  data: z.object({ times: z.array(wireTime).nullable() }),
});

export const runJob = defineAdminCall({
  method: 'PUT',
  path: '/monitor/job/run',
  policy: { anyOf: ['monitor:job:run'] },
  summary: { 'zh-CN': '执行一次', 'en-US': 'Run once' },
  body: z.strictObject({ id: rowId }),
});

export const cleanJobLog = defineAdminCall({
  method: 'DELETE',
  path: '/monitor/jobLog/clean',
  policy: { anyOf: ['monitor:job:remove'] },
  summary: { 'zh-CN': '清空任务日志', 'en-US': 'Clear the job log' },
  data: z.object({ removed: z.int() }),
});

export const databaseBackups = defineAdminCall({
  method: 'GET',
  path: '/monitor/job/backups',
  policy: { anyOf: ['monitor:job:list'] },
  summary: { 'zh-CN': '数据库备份', 'en-US': 'Database backups' },
  data: z.object({
    /** False: the database is PostgreSQL, which has tools of its own. */
    isEmbedded: z.boolean(),
    /** Newest first. */
    records: z.array(z.object({ name: z.string(), bytes: z.int(), time: wireTime })),
  }),
});
