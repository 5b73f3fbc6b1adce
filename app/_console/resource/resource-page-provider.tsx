'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { isOutage } from '../api/api-error.ts';
import { usePage } from '../shell/page/page-context.ts';
import { type Panel, readPanel, writePanel } from '../shell/page/panel-address.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import {
  type Command,
  ResourcePageContext,
  type ResourcePageState,
  type Slots,
} from './context/resource-page-context.ts';
import { type ListState, readListState, wireFilters, wireQuery, writeListState } from './data/list-state.ts';
import { useSelection } from './data/selection.ts';
import type { Resource } from './data/use-resource.ts';
import { useColumnControl } from './table/use-column-control.ts';

const noSlots: Slots = {};
const nothingFixed = {};

export interface ResourcePageProviderProps {
  readonly resource: Resource;
  readonly slots?: Slots | undefined;
  readonly fixed?: Readonly<Record<string, string>> | undefined;
  readonly children: ReactNode;
}

/** Provides the state of a resource page. It is stored in the tab's address, so that it can be shared and navigated. */
export function ResourcePageProvider({
  resource: given,
  slots = noSlots,
  fixed = nothingFixed,
  children,
}: ResourcePageProviderProps) {
  const { alsoRefresh } = slots;
  const resource = useMemo(() => {
    if (!alsoRefresh) return given;
    const refresh = async (): Promise<void> => {
      alsoRefresh();
      await given.refresh();
    };
    return { ...given, refresh };
  }, [given, alsoRefresh]);
  const { definition, client } = resource;
  const page = usePage();
  const list = useMemo(() => readListState(page.query, definition), [page.query, definition]);
  const query = useMemo(() => ({ ...wireQuery(list, definition), ...fixed }), [list, definition, fixed]);
  const [newFrom, setNewFrom] = useState<Readonly<Record<string, unknown>>>({});
  const [announcement, announce] = useState('');
  const [commands] = useState(() => new Map<Command, () => void>());
  const columns = useColumnControl(definition);

  const rows = useQuery({
    queryKey: [definition.key, 'page', query],
    queryFn: ({ signal }) => client.page(query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const found = useMemo(() => JSON.stringify([wireFilters(list), fixed]), [list, fixed]);
  const selection = useSelection(definition, found, rows.data?.total ?? 0);

  const setList = useCallback(
    (change: Partial<ListState>, { isReplaced = false } = {}) => {
      const next = { ...list, pageNum: 1, ...change };
      page.setQuery(writeListState(next, definition, page.query), { push: !isReplaced });
    },
    [list, page, definition],
  );
  const panel = useMemo((): Panel | null => {
    const open = readPanel(page.query, definition);
    return open?.kind === 'new' ? { ...open, from: newFrom } : open;
  }, [page.query, definition, newFrom]);
  const open = useCallback(
    (next: Panel) => {
      setNewFrom(next.kind === 'new' ? (next.from ?? {}) : {});
      page.setQuery(writePanel(next, page.query), { push: true });
    },
    [page],
  );
  const closePanel = useCallback(() => page.setQuery(writePanel(null, page.query)), [page]);

  const value = useMemo(
    (): ResourcePageState => ({
      resource,
      list,
      setList,
      fixed,
      query,
      rows: {
        page: rows.data,
        // Rows that are shown remain while the server does not respond.
        error: rows.data && isOutage(rows.error) ? null : rows.error,
        isLoading: rows.isPending && !rows.isPaused,
        isFetching: rows.isFetching,
        isWaiting: rows.isPending && rows.isPaused,
        refetch: rows.refetch,
      },
      selection,
      columns,
      panel,
      open,
      closePanel,
      slots,
      commands,
      announce: announce,
    }),
    [
      resource,
      list,
      setList,
      fixed,
      query,
      rows.data,
      rows.error,
      rows.isPending,
      rows.isPaused,
      rows.isFetching,
      rows.refetch,
      selection,
      columns,
      panel,
      open,
      closePanel,
      slots,
      commands,
    ],
  );
  return (
    <ResourcePageContext value={value}>
      {children}
      <LiveRegion text={announcement} />
    </ResourcePageContext>
  );
}
