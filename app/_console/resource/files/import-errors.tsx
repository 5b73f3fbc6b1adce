'use client';
import { ScrollArea, Table, Text } from '@mantine/core';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { ImportResult } from '../../../../lib/contracts/admin/resource-calls.ts';
import { useTexts } from '../../text/use-texts.ts';

/** More are counted, not drawn. */
const mostShown = 200;

/** Where in the file, and what is wrong there. Rows are counted as spreadsheets do. */
export function ImportErrors({
  definition,
  errors,
}: {
  readonly definition: ResourceDef;
  readonly errors: ImportResult['errors'];
}) {
  const { say, local } = useTexts();
  const labelOf = (column: string) => {
    const label = definition.fields[column]?.label;
    return label ? local(label) : column;
  };
  return (
    <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0 }}>
      <Table withTableBorder stickyHeader>
        <Table.Caption>{say('resource.importErrors', { count: errors.length })}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{say('resource.fileRow')}</Table.Th>
            <Table.Th scope="col">{say('resource.fileColumn')}</Table.Th>
            <Table.Th scope="col">{say('resource.fileError')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.slice(0, mostShown).map((error) => (
            <Table.Tr key={`${error.row} ${error.column} ${error.message}`}>
              <Table.Td>{error.row}</Table.Td>
              <Table.Td>{labelOf(error.column)}</Table.Td>
              <Table.Td>{error.message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {errors.length > mostShown && (
        <Text size="sm" c="dimmed">
          {say('resource.andMore', { count: errors.length - mostShown })}
        </Text>
      )}
    </ScrollArea.Autosize>
  );
}
