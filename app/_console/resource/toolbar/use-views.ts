'use client';
/** Saved views of a list: filters, sorting and columns; own views, and views shared with the user's roles. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedView } from '../../../../lib/contracts/admin/calls/preference.calls.ts';
import { api } from '../../api/request.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { parseColumns } from '../data/columns.ts';
import { readListState, writeListState } from '../data/list-state.ts';

export interface ViewDraft {
  readonly name: string;
  readonly sharedWith: readonly number[];
  readonly isDefault: boolean;
}

const none: readonly SavedView[] = [];

export function useViews() {
  const { resource, list, setList, columns } = useResourcePage();
  const { definition } = resource;
  const queries = useQueryClient();
  const path = `/savedView/${definition.key}`;
  const queryKey = ['savedView', definition.key];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<readonly SavedView[]>(path, { signal, quiet: true }),
    staleTime: 60_000,
    retry: false,
  });
  const views = data ?? none;
  return {
    views,
    apply(view: SavedView, options: { readonly isReplaced?: boolean } = {}): void {
      if (parseColumns(view.columns)) columns.restore(view.columns);
      // A view that opens with the page leaves the user's own columns.
      else if (!options.isReplaced && columns.stored) columns.reset();
      setList(readListState(new URLSearchParams(view.query), definition), options);
    },
    async save(draft: ViewDraft): Promise<void> {
      // A view opens at its first page.
      const query = writeListState({ ...list, pageNum: 1 }, definition, new URLSearchParams()).toString();
      await api.post(path, { ...draft, query, columns: columns.stored });
      await queries.invalidateQueries({ queryKey });
    },
    async remove(view: SavedView): Promise<void> {
      await api.delete(`${path}/${view.id}`);
      await queries.invalidateQueries({ queryKey });
    },
  };
}
