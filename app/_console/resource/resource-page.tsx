'use client';
/** A complete page from a definition. Pages with more needs pass slots or compose the parts themselves. */
import { Paper, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { FieldNames, ResourceKey, ResourceOf } from '../../../lib/contracts/admin/row-types.ts';
import { useSettings } from '../settings/settings-store.ts';
import { useOfferedActions } from '../shell/page/page-actions.ts';
import { usePage } from '../shell/page/page-context.ts';
import { useTexts } from '../text/use-texts.ts';
import { CollapseButton } from '../ui/collapse-button.tsx';
import { useKeyboardShortcuts } from '../ui/keyboard-shortcuts.ts';
import { retryWhenOnline } from '../ui/retry-when-online.ts';
import { useIsNarrow } from '../ui/use-is-narrow.ts';
import { ResourceActionsProvider, useResourceActions } from './actions/resource-actions.tsx';
import { type Slots, useResourcePage } from './context/resource-page-context.ts';
import { useDefinition, useResourceOf } from './data/use-resource.ts';
import { RowState } from './parts/row-state.tsx';
import styles from './resource-page.module.css';
import { ResourcePageProvider } from './resource-page-provider.tsx';
import { ResourceSearch } from './search/resource-search.tsx';
import { ListFooter } from './table/list-footer.tsx';
import { ResourceTable } from './table/resource-table.tsx';
import { ResourceToolbar } from './toolbar/resource-toolbar.tsx';

/** Below this width `aside` is above the list; same value as in the stylesheet. */
const asideAbove = '(max-width: 61.99em)';

const FormDrawer = lazy(retryWhenOnline(() => import('./form/form-drawer.tsx')));
const DetailDrawer = lazy(retryWhenOnline(() => import('./detail/detail-drawer.tsx')));
const StatusTabs = lazy(retryWhenOnline(() => import('./table/status-tabs.tsx')));
const ImportDialog = lazy(retryWhenOnline(() => import('./files/import-dialog.tsx')));

export interface ResourcePageProps<Key extends ResourceKey, Fixed extends FieldNames<ResourceOf<Key>>> {
  /** Key of a definition, for example `system.post`. */
  readonly resource: Key;
  readonly slots?: Slots<ResourceOf<Key>>;
  /** Values common to all rows of this page, for example the type whose entries are listed. */
  readonly fixed?: Readonly<Record<Fixed, string>>;
}

interface AnyPageProps {
  readonly resource: string;
  readonly slots?: Slots;
  readonly fixed?: Readonly<Record<string, string>>;
}

/** The parts are generic; a page with slots is typed by its own resource. */
export function ResourcePage<Key extends ResourceKey, Fixed extends FieldNames<ResourceOf<Key>>>(
  props: ResourcePageProps<Key, Fixed>,
): ReactNode;
export function ResourcePage({ resource: key, slots, fixed }: AnyPageProps) {
  const definition = useDefinition(key);
  const resource = useResourceOf(definition.data);
  if (!resource) return <RowState error={definition.error} onRetry={() => void definition.refetch()} />;
  return (
    <ResourcePageProvider key={key} resource={resource} slots={slots} fixed={fixed}>
      <ResourceActionsProvider>
        <PageLayout />
      </ResourceActionsProvider>
    </ResourcePageProvider>
  );
}

function PageLayout() {
  const { slots } = useResourcePage();
  return (
    <div className={styles.page} data-aside={slots.aside ? true : undefined}>
      {slots.aside && <Aside title={slots.aside.title}>{slots.aside.content()}</Aside>}
      <ResourceList />
      <ResourcePanels />
    </div>
  );
}

/** Beside the list; in narrow windows above it and collapsed. */
function Aside({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const isNarrow = useMediaQuery(asideAbove, false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  if (isNarrow)
    return (
      <aside aria-label={title}>
        <CollapseButton title={title} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        {isOpen && (
          <Paper withBorder p="md" mt="xs">
            {children}
          </Paper>
        )}
      </aside>
    );
  return (
    <Paper component="aside" withBorder p="md" aria-label={title}>
      {children}
    </Paper>
  );
}

/** Search, toolbar, rows and paging. */
export function ResourceList() {
  const { resource, open, slots, commands } = useResourcePage();
  const page = usePage();
  const { shortcuts } = useSettings();
  const { translate, local } = useTexts();
  const { pageActions, run } = useResourceActions();
  const isNarrow = useIsNarrow();
  const search = () => commands.get('search')?.();
  const refresh = () => void resource.refresh();
  const add = () => (slots.onAdd ? slots.onAdd() : open({ kind: 'new' }));
  const exportRows = () => commands.get('export')?.();
  useKeyboardShortcuts(page.isActive && shortcuts, {
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
    ...(resource.can('add') ? [offer('add', translate('common.add'), 'IconEdit', add)] : []),
    ...(resource.can('import')
      ? [offer('import', translate('common.import'), 'IconUpload', () => open({ kind: 'import' }))]
      : []),
    ...(resource.can('export')
      ? [offer('export', translate('common.export'), 'IconDownload', exportRows)]
      : []),
    ...pageActions.map((action) =>
      offer(action.key, local(action.label), action.icon, () => run(action, [])),
    ),
    offer('search', translate('common.search'), 'IconSearch', search),
    offer('refresh', translate('common.refresh'), 'IconRefresh', refresh),
  ]);
  return (
    <Stack gap={isNarrow ? 'xs' : 'md'} miw={0}>
      <ResourceSearch />
      {slots.summary?.()}
      <Paper withBorder p={isNarrow ? 'xs' : 'md'}>
        <Stack gap="sm">
          {resource.definition.tabs && (
            <Suspense fallback={<Skeleton height={30} />}>
              <StatusTabs />
            </Suspense>
          )}
          <ResourceToolbar />
          <ResourceTable />
          <ListFooter />
        </Stack>
      </Paper>
    </Stack>
  );
}

/** The open drawer or dialog; each is loaded on first use. */
export function ResourcePanels() {
  const { panel, resource } = useResourcePage();
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
