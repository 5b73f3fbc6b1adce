/** Calls of the report centre besides those of its resource. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number);
const day = z.iso.date().optional();
/** Absent: the days of the report, up to today. */
const range = { begin: day, end: day };

/** Rejected for a disabled report, and for users without one of its roles. */
export const reportRun = defineAdminCall({
  method: 'GET',
  path: '/stat/report/run',
  policy: { anyOf: ['stat:report:run'] },
  summary: { 'zh-CN': '运行报表', 'en-US': 'Run a report' },
  query: z.object({ id, ...range }),
  data: z.object({
    name: z.string(),
    /** `yyyy-MM-dd`, both included. */
    from: z.string(),
    to: z.string(),
    columns: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        /** `duration`: whole seconds. `percent`: whole percent. */
        kind: z.enum(['text', 'number', 'duration', 'percent']),
      }),
    ),
    rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
    /** The column to draw; null: no chart. */
    drawn: z.string().nullable(),
  }),
});

export const reportFile = defineAdminCall({
  method: 'POST',
  path: '/stat/report/run/export',
  policy: { anyOf: ['stat:report:run'] },
  summary: { 'zh-CN': '导出报表', 'en-US': 'Export a report' },
  takes: 'form',
  body: z.object({ id, ...range, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  answers: 'file',
});
