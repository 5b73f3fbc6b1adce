'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { useLocale } from '../../text/use-locale.ts';
import { fetchOnFirstInteraction } from '../../ui/first-interaction.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import type { Bulk } from './use-bulk.ts';

const load = () => import('./remove-rows.ts');

/** Deletes rows. The code is loaded at the first input, so that a list opens without it. */
export function useRemoval(bulk: Bulk) {
  const { resource, selection, slots } = useResourcePage();
  const queries = useQueryClient();
  const locale = useLocale();
  useEffect(() => fetchOnFirstInteraction(load), []);
  return async (rows: readonly Row[]): Promise<void> => {
    const { removeRows } = await retryWhenOnline(load)();
    await removeRows({ resource, selection, slots, bulk, queries, locale }, rows);
  };
}
