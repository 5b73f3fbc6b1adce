'use client';
import { Stack, Table, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '../data/resource-client.ts';
import type { RowId } from '../data/row.ts';
import type { Resource } from '../data/use-resource.ts';
import { useFieldOptions } from '../dictionary/field-options.ts';
import { RowState } from '../parts/row-state.tsx';
import { useTexts } from '../parts/use-texts.ts';

/** As the operation log counts them. */
const kinds = ['other', 'insert', 'update', 'delete', 'grant', 'export', 'import'] as const;

/** Who changed what, field by field, the last first. */
export function HistoryList({ resource, id }: { readonly resource: Resource; readonly id: RowId }) {
  const { say } = useTexts();
  const history = useQuery({
    queryKey: [resource.definition.key, 'history', id],
    queryFn: ({ signal }) => resource.client.history(id, { signal, quiet: true }),
  });
  if (!history.data) return <RowState error={history.error} onRetry={() => void history.refetch()} />;
  if (history.data.length === 0) return <Text c="dimmed">{say('common.empty')}</Text>;
  return (
    <Timeline bulletSize={14} lineWidth={2}>
      {history.data.map((entry) => (
        <Timeline.Item
          key={entry.operId}
          title={`${entry.operName} · ${say(`resource.history.${kinds[entry.businessType] ?? 'other'}`)}`}
        >
          <Stack gap={4}>
            <Text size="xs" c="dimmed">
              <time>{entry.operTime}</time>
            </Text>
            {entry.diff.length > 0 && <DiffTable resource={resource} entry={entry} />}
          </Stack>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function DiffTable({ resource, entry }: { readonly resource: Resource; readonly entry: HistoryEntry }) {
  const { say, local } = useTexts();
  return (
    <Table withTableBorder layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('resource.field')}</Table.Th>
          <Table.Th>{say('resource.before')}</Table.Th>
          <Table.Th>{say('resource.after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entry.diff.map((change) => {
          const field = resource.definition.fields[change.field];
          return (
            <Table.Tr key={change.field}>
              <Table.Th scope="row">{field ? local(field.label) : change.label}</Table.Th>
              <Table.Td>
                <DiffValue resource={resource} name={change.field} value={change.from} />
              </Table.Td>
              <Table.Td>
                <DiffValue resource={resource} name={change.field} value={change.to} />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function DiffValue({
  resource,
  name,
  value,
}: {
  readonly resource: Resource;
  readonly name: string;
  readonly value: unknown;
}) {
  const { local } = useTexts();
  const field = resource.definition.fields[name] ?? { label: { 'zh-CN': '', 'en-US': '' }, kind: 'string' };
  const option = useFieldOptions(resource.definition, name, field).find(
    (known) => known.value === String(value),
  );
  if (option) return local(option.label);
  if (value === null || value === undefined || value === '') return '—';
  return (
    <Text size="sm" lineClamp={4} style={{ overflowWrap: 'anywhere' }}>
      {typeof value === 'object' ? JSON.stringify(value) : String(value)}
    </Text>
  );
}
