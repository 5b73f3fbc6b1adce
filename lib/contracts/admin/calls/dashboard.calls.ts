/** The first page. Everybody may ask; what somebody may not see is null. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

const streams = z.object({
  running: z.number(),
  live: z.number(),
  starting: z.number(),
  retrying: z.number(),
  viewers: z.number(),
  /** From cameras to us; what goes to viewers is not in it. */
  bitrateKbps: z.number(),
});

const alarm = z.object({
  time: z.string(),
  serial: z.string(),
  channelNo: z.number(),
  /** Null: the channel is gone. */
  cameraName: z.string().nullable(),
  /** `recovered`, or the code of a failure. */
  code: z.string(),
  title: z.string(),
  message: z.string(),
  /** How often in a row. */
  count: z.number(),
});

export const dashboard = defineAdminCall({
  method: 'GET',
  path: '/dashboard',
  policy: 'signedIn',
  summary: { 'zh-CN': '首页数据', 'en-US': 'Dashboard data' },
  data: z.object({
    time: z.string(),
    /** Needs iot:device:list. Those of their departments. */
    devices: z
      .object({
        total: z.number(),
        online: z.number(),
        offline: z.number(),
        /** Nobody watches them: nobody knows. */
        unknown: z.number(),
        disabled: z.number(),
        companies: z.number(),
      })
      .nullable(),
    /** Needs iot:camera:list. */
    channels: z.object({ total: z.number(), disabled: z.number() }).nullable(),
    /** Needs iot:camera:list. */
    streams: streams.nullable(),
    /** Needs iot:camera:list. Of the last 24 h, most frequent first. Counted since the server started. */
    errors: z
      .object({
        total: z.number(),
        since: z.string(),
        byCode: z.array(
          z.object({ code: z.string(), title: z.string(), count: z.number(), cameras: z.number() }),
        ),
      })
      .nullable(),
    /** Needs iot:camera:list. Newest first, at most 10. */
    alarms: z.array(alarm).nullable(),
    /** Needs monitor:logininfor:list. Since midnight. */
    logins: z.object({ succeeded: z.number(), failed: z.number(), people: z.number() }).nullable(),
    /** For whoever may do everything. Bytes. */
    storage: z
      .object({
        dataBytes: z.number(),
        databaseBytes: z.number(),
        freeBytes: z.number(),
        totalBytes: z.number(),
        engine: z.enum(['libsql', 'postgres']),
      })
      .nullable(),
  }),
});

export const dashboardSeries = defineAdminCall({
  method: 'GET',
  path: '/dashboard/series',
  policy: { anyOf: ['iot:camera:list'] },
  summary: { 'zh-CN': '最近一小时', 'en-US': 'Last hour' },
  data: z.object({
    everySeconds: z.number(),
    /** Oldest first. */
    points: z.array(
      z.object({
        /** Epoch ms. */
        at: z.number(),
        viewers: z.number(),
        live: z.number(),
        retrying: z.number(),
        bitrateKbps: z.number(),
      }),
    ),
  }),
});
