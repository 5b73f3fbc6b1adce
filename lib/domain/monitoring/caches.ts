/**
 * The page of caches: what the server keeps in memory of the caller's organisation. A cache must be listed here to be
 * seen; those with secrets (sessions, captchas, tokens, keys of videos) are not.
 */
import type { DictEntry } from '../../contracts/admin/calls/system-dict.calls.ts';
import type { OpenDatabase } from '../../db/client.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { notFound } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { hiddenSecret } from '../resource/masks.ts';
import type { StoredSettings } from '../settings/settings.ts';
import type { CacheStats, TenantCache } from '../tenancy/tenant-cache.ts';

interface ListedCache {
  readonly name: string;
  readonly title: LocalText;
  /** Announcing it clears the cache in every process. */
  readonly topic: 'setting' | 'dictionary';
  readonly cache: { stats(tenantId: string): CacheStats };
  /** Entries by key. */
  entries(tenantId: string): Promise<ReadonlyMap<string, unknown>>;
}

export interface CachesDeps {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly clock: Clock;
  readonly processName: string;
  readonly settings: TenantCache<StoredSettings>;
  readonly dictionaries: TenantCache<readonly DictEntry[]>;
  readonly zones: TenantCache<Zone>;
}

const title: LocalText = { 'zh-CN': '缓存', 'en-US': 'Caches' };

export type Caches = ReturnType<typeof cachesService>;

export function cachesService(deps: CachesDeps) {
  const { changes, db } = deps.database;
  const listed: readonly ListedCache[] = [
    {
      name: 'setting',
      title: { 'zh-CN': '参数', 'en-US': 'Settings' },
      topic: 'setting',
      cache: deps.settings,
      async entries(tenantId) {
        const found = new Map<string, unknown>();
        for (const key of deps.settings.keys(tenantId)) {
          for (const [name, { value, valueType }] of (await deps.settings.peek(tenantId, key)) ?? []) {
            found.set(name, valueType === 'secret' ? hiddenSecret : value);
          }
        }
        return found;
      },
    },
    {
      name: 'dictionary',
      title: { 'zh-CN': '字典', 'en-US': 'Dictionaries' },
      topic: 'dictionary',
      cache: deps.dictionaries,
      entries: (tenantId) => entriesOf(deps.dictionaries, tenantId, (entries) => entries),
    },
    {
      name: 'zone',
      title: { 'zh-CN': '时区', 'en-US': 'Time zone' },
      topic: 'setting',
      cache: deps.zones,
      entries: (tenantId) => entriesOf(deps.zones, tenantId, ({ name }) => name),
    },
  ];

  function named(name: string): ListedCache {
    const cache = listed.find((one) => one.name === name);
    if (!cache) throw notFound();
    return cache;
  }

  const tenantOf = ({ actor }: CallContext) => actor.scope.tenantId;

  async function clear(call: CallContext, caches: readonly ListedCache[], what: string): Promise<void> {
    await transact(db, async (transaction) => {
      for (const topic of new Set(caches.map((cache) => cache.topic))) {
        await changes.notify(transaction, topic, [tenantOf(call)]);
      }
      await recordOperation(deps, { call, title, type: 'clean', param: { cache: what } }, transaction);
    });
  }

  return {
    async info(call: CallContext) {
      const caches = await Promise.all(
        listed.map(async (one) => ({
          cacheName: one.name,
          remark: one.title[call.locale ?? 'zh-CN'],
          size: (await one.entries(tenantOf(call))).size,
          ...one.cache.stats(tenantOf(call)),
        })),
      );
      const sum = (of: (cache: (typeof caches)[number]) => number) =>
        caches.reduce((total, cache) => total + of(cache), 0);
      return {
        info: { process: deps.processName },
        commandStats: [
          { name: 'hits' as const, value: sum(({ hits }) => hits) },
          { name: 'misses' as const, value: sum(({ misses }) => misses) },
        ],
        dbSize: sum(({ size }) => size),
        caches,
      };
    },

    names: (call: CallContext) =>
      listed.map((one) => ({ cacheName: one.name, remark: one.title[call.locale ?? 'zh-CN'] })),

    async keys(call: CallContext, name: string) {
      const entries = await named(name).entries(tenantOf(call));
      return [...entries.keys()].sort().map((key) => `${name}:${key}`);
    },

    /** Throws 404 when it is not kept any more. */
    async value(call: CallContext, name: string, key: string) {
      const entries = await named(name).entries(tenantOf(call));
      const inside = key.startsWith(`${name}:`) ? key.slice(name.length + 1) : '';
      if (!entries.has(inside)) throw notFound();
      return { cacheName: name, cacheKey: key, cacheValue: JSON.stringify(entries.get(inside), null, 2) };
    },

    clearName: (call: CallContext, name: string) => clear(call, [named(name)], name),
    clearKey: (call: CallContext, key: string) => clear(call, [named(key.slice(0, key.indexOf(':')))], key),
    clearAll: (call: CallContext) => clear(call, listed, '*'),
  };
}

async function entriesOf<Value>(
  cache: TenantCache<Value>,
  tenantId: string,
  shown: (value: Value) => unknown,
): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const key of cache.keys(tenantId)) {
    const value = await cache.peek(tenantId, key);
    if (value !== null) found.set(key, shown(value));
  }
  return found;
}
