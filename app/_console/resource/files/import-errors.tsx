'use client';
import { ScrollArea, Table, Text } from '@mantine/core';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { ImportResult } from '../../../../lib/contracts/admin/resource-calls.ts';
import { importTexts } from '../../../../lib/i18n/console/import.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';

/** Rows shown; the others are counted. */
const maxShown = 200;

/** Row, column and problem. Rows are numbered as in spreadsheets. */
export function ImportErrors({
  definition,
  errors,
}: {
  readonly definition: ResourceDef;
  readonly errors: ImportResult['errors'];
}) {
  const { translate, local } = useTexts();
  const translateImport = useTranslations(importTexts);
  const labelOf = (column: string) => {
    const label = definition.fields[column]?.label;
    return label ? local(label) : column;
  };
  return (
    <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0 }}>
      <Table withTableBorder stickyHeader>
        <Table.Caption>{translateImport('import.errors', { count: errors.length })}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{translateImport('import.row')}</Table.Th>
            <Table.Th scope="col">{translateImport('import.column')}</Table.Th>
            <Table.Th scope="col">{translateImport('import.error')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.slice(0, maxShown).map((error) => (
            <Table.Tr key={`${error.row} ${error.column} ${error.message}`}>
              <Table.Td>{error.row}</Table.Td>
              <Table.Td>{labelOf(error.column)}</Table.Td>
              <Table.Td>{error.message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {errors.length > maxShown && (
        <Text size="sm" c="dimmed">
          {translate('resource.andMore', { count: errors.length - maxShown })}
        </Text>
      )}
    </ScrollArea.Autosize>
  );
}
