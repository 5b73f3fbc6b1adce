'use client';
import { useQuery } from '@tanstack/react-query';
import type { FieldOption } from '../../../../lib/contracts/admin/field.ts';
import { api } from '../../api/request.ts';
import { DictLoader } from './dict-loader.ts';

const staleMs = 5 * 60_000;
const none: readonly FieldOption[] = [];

const loader = new DictLoader(api);

/** Entries of a dictionary; empty while loading and for null. */
export function useDict(type: string | null): readonly FieldOption[] {
  const { data } = useQuery({
    queryKey: ['dict', type ?? ''],
    queryFn: () => loader.load(type ?? ''),
    staleTime: staleMs,
    enabled: type !== null && type !== '',
  });
  return data ?? none;
}
