'use client';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { wireFilters } from '../data/list-state.ts';
import type { RowId } from '../data/row.ts';
import { useTexts } from '../parts/use-texts.ts';
import { useResourceRoom } from '../room-context.ts';
import { shownFields } from '../table/columns.ts';

const formats = ['xlsx', 'csv'] as const;

/** A file of what is filtered and seen, or of chosen rows: with the list's columns and order. */
function useExport(ids: readonly RowId[] | undefined) {
  const { resource, list, fixed, columns } = useResourceRoom();
  const { local } = useTexts();
  const { definition, client } = resource;
  return (format: (typeof formats)[number]): Promise<void> => {
    const seen = shownFields(columns.layout).filter((name) => definition.fields[name]?.export !== false);
    const wanted = ids ? { ids: ids.join(',') } : wireFilters(list);
    const sort = { orderByColumn: list.sort.field, isAsc: list.sort.order };
    return client.export({ ...wanted, ...sort, ...fixed }, seen, format, local(definition.title));
  };
}

export function ExportButton({ ids }: { readonly ids?: readonly RowId[] }) {
  const { say } = useTexts();
  const toFile = useExport(ids);
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
          {...(ids ? { size: 'xs' } : { 'data-resource-export': true })}
        >
          {say(ids ? 'resource.exportSelected' : 'common.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => save(format)}>
            {say(`resource.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
