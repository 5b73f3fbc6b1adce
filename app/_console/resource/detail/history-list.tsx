'use client';
import { Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { detailTexts } from '../../../../lib/i18n/console/detail.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import type { Resource } from '../data/use-resource.ts';
import { RowState } from '../parts/row-state.tsx';
import { ChangesTable } from './changes-table.tsx';

/** By the numbers of the operation log. */
const kinds = ['other', 'insert', 'update', 'delete', 'grant', 'export', 'import'] as const;

/** Changes of a row by user and field, newest first. */
export function HistoryList({ resource, id }: { readonly resource: Resource; readonly id: RowId }) {
  const { translate } = useTexts();
  const ofDetail = useTranslations(detailTexts);
  const history = useQuery({
    queryKey: [resource.definition.key, 'history', id],
    queryFn: ({ signal }) => resource.client.history(id, { signal, quiet: true }),
  });
  if (!history.data) return <RowState error={history.error} onRetry={() => void history.refetch()} />;
  if (history.data.length === 0) return <Text c="dimmed">{translate('common.empty')}</Text>;
  return (
    <Timeline bulletSize={14} lineWidth={2}>
      {history.data.map((entry) => (
        <Timeline.Item
          key={entry.operId}
          title={`${entry.operName} · ${ofDetail(`detail.history.${kinds[entry.businessType] ?? 'other'}`)}`}
        >
          <Stack gap={4}>
            <Text size="xs" c="dimmed">
              <time>{entry.operTime}</time>
            </Text>
            {entry.diff.length > 0 && <ChangesTable definition={resource.definition} changes={entry.diff} />}
          </Stack>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
