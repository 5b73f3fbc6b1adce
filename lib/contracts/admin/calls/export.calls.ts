/** Exports that are made in the background. They are started by the `export` call of a resource, and are the caller's own. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { wireTime } from './wire.ts';

const jobId = z.string().regex(/^[0-9a-f]{32}$/);

/** Above this number of rows an export is made in the background. */
export const maxInlineRows = 5_000;

export const exportJobs = defineAdminCall({
  method: 'GET',
  path: '/common/export-job',
  policy: 'signedIn',
  summary: { 'zh-CN': '我的导出', 'en-US': 'Your exports' },
  /** Newest first. */
  data: z.array(
    z.object({
      id: z.string(),
      /** Of the resource, in the caller's language. */
      title: z.string(),
      format: z.enum(['xlsx', 'csv']),
      state: z.enum(['waiting', 'running', 'done', 'failed']),
      /** Why it failed, in the caller's language. */
      reason: z.string().nullable(),
      rowsDone: z.int(),
      rowsTotal: z.int(),
      /** Bytes; 0 until it is done. */
      size: z.int(),
      createTime: wireTime,
      /** Until then `url` is valid; null until it is done. */
      expireTime: wireTime.nullable(),
      /** Signed path of the file; null until it is done. */
      url: z.string().nullable(),
      /** It was downloaded. */
      opened: z.boolean(),
    }),
  ),
});

/** For an export that failed. */
export const exportJobRestart = defineAdminCall({
  method: 'PUT',
  path: '/common/export-job/restart',
  policy: 'signedIn',
  summary: { 'zh-CN': '重新导出', 'en-US': 'Start an export again' },
  body: z.strictObject({ id: jobId }),
});

/** An export that is running is stopped. */
export const exportJobRemove = defineAdminCall({
  method: 'DELETE',
  path: '/common/export-job/{id}',
  policy: 'signedIn',
  summary: { 'zh-CN': '删除导出', 'en-US': 'Delete an export' },
  params: z.object({ id: jobId }),
});

/** The address is the authorisation, for 24 hours. */
export const exportedFile = defineAdminCall({
  method: 'GET',
  path: '/common/exported/{link}',
  policy: 'public',
  summary: { 'zh-CN': '下载导出的文件', 'en-US': 'Download an exported file' },
  params: z.object({ link: z.string().regex(/^[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/) }),
  answers: 'file',
});
