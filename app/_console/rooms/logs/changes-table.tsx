'use client';
import { Table, Text } from '@mantine/core';
import { useText } from '../../settings/use-text.ts';

export interface Change {
  readonly field: string;
  readonly label: string;
  readonly from: unknown;
  readonly to: unknown;
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What changed, field by field, as it was written down. */
export function ChangesTable({ changes }: { readonly changes: readonly Change[] }) {
  const say = useText();
  return (
    <Table withTableBorder fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{say('resource.field')}</Table.Th>
          <Table.Th scope="col">{say('resource.before')}</Table.Th>
          <Table.Th scope="col">{say('resource.after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, label, from, to }) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{label}</Table.Th>
            {[from, to].map((value, at) => (
              <Table.Td key={at === 0 ? 'from' : 'to'}>
                <Text size="sm" lineClamp={6} style={{ overflowWrap: 'anywhere' }}>
                  {inWords(value)}
                </Text>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
