/** Caches in the memory of the server, of the caller's organisation. Sessions, captchas and tokens are never among them. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

const list = { anyOf: ['monitor:cache:list'] } as const;
const clear = { anyOf: ['monitor:cache:clear'] } as const;

const cacheName = z.string().regex(/^[a-z]{1,30}$/);
/** `<name>:<key>`. */
const cacheKey = z.string().regex(/^[a-z]{1,30}:[\w.:-]{1,100}$/);

export const cacheInfo = defineAdminCall({
  method: 'GET',
  path: '/monitor/cache',
  policy: list,
  summary: { 'zh-CN': '缓存监控', 'en-US': 'Caches' },
  data: z.object({
    /** `process`: whose memory this is. */
    info: z.object({ process: z.string() }),
    /** Since the process started, of all caches. */
    commandStats: z.array(z.object({ name: z.enum(['hits', 'misses']), value: z.number() })),
    /** Number of entries. */
    dbSize: z.number(),
    caches: z.array(
      z.object({
        cacheName: z.string(),
        remark: z.string(),
        size: z.number(),
        hits: z.number(),
        misses: z.number(),
      }),
    ),
  }),
});

export const cacheNames = defineAdminCall({
  method: 'GET',
  path: '/monitor/cache/getNames',
  policy: list,
  summary: { 'zh-CN': '缓存列表', 'en-US': 'Names of caches' },
  data: z.array(z.object({ cacheName: z.string(), remark: z.string() })),
});

export const cacheKeys = defineAdminCall({
  method: 'GET',
  path: '/monitor/cache/getKeys/{name}',
  policy: list,
  summary: { 'zh-CN': '缓存键名', 'en-US': 'Keys of a cache' },
  params: z.object({ name: cacheName }),
  data: z.array(z.string()),
});

export const cacheValue = defineAdminCall({
  method: 'GET',
  path: '/monitor/cache/getValue/{name}/{key}',
  policy: list,
  summary: { 'zh-CN': '缓存内容', 'en-US': 'Value of a cache' },
  params: z.object({ name: cacheName, key: cacheKey }),
  /** `cacheValue`: JSON. */
  data: z.object({ cacheName: z.string(), cacheKey: z.string(), cacheValue: z.string() }),
});

export const clearCacheName = defineAdminCall({
  method: 'DELETE',
  path: '/monitor/cache/clearCacheName/{name}',
  policy: clear,
  summary: { 'zh-CN': '清除缓存', 'en-US': 'Clear caches' },
  params: z.object({ name: cacheName }),
});

/** Entries that are read together are cleared together. */
export const clearCacheKey = defineAdminCall({
  method: 'DELETE',
  path: '/monitor/cache/clearCacheKey/{key}',
  policy: clear,
  summary: { 'zh-CN': '清除缓存', 'en-US': 'Clear caches' },
  params: z.object({ key: cacheKey }),
});

export const clearCacheAll = defineAdminCall({
  method: 'DELETE',
  path: '/monitor/cache/clearCacheAll',
  policy: clear,
  summary: { 'zh-CN': '清除缓存', 'en-US': 'Clear caches' },
});
