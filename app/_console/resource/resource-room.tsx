'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useRoom } from '../shell/room.ts';
import { type ListState, readListState, wireFilters, wireQuery, writeListState } from './data/list-state.ts';
import { readPanel, writePanel } from './data/panel-address.ts';
import { useSelection } from './data/selection.ts';
import type { Resource } from './data/use-resource.ts';
import { LiveRegion } from './parts/live-region.tsx';
import { type Panel, type ResourceRoom, ResourceRoomContext, type Slots } from './room-context.ts';
import { useColumnControl } from './table/use-column-control.ts';

const noSlots: Slots = {};
const nothingFixed = {};

export interface ResourceRoomProps {
  readonly resource: Resource;
  readonly slots?: Slots | undefined;
  readonly fixed?: Readonly<Record<string, string>> | undefined;
  readonly children: ReactNode;
}

/** Around the parts of a room. Their state is the tab's address, so that it can be shared and gone back in. */
export function ResourceRoomProvider({
  resource: given,
  slots = noSlots,
  fixed = nothingFixed,
  children,
}: ResourceRoomProps) {
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
  const room = useRoom();
  const list = useMemo(() => readListState(room.query, definition), [room.query, definition]);
  const query = useMemo(() => ({ ...wireQuery(list, definition), ...fixed }), [list, definition, fixed]);
  const [newFrom, setNewFrom] = useState<Readonly<Record<string, unknown>>>({});
  const [said, setSaid] = useState('');
  const columns = useColumnControl(definition);

  const rows = useQuery({
    queryKey: [definition.key, 'page', query],
    queryFn: ({ signal }) => client.page(query, { signal }),
    placeholderData: keepPreviousData,
  });
  const found = useMemo(() => JSON.stringify([wireFilters(list), fixed]), [list, fixed]);
  const selection = useSelection(definition, found, rows.data?.total ?? 0);

  const setList = useCallback(
    (change: Partial<ListState>, { isReplaced = false } = {}) => {
      const next = { ...list, pageNum: 1, ...change };
      room.setQuery(writeListState(next, definition, room.query), { push: !isReplaced });
    },
    [list, room, definition],
  );
  const panel = useMemo((): Panel | null => {
    const open = readPanel(room.query, definition);
    return open?.kind === 'new' ? { ...open, from: newFrom } : open;
  }, [room.query, definition, newFrom]);
  const open = useCallback(
    (next: Panel) => {
      setNewFrom(next.kind === 'new' ? (next.from ?? {}) : {});
      room.setQuery(writePanel(next, room.query), { push: true });
    },
    [room],
  );
  const closePanel = useCallback(() => room.setQuery(writePanel(null, room.query)), [room]);

  const value = useMemo(
    (): ResourceRoom => ({
      resource,
      list,
      setList,
      fixed,
      query,
      rows: {
        page: rows.data,
        error: rows.error,
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
      announce: setSaid,
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
    ],
  );
  return (
    <ResourceRoomContext value={value}>
      {children}
      <LiveRegion text={said} />
    </ResourceRoomContext>
  );
}
