/** Statistics of cameras besides the list, which is a resource. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { listQuery } from '../resource-query.ts';
import { statDevice } from '../resources/stat-device.resource.ts';

/** Lengths are whole seconds. */
const sums = {
  views: z.number(),
  liveViews: z.number(),
  recordedViews: z.number(),
  watchSeconds: z.number(),
  starts: z.number(),
  viewFailures: z.number(),
  streamFailures: z.number(),
  recordSeconds: z.number(),
};

/** Of the same range and filters as the list. */
export const statDeviceSummary = defineAdminCall({
  method: 'GET',
  path: '/stat/device/summary',
  policy: { anyOf: ['stat:device:list'] },
  summary: { 'zh-CN': '设备统计汇总', 'en-US': 'Summary of camera statistics' },
  query: listQuery(statDevice) as unknown as z.ZodType,
  data: z.object({
    /** `yyyy-MM-dd`, both included. */
    from: z.string(),
    to: z.string(),
    /** The days before, as many. */
    before: z.object({ from: z.string(), to: z.string(), ...sums }),
    total: z.object(sums),
    /** Of each day; above 92 days, of each month. A month that was rolled up is at its first day. */
    series: z.array(z.object({ at: z.string(), ...sums })),
    /** The most frequent first; at most 20. */
    failures: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        kind: z.enum(['view', 'stream']),
        count: z.number(),
      }),
    ),
  }),
});
