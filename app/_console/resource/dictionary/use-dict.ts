'use client';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { FieldOption } from '../../../../lib/contracts/admin/field.ts';
import { api } from '../../api/request.ts';
import { DictLoader } from './dict-loader.ts';

const staleMs = 5 * 60_000;
const none: readonly FieldOption[] = [];

const loader = new DictLoader(api);

function dictQuery(type: string) {
  return {
    queryKey: ['dict', type],
    queryFn: () => loader.load(type),
    staleTime: staleMs,
    enabled: type !== '',
  };
}

/** Entries of a dictionary; none until they have come, and for null. */
export function useDict(type: string | null): readonly FieldOption[] {
  return useQuery(dictQuery(type ?? '')).data ?? none;
}

/** Several at once, by type. */
export function useDicts(types: readonly string[]): Readonly<Record<string, readonly FieldOption[]>> {
  return useQueries({
    queries: types.map((type) => dictQuery(type)),
    combine: (results) =>
      Object.fromEntries(types.map((type, index) => [type, results[index]?.data ?? none])),
  });
}
