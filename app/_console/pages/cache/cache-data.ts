'use client';
import { useQuery } from '@tanstack/react-query';
import type { cacheInfo, cacheKeys, cacheValue } from '../../../../lib/contracts/admin/calls/cache.calls.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';

export type CacheInfo = DataOf<typeof cacheInfo>;

const base = '/monitor/cache';

export const useCacheInfo = () =>
  useQuery({
    queryKey: ['monitor.cache'],
    queryFn: ({ signal }) => api.get<CacheInfo>(base, { signal, quiet: true }),
  });

export const useCacheKeys = (name: string) =>
  useQuery({
    queryKey: ['monitor.cache', 'keys', name],
    queryFn: ({ signal }) =>
      api.get<DataOf<typeof cacheKeys>>(`${base}/getKeys/${name}`, { signal, quiet: true }),
  });

/** An error means that it is no longer cached. */
export const useCacheValue = (name: string, key: string) =>
  useQuery({
    queryKey: ['monitor.cache', 'value', key],
    queryFn: ({ signal }) =>
      api.get<DataOf<typeof cacheValue>>(`${base}/getValue/${name}/${encodeURIComponent(key)}`, {
        signal,
        quiet: true,
      }),
    retry: false,
  });
