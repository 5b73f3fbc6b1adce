'use client';
import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { lastRow, pageSizes } from '../data/list-state.ts';

/** Number of results and paging. */
export function ListFooter() {
  const { resource, rows, list, setList, announce } = useResourcePage();
  const { translate } = useTexts();
  const total = rows.page?.total;
  const count = total === undefined ? '' : translate('resource.total', { count: total });
  useEffect(() => {
    if (count && !rows.isFetching) announce(count);
  }, [count, rows.isFetching, announce]);
  const pages = Math.max(1, Math.ceil(Math.min(total ?? 0, lastRow) / list.pageSize));

  // The page no longer exists after deleting its last row.
  const isBeyond = total !== undefined && !rows.isFetching && total > 0 && list.pageNum > pages;
  useEffect(() => {
    if (isBeyond && !resource.definition.tree) setList({ pageNum: pages }, { isReplaced: true });
  }, [isBeyond, pages, setList, resource.definition.tree]);

  return (
    <Group justify="space-between" mih={36}>
      <Text size="sm">{count}</Text>
      {!resource.definition.tree && total !== undefined && (
        <Group gap="sm">
          <NativeSelect
            size="xs"
            w={128}
            aria-label={translate('resource.pageSize')}
            data={pageSizes.map((size) => ({
              value: String(size),
              label: translate('resource.perPage', { size }),
            }))}
            value={String(list.pageSize)}
            onChange={(event) => setList({ pageSize: Number(event.currentTarget.value) })}
          />
          <Pagination
            size="sm"
            total={pages}
            value={Math.min(list.pageNum, pages)}
            onChange={(pageNum) => setList({ pageNum })}
            getItemProps={(page) => ({ 'aria-label': translate('resource.pageOf', { page }) })}
            getControlProps={(control) => ({
              'aria-label': translate(control === 'previous' ? 'resource.previousPage' : 'resource.nextPage'),
            })}
          />
        </Group>
      )}
    </Group>
  );
}
