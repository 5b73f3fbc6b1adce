/** The server as it measures itself. Sizes are bytes, shares are percent from 0 to 100. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

const space = z.object({ total: z.number(), used: z.number(), free: z.number(), usage: z.number() });

const work = z.object({
  streams: z.object({
    live: z.number(),
    starting: z.number(),
    retrying: z.number(),
    viewers: z.number(),
    /** From cameras to the server. */
    bitrateKbps: z.number(),
  }),
  recorders: z.object({
    recording: z.number(),
    /** For a camera or an alarm. */
    waiting: z.number(),
    /** What arrives cannot be stored. */
    failing: z.number(),
    /** End of the newest frame that was written. */
    lastWrite: z.string().nullable(),
  }),
  talks: z.number(),
});

/** Of the process that responds; `work` and `processes` are of all processes on its database. */
export const monitorServer = defineAdminCall({
  method: 'GET',
  path: '/monitor/server',
  policy: { anyOf: ['monitor:server:list'] },
  summary: { 'zh-CN': '服务监控', 'en-US': 'Server' },
  data: z.object({
    time: z.string(),
    cpu: z.object({
      cpuNum: z.number(),
      used: z.number(),
      sys: z.number(),
      free: z.number(),
      /** Over 1, 5 and 15 minutes. */
      load: z.array(z.number()),
    }),
    mem: space,
    runtime: z.object({
      node: z.string(),
      version: z.string(),
      /** Seconds. */
      uptime: z.number(),
      /** Percent of one processor. */
      cpuUsed: z.number(),
      cpuSeconds: z.number(),
      heapUsed: z.number(),
      heapTotal: z.number(),
      rss: z.number(),
      /** Milliseconds. */
      eventLoopP99: z.number(),
      /** Since the start; milliseconds. */
      gc: z.object({ count: z.number(), ms: z.number() }),
    }),
    db: z.object({
      kind: z.enum(['libsql', 'postgres']),
      version: z.string(),
      size: z.number(),
      /** Null: the embedded database has one connection. */
      pool: z.object({ used: z.number(), idle: z.number(), waiting: z.number(), max: z.number() }).nullable(),
      /** Longest single run first, since the start; without values. Milliseconds. */
      slowest: z.array(
        z.object({ statement: z.string(), count: z.number(), maxMs: z.number(), meanMs: z.number() }),
      ),
    }),
    sys: z.object({ hostName: z.string(), os: z.string(), arch: z.string() }),
    disks: z.array(space.extend({ dir: z.enum(['data', 'recordings']) })),
    work,
    /** The oldest first. */
    processes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** It responded. */
        isOwn: z.boolean(),
        startTime: z.string(),
        version: z.string(),
        cpu: z.number(),
        cpuOfProcess: z.number(),
        memory: z.number(),
        rss: z.number(),
        eventLoopP99: z.number(),
        /** Of the fullest disk. */
        diskFree: z.number().nullable(),
        work,
      }),
    ),
  }),
});

export const monitorServerSeries = defineAdminCall({
  method: 'GET',
  path: '/monitor/server/series',
  policy: { anyOf: ['monitor:server:list'] },
  summary: { 'zh-CN': '服务监控：最近一小时', 'en-US': 'Server: last hour' },
  data: z.object({
    everySeconds: z.number(),
    processes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Oldest first. */
        points: z.array(
          z.object({
            /** Epoch ms. */
            at: z.number(),
            cpu: z.number(),
            cpuOfProcess: z.number(),
            memory: z.number(),
            rss: z.number(),
            eventLoopP99: z.number(),
            viewers: z.number(),
            live: z.number(),
            bitrateKbps: z.number(),
            recording: z.number(),
          }),
        ),
      }),
    ),
  }),
});
