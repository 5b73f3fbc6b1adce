'use client';
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconPlus, IconRefresh, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { HasAction } from '../../session/permission.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { useResourceActions } from '../actions/resource-actions.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import { ColumnsButton } from './columns-button.tsx';
import { DensityMenu } from './density-menu.tsx';
import { ExportButton } from './export-button.tsx';
import styles from './resource-toolbar.module.css';
import { ViewsMenu } from './views-menu.tsx';

const BulkBar = lazy(retryWhenOnline(() => import('./bulk-bar.tsx')));

/** Above the list: actions on the left, display settings on the right. */
export function ResourceToolbar() {
  const { resource, rows, selection, open, slots } = useResourcePage();
  const { pageActions, run } = useResourceActions();
  const { translate, local } = useTexts();
  return (
    <div className={styles.bar}>
      <div className={styles.place} data-choosing={selection.size > 0 || undefined}>
        <div className={styles.tools}>
          <HasAction actions={resource.actions} action="add">
            <Button
              leftSection={<IconPlus size={16} />}
              onClick={() => (slots.onAdd ? slots.onAdd() : open({ kind: 'new' }))}
            >
              {translate('common.add')}
            </Button>
          </HasAction>
          <HasAction actions={resource.actions} action="import">
            <Button
              variant="default"
              leftSection={<IconUpload size={16} />}
              onClick={() => open({ kind: 'import' })}
            >
              {translate('common.import')}
            </Button>
          </HasAction>
          <HasAction actions={resource.actions} action="export">
            <ExportButton />
          </HasAction>
          {pageActions.map((action) => (
            <Button
              key={action.key}
              variant="default"
              {...(action.isDangerous ? { c: 'red' } : {})}
              onClick={() => run(action, [])}
            >
              {local(action.label)}
            </Button>
          ))}
          {slots.toolbar?.()}
        </div>
        {selection.size > 0 && (
          <Suspense>
            <BulkBar />
          </Suspense>
        )}
      </div>
      <Group gap={4}>
        <ViewsMenu />
        <DensityMenu />
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
