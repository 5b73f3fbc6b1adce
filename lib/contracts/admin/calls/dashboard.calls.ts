/** The dashboard. Every user may call it; parts without permission are null. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

const streams = z.object({
  running: z.number(),
  live: z.number(),
  starting: z.number(),
  retrying: z.number(),
  viewers: z.number(),
  /** From cameras to the server; traffic to viewers is not included. */
  bitrateKbps: z.number(),
});

/** The same values as `StorageState`. */
const storageState = z.enum(['ok', 'low', 'full', 'readOnly', 'failed', 'damaged']);

const alarm = z.object({
  time: z.string(),
  serial: z.string(),
  channelNo: z.number(),
  /** Null: the channel was deleted. */
  cameraName: z.string().nullable(),
  /** `recovered`, or the code of a failure. */
  code: z.string(),
  title: z.string(),
  message: z.string(),
  /** Consecutive occurrences. */
  count: z.number(),
});

export const dashboard = defineAdminCall({
  method: 'GET',
  path: '/dashboard',
  policy: 'signedIn',
  summary: { 'zh-CN': '首页数据', 'en-US': 'Dashboard data' },
  data: z.object({
    time: z.string(),
    /** Requires iot:device:list. Devices within the data scope. */
    devices: z
      .object({
        total: z.number(),
        online: z.number(),
        offline: z.number(),
        /** Not watched, so the state is unknown. */
        unknown: z.number(),
        disabled: z.number(),
        companies: z.number(),
      })
      .nullable(),
    /** Requires iot:camera:list. */
    channels: z.object({ total: z.number(), disabled: z.number() }).nullable(),
    /** Requires iot:camera:list. */
    streams: streams.nullable(),
    /** Requires iot:camera:list. Last 24 h, most frequent first, of all processes. Counted since the server started. */
    errors: z
      .object({
        total: z.number(),
        since: z.string(),
        byCode: z.array(
          z.object({ code: z.string(), title: z.string(), count: z.number(), cameras: z.number() }),
        ),
      })
      .nullable(),
    /** Requires iot:camera:list. Newest first, at most 10. */
    alarms: z.array(alarm).nullable(),
    /** Requires monitor:logininfor:list. Since midnight. */
    logins: z.object({ succeeded: z.number(), failed: z.number(), people: z.number() }).nullable(),
    /** For users with all permissions. Bytes. */
    storage: z
      .object({
        dataBytes: z.number(),
        databaseBytes: z.number(),
        freeBytes: z.number(),
        totalBytes: z.number(),
        engine: z.enum(['libsql', 'postgres']),
        state: storageState,
      })
      .nullable(),
  }),
});

/** Polled by the pages of users with all permissions; null for all others. */
export const storageAlarm = defineAdminCall({
  method: 'GET',
  path: '/dashboard/storage',
  policy: 'signedIn',
  summary: { 'zh-CN': '存储状态', 'en-US': 'State of the storage' },
  /**
   * `recordings`: they cannot be stored; `objectStore`: they cannot be moved to the object store; `files`: the bucket of
   * uploaded files fails.
   */
  data: z.object({
    state: z.enum([...storageState.options, 'recordings', 'objectStore', 'files']).nullable(),
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
