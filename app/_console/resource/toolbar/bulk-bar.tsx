'use client';
import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { bulkFields } from '../../../../lib/contracts/admin/bulk-fields.ts';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { bulkTexts } from '../../../../lib/i18n/console/bulk.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { useResourceActions } from '../actions/resource-actions.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import { isOpenTo } from '../data/row.ts';
import { ExportButton } from './export-button.tsx';
import { FoldRow } from './fold-row.tsx';
import styles from './resource-toolbar.module.css';

const BulkEdit = lazy(retryWhenOnline(() => import('./bulk-edit.tsx')));

/** Actions for the selected rows of all pages, shown in place of the toolbar. Loaded with the first selection. */
export default function BulkBar() {
  const { resource, selection, rows } = useResourcePage();
  const { bulkActions, run, remove, statuses, changeStatuses, chosen } = useResourceActions();
  const { translate, local } = useTexts();
  const translateBulk = useTranslations(bulkTexts);
  const [edited, setEdited] = useState<readonly Row[] | null>(null);
  const [busyWith, setBusyWith] = useState<unknown>(null);
  const { definition } = resource;
  const total = rows.page?.total ?? selection.size;
  const isMore = !definition.tree && total > (rows.page?.records.length ?? 0);
  const isRemovable =
    selection.all !== null || [...selection.rows.values()].some((row) => isOpenTo(definition, row, 'remove'));
  const withChosen = async (act: (rows: readonly Row[]) => void | Promise<void>) => {
    const marked = await chosen();
    if (marked && marked.length > 0) await act(marked);
  };
  const changeStatus = async (value: unknown) => {
    setBusyWith(value);
    await withChosen((marked) => changeStatuses(marked, value)).finally(() => setBusyWith(null));
  };
  return (
    <div className={styles.bulk}>
      <Text size="sm" role="status" className={styles.count ?? ''}>
        {translate('resource.selected', { count: selection.size, total })}
      </Text>
      <FoldRow>
        {[
          ...(isMore && selection.size < total
            ? [
                <Button key="all" size="xs" variant="light" onClick={selection.chooseAll}>
                  {translate('resource.selectAll', { total })}
                </Button>,
              ]
            : []),
          ...statuses.map(({ value, word }) => (
            <Button
              key={`status ${String(value)}`}
              size="xs"
              variant="default"
              loading={busyWith === value}
              onClick={() => void changeStatus(value)}
            >
              {translate('resource.turnSelected', { value: word })}
            </Button>
          )),
          ...(resource.can('edit') && bulkFields(definition).length > 0
            ? [
                <Button key="edit" size="xs" variant="default" onClick={() => void withChosen(setEdited)}>
                  {translateBulk('bulk.edit')}
                </Button>,
              ]
            : []),
          ...bulkActions.map((action) => (
            <Button
              key={`action ${action.key}`}
              size="xs"
              variant="default"
              {...(action.isDangerous ? { c: 'red' } : {})}
              onClick={() => void withChosen((marked) => run(action, marked))}
            >
              {local(action.label)}
            </Button>
          )),
          ...(resource.can('export') ? [<ExportButton key="export" ofChosen />] : []),
          ...(isRemovable && resource.can('remove')
            ? [
                <Button
                  key="remove"
                  size="xs"
                  color="red"
                  variant="light"
                  onClick={() => void withChosen(remove)}
                >
                  {translate('resource.removeSelected')}
                </Button>,
              ]
            : []),
        ]}
      </FoldRow>
      <Tooltip label={translate('resource.clearSelection')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={styles.clear ?? ''}
          aria-label={translate('resource.clearSelection')}
          onClick={selection.clear}
        >
          <IconX size={18} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{edited && <BulkEdit rows={edited} onClose={() => setEdited(null)} />}</Suspense>
    </div>
  );
}
