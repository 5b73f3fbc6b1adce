'use client';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { detailTexts } from '../../../../lib/i18n/console/detail.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import { inLanguage, titleOf } from '../data/row.ts';
import { EditingNotice } from '../editing/editing-notice.tsx';
import { RowState } from '../parts/row-state.tsx';
import { HistoryList } from './history-list.tsx';
import { ResourceDetail } from './resource-detail.tsx';

/** All fields of a row, and its history. */
export default function DetailDrawer({ id }: { readonly id: RowId }) {
  const { resource, closePanel, slots } = useResourcePage();
  const { definition, client } = resource;
  const { translate, local, locale } = useTexts();
  const ofDetail = useTranslations(detailTexts);
  const row = useQuery({
    queryKey: [definition.key, 'row', id],
    queryFn: ({ signal }) => client.get(id, { signal, quiet: true }),
  });
  // Rows that cannot be edited are events without a name.
  const shown = row.data && inLanguage(locale, definition, row.data);
  const title = shown && !definition.unversioned ? titleOf(definition, shown) : local(definition.title);
  return (
    <PageDrawer title={ofDetail('detail.detailOf', { title })} onClose={closePanel}>
      {shown === undefined ? (
        <RowState error={row.error} onRetry={() => void row.refetch()} onBack={closePanel} />
      ) : (
        <Tabs defaultValue="fields" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="fields">{translate('common.detail')}</Tabs.Tab>
            {!definition.unversioned && <Tabs.Tab value="history">{ofDetail('detail.history')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="fields">
            {definition.can.includes('edit') && <EditingNotice definition={definition} id={id} />}
            <ResourceDetail resource={resource} row={shown} cells={slots.columns} />
            {slots.detailExtra?.(shown)}
          </Tabs.Panel>
          {!definition.unversioned && (
            <Tabs.Panel value="history">
              <HistoryList resource={resource} id={id} />
            </Tabs.Panel>
          )}
        </Tabs>
      )}
    </PageDrawer>
  );
}
