'use client';
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconPlus, IconRefresh, IconUpload } from '@tabler/icons-react';
import { Fragment, lazy, Suspense } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { useResourceActions } from '../actions/resource-actions.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import { ColumnsButton } from './columns-button.tsx';
import { DensityMenu } from './density-menu.tsx';
import { ExportButton } from './export-button.tsx';
import styles from './resource-toolbar.module.css';
import { ViewsMenu } from './views-menu.tsx';

/** On phones: one line, and a menu for the rest. */
const FoldRow = lazy(retryWhenOnline(async () => ({ default: (await import('./fold-row.tsx')).FoldRow })));
const AddMenu = lazy(retryWhenOnline(() => import('./add-menu.tsx')));
const BulkBar = lazy(retryWhenOnline(() => import('./bulk-bar.tsx')));

/** Above the list: actions on the left, display settings on the right. */
export function ResourceToolbar() {
  const { resource, rows, selection, open, slots } = useResourcePage();
  const { pageActions, run } = useResourceActions();
  const { translate, local } = useTexts();
  const isNarrow = useIsNarrow();
  const custom = slots.toolbar?.();
  const own = custom ? [<Fragment key="custom">{custom}</Fragment>] : [];
  // Where nothing is added by the form, the page's own buttons are the main ones.
  const isOwnFirst = !resource.definition.can.includes('add');
  const buttons = [
    ...(isOwnFirst ? own : []),
    ...(resource.can('add')
      ? [
          <Button
            key="add"
            leftSection={<IconPlus size={16} />}
            onClick={() => (slots.onAdd ? slots.onAdd() : open({ kind: 'new' }))}
          >
            {slots.addLabels?.own ?? translate('common.add')}
          </Button>,
          ...(slots.addLabels
            ? [<AddByForm key="add by form" label={slots.addLabels.form} isInMenu={isNarrow} />]
            : []),
        ]
      : []),
    ...(resource.can('import')
      ? [
          <Button
            key="import"
            variant="default"
            leftSection={<IconUpload size={16} />}
            onClick={() => open({ kind: 'import' })}
          >
            {translate('common.import')}
          </Button>,
        ]
      : []),
    ...(resource.can('export') ? [<ExportButton key="export" />] : []),
    ...pageActions.map((action) => (
      <Button
        key={`action ${action.key}`}
        variant="default"
        {...(action.isDangerous ? { c: 'red' } : {})}
        onClick={() => run(action, [])}
      >
        {local(action.label)}
      </Button>
    )),
    ...(isOwnFirst ? [] : own),
  ];
  return (
    <div className={styles.bar}>
      <div className={styles.place} data-choosing={selection.size > 0 || undefined}>
        <div className={styles.tools}>
          {isNarrow ? (
            <Suspense fallback={buttons[0]}>
              <FoldRow>{buttons}</FoldRow>
            </Suspense>
          ) : (
            buttons
          )}
        </div>
        {selection.size > 0 && (
          <Suspense>
            <BulkBar />
          </Suspense>
        )}
      </div>
      <Group gap={4}>
        <ViewsMenu />
        {/* Cards have one density. */}
        {!isNarrow && <DensityMenu />}
        <ColumnsButton />
        <Tooltip label={translate('common.refresh')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={translate('common.refresh')}
            aria-busy={rows.isFetching}
            onClick={() => void resource.refresh()}
          >
            <IconRefresh size={18} className={styles.refresh} data-busy={rows.isFetching || undefined} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </div>
  );
}

/** On phones, the menu of the line has it as one of its buttons. Not loaded later, because the line is measured once. */
function AddByForm({ label, isInMenu }: { readonly label: string; readonly isInMenu: boolean }) {
  const { open } = useResourcePage();
  const onForm = () => open({ kind: 'new' });
  if (isInMenu)
    return (
      <Button variant="default" onClick={onForm}>
        {label}
      </Button>
    );
  return (
    <Suspense>
      <AddMenu label={label} onForm={onForm} />
    </Suspense>
  );
}
