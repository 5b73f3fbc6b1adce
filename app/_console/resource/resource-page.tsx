'use client';
/** A whole room from a definition. A room that needs more gives slots, or composes the parts itself. */
import { Paper, Stack } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { useOfferedActions } from '../palette/use-actions.ts';
import { useSettings } from '../settings/settings-store.ts';
import { useRoom } from '../shell/room.ts';
import { useDefinition, useResourceOf } from './data/use-resource.ts';
import { RowState } from './parts/row-state.tsx';
import { useSingleKeys } from './parts/single-keys.ts';
import { useTexts } from './parts/use-texts.ts';
import styles from './resource-page.module.css';
import { ResourceRoomProvider } from './resource-room.tsx';
import { RoomActionsProvider, useRoomActions } from './room-actions.tsx';
import { type Slots, useResourceRoom } from './room-context.ts';
import { ResourceSearch } from './search/resource-search.tsx';
import { ListFooter } from './table/list-footer.tsx';
import { ResourceTable } from './table/resource-table.tsx';
import { StatusTabs } from './table/status-tabs.tsx';
import { ResourceToolbar } from './toolbar/resource-toolbar.tsx';

const FormDrawer = lazy(() => import('./form/form-drawer.tsx'));
const DetailDrawer = lazy(() => import('./detail/detail-drawer.tsx'));
const ImportDialog = lazy(() => import('./files/import-dialog.tsx'));

export interface ResourcePageProps {
  /** Key of a definition, for instance `system.post`. */
  readonly resource: string;
  readonly slots?: Slots;
  /** Values that all rows of this room have, for instance the type whose entries are listed. */
  readonly fixed?: Readonly<Record<string, string>>;
}

export function ResourcePage({ resource: key, slots, fixed }: ResourcePageProps) {
  const definition = useDefinition(key);
  const resource = useResourceOf(definition.data);
  if (!resource) return <RowState error={definition.error} onRetry={() => void definition.refetch()} />;
  return (
    <ResourceRoomProvider key={key} resource={resource} slots={slots} fixed={fixed}>
      <RoomActionsProvider>
        <RoomLayout />
      </RoomActionsProvider>
    </ResourceRoomProvider>
  );
}

function RoomLayout() {
  const { slots } = useResourceRoom();
  return (
    <div className={styles.room} data-aside={slots.aside ? true : undefined}>
      {slots.aside && (
        <Paper component="aside" withBorder p="md">
          {slots.aside()}
        </Paper>
      )}
      <ResourceList />
      <ResourcePanels />
    </div>
  );
}

/** Search, tools, rows and paging. */
export function ResourceList() {
  const { resource, open, slots } = useResourceRoom();
  const room = useRoom();
  const { shortcuts } = useSettings();
  const { say, local } = useTexts();
  const { pageActions, run } = useRoomActions();
  const root = useRef<HTMLDivElement>(null);
  // Rooms of other tabs are in the page as well.
  const press = (selector: string) => root.current?.querySelector<HTMLElement>(selector);
  const search = () => press('[data-resource-search]')?.focus();
  const refresh = () => void resource.refresh();
  const add = () => (slots.onAdd ? slots.onAdd() : open({ kind: 'new' }));
  const exportRows = () => press('[data-resource-export]')?.click();
  useSingleKeys(room.isActive && shortcuts, {
    '/': search,
    r: refresh,
    ...(resource.can('add') ? { n: add } : {}),
    ...(resource.can('export') ? { e: exportRows } : {}),
  });
  const offer = (key: string, title: string, icon: string, act: () => void) => ({
    key,
    title: `${title} · ${local(resource.definition.title)}`,
    icon,
    run: act,
  });
  useOfferedActions([
    ...(resource.can('add') ? [offer('add', say('common.add'), 'IconEdit', add)] : []),
    ...(resource.can('import')
      ? [offer('import', say('common.import'), 'IconUpload', () => open({ kind: 'import' }))]
      : []),
    ...(resource.can('export') ? [offer('export', say('common.export'), 'IconDownload', exportRows)] : []),
    ...pageActions.map((action) =>
      offer(action.key, local(action.label), action.icon, () => run(action, [])),
    ),
    offer('search', say('common.search'), 'IconSearch', search),
    offer('refresh', say('common.refresh'), 'IconRefresh', refresh),
  ]);
  return (
    <Stack gap="md" miw={0} ref={root}>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <ResourceSearch />
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <StatusTabs />
          <ResourceToolbar />
          <ResourceTable />
          <ListFooter />
        </Stack>
      </Paper>
    </Stack>
  );
}

/** The drawer or dialog that is open, each loaded when it first is. */
export function ResourcePanels() {
  const { panel, resource } = useResourceRoom();
  if (!panel) return null;
  return (
    <Suspense>
      {panel.kind === 'new' && resource.can('add') && <FormDrawer id={null} from={panel.from} />}
      {panel.kind === 'edit' && resource.can('edit') && <FormDrawer key={panel.id} id={panel.id} />}
      {panel.kind === 'show' && resource.can('query') && <DetailDrawer key={panel.id} id={panel.id} />}
      {panel.kind === 'import' && resource.can('import') && <ImportDialog />}
    </Suspense>
  );
}
