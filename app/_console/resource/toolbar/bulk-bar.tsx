'use client';
import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { bulkFields } from '../../../../lib/contracts/admin/bulk-fields.ts';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { bulkTexts } from '../../../../lib/i18n/console/bulk.ts';
import { removalTexts } from '../../../../lib/i18n/console/removal.ts';
import { useLocalText } from '../../text/use-text.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { useResourceActions } from '../actions/resource-actions.tsx';
import { useBulkStatus } from '../actions/use-bulk-status.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { isOpenTo } from '../data/row.ts';
import { ExportMenu } from './export-button.tsx';
import { FoldRow } from './fold-row.tsx';
import styles from './resource-toolbar.module.css';

const BulkEdit = lazy(retryWhenOnline(() => import('./bulk-edit.tsx')));

/** Actions for the selected rows of all pages, shown in place of the toolbar. Loaded with the first selection. */
export default function BulkBar() {
  const { resource, selection, rows } = useResourcePage();
  const { bulkActions, run, remove, chosen, bulk } = useResourceActions();
  const status = useBulkStatus(bulk);
  const local = useLocalText();
  const translate = useTranslations(bulkTexts);
  const translateRemoval = useTranslations(removalTexts);
  const [edited, setEdited] = useState<readonly Row[] | null>(null);
  const [busyWith, setBusyWith] = useState<unknown>(null);
  const { definition } = resource;
  const total = rows.page?.total ?? selection.size;
  const hidden = selection.hidden(rows.page?.records ?? []);
  const isMore = !definition.tree && total > (rows.page?.records.length ?? 0);
  const isRemovable =
    selection.all !== null || [...selection.rows.values()].some((row) => isOpenTo(definition, row, 'remove'));
  const withChosen = async (act: (rows: readonly Row[]) => void | Promise<void>) => {
    const marked = await chosen();
    if (marked && marked.length > 0) await act(marked);
  };
  const changeStatus = async (value: unknown) => {
    setBusyWith(value);
    await withChosen((marked) => status?.change(marked, value)).finally(() => setBusyWith(null));
  };
  return (
    <div className={styles.bulk}>
      <Text size="sm" role="status" className={styles.count ?? ''}>
        {translate('bulk.selected', { count: selection.size, total })}
        {hidden > 0 && translate('bulk.hidden', { count: hidden })}
      </Text>
      <FoldRow>
        {[
          ...(isMore && selection.size < total
            ? [
                <Button key="all" size="xs" variant="light" onClick={selection.chooseAll}>
                  {translate('bulk.selectAll', { total })}
                </Button>,
              ]
            : []),
          ...(status?.choices ?? []).map(({ value, word }) => (
            <Button
              key={`status ${String(value)}`}
              size="xs"
              variant="default"
              loading={busyWith === value}
              onClick={() => void changeStatus(value)}
            >
              {translate('bulk.turn', { value: word })}
            </Button>
          )),
          ...(resource.can('edit') && bulkFields(definition).length > 0
            ? [
                <Button key="edit" size="xs" variant="default" onClick={() => void withChosen(setEdited)}>
                  {translate('bulk.edit')}
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
          ...(resource.can('export') ? [<ExportMenu key="export" ofChosen />] : []),
          ...(isRemovable && resource.can('remove')
            ? [
                <Button
                  key="remove"
                  size="xs"
                  color="red"
                  variant="light"
                  onClick={() => void withChosen(remove)}
                >
                  {translateRemoval('removal.selected')}
                </Button>,
              ]
            : []),
        ]}
      </FoldRow>
      <Tooltip label={translate('bulk.clear')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={styles.clear ?? ''}
          aria-label={translate('bulk.clear')}
          onClick={selection.clear}
        >
          <IconX size={18} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{edited && <BulkEdit rows={edited} onClose={() => setEdited(null)} />}</Suspense>
    </div>
  );
}
