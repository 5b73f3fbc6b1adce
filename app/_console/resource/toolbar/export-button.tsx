'use client';
import { Button, Menu, type MenuProps } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { idOf } from '../../../../lib/contracts/admin/row-types.ts';
import type { DownloadOutcome } from '../../api/download.ts';
import { exportJobsKey } from '../../api/query-keys.ts';
import { useSession } from '../../session/use-session.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { useResourceActions } from '../actions/resource-actions.tsx';
import { useCommand, useResourcePage } from '../context/resource-page-context.ts';
import { shownFields } from '../data/columns.ts';
import { wireFilters } from '../data/list-state.ts';
import { timeIn } from '../dates/time-text.ts';

const formats = ['xlsx', 'csv'] as const;

/** Exports the results, or the selected rows, with the columns and order of the list. */
function useExport(isOfChosen: boolean) {
  const { resource, list, fixed, columns, selection } = useResourcePage();
  const { chosen } = useResourceActions();
  const { local } = useTexts();
  const zone = useSession().user?.timeZone;
  const { definition, client } = resource;
  /** Sends the filters if they match the selection, because thousands of ids make a long request. */
  const queryOfRows = async () => {
    if (!isOfChosen || selection.all?.except.size === 0) return wireFilters(list);
    const rows = await chosen();
    // Which sums there are depends on the filters.
    const filters = definition.areSums ? wireFilters(list) : {};
    return rows && { ...filters, ids: rows.map((row) => idOf(definition, row)).join(',') };
  };
  return async (format: (typeof formats)[number]): Promise<DownloadOutcome | null> => {
    const seen = shownFields(columns.layout).filter((name) => definition.fields[name]?.export !== false);
    const rowsQuery = await queryOfRows();
    const sort = { orderByColumn: list.sort.field, isAsc: list.sort.order };
    if (!rowsQuery) return null;
    // Names of files contain no colon.
    const minute = timeIn(zone, Date.now()).slice(0, 16).replace(':', '');
    const fileName = `${local(definition.title)} ${minute}`;
    return client.export({ ...rowsQuery, ...sort, ...fixed }, seen, format, fileName);
  };
}

/** Exports the results. */
export function ExportButton() {
  const [isOpen, setOpen] = useState(false);
  useCommand('export', () => setOpen(true));
  return <ExportMenu menu={{ opened: isOpen, onChange: setOpen }} />;
}

/** `ofChosen`: only the selected rows. */
export function ExportMenu({
  ofChosen = false,
  menu,
}: {
  readonly ofChosen?: boolean;
  readonly menu?: Pick<MenuProps, 'opened' | 'onChange'>;
}) {
  const { translate } = useTexts();
  const toFile = useExport(ofChosen);
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const save = (format: (typeof formats)[number]) => {
    setBusy(true);
    // Failures have been shown.
    toFile(format)
      .then((outcome) => {
        if (outcome === 'deferred') void queries.invalidateQueries({ queryKey: exportJobsKey });
      })
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <Menu position="bottom-start" {...menu}>
      <Menu.Target>
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconDownload size={16} />}
          rightSection={<IconChevronDown size={14} />}
          {...(ofChosen ? { size: 'xs' } : {})}
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
