'use client';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { idOf } from '../../../../lib/contracts/admin/row-types.ts';
import { useTexts } from '../../text/use-texts.ts';
import { wireFilters } from '../data/list-state.ts';
import { useResourceActions } from '../resource-actions.tsx';
import { useResourcePage } from '../resource-page-context.ts';
import { shownFields } from '../table/columns.ts';

const formats = ['xlsx', 'csv'] as const;

/** A file of what is filtered and seen, or of the chosen rows of it: with the list's columns and order. */
function useExport(isOfChosen: boolean) {
  const { resource, list, fixed, columns, selection } = useResourcePage();
  const { chosen } = useResourceActions();
  const { local } = useTexts();
  const { definition, client } = resource;
  /** By the filters as long as they find nothing else: thousands of ids are a long question. */
  const wantedRows = async () => {
    if (!isOfChosen || selection.all?.except.size === 0) return wireFilters(list);
    const rows = await chosen();
    return rows && { ids: rows.map((row) => idOf(definition, row)).join(',') };
  };
  return async (format: (typeof formats)[number]): Promise<void> => {
    const seen = shownFields(columns.layout).filter((name) => definition.fields[name]?.export !== false);
    const wanted = await wantedRows();
    const sort = { orderByColumn: list.sort.field, isAsc: list.sort.order };
    if (wanted) await client.export({ ...wanted, ...sort, ...fixed }, seen, format, local(definition.title));
  };
}

/** `ofChosen`: of the rows that are chosen. */
export function ExportButton({ ofChosen = false }: { readonly ofChosen?: boolean }) {
  const { translate } = useTexts();
  const toFile = useExport(ofChosen);
  const [isBusy, setBusy] = useState(false);
  const save = (format: (typeof formats)[number]) => {
    setBusy(true);
    // The helper has told the user of a failure.
    toFile(format)
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconDownload size={16} />}
          rightSection={<IconChevronDown size={14} />}
          {...(ofChosen ? { size: 'xs' } : { 'data-resource-export': true })}
        >
          {translate(ofChosen ? 'resource.exportSelected' : 'common.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => save(format)}>
            {translate(`resource.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
