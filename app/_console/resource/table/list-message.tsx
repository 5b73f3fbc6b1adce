'use client';
import { Button, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconDatabaseOff, IconWifiOff } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { isOutage, mayPass } from '../../api/api-error.ts';
import { useTexts } from '../../text/use-texts.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { emptyListState, isFiltered } from '../data/list-state.ts';

const EmptyList = lazy(retryWhenOnline(() => import('./empty-list.tsx')));

/** Shown instead of rows: no results, or an error, with the next step. */
export function ListMessage() {
  const { resource, rows, list, setList } = useResourcePage();
  const { translate } = useTexts();
  const clear = isFiltered(list) && (
    <Button variant="default" onClick={() => setList(emptyListState(resource.definition))}>
      {translate('resource.clearFilters')}
    </Button>
  );
  if (rows.isWaiting)
    return (
      <Stack align="center" gap="xs" py="xl" role="status">
        <IconWifiOff size={40} stroke={1.5} aria-hidden />
        <Text>{translate('resource.offline')}</Text>
      </Stack>
    );
  if (rows.error)
    return (
      <Stack align="center" gap="xs" py="xl" role="alert">
        <IconAlertCircle size={40} stroke={1.5} aria-hidden />
        <Text>{rows.error instanceof Error ? rows.error.message : translate('common.failed')}</Text>
        {isOutage(rows.error) && <Text size="sm">{translate('common.retrying')}</Text>}
        {mayPass(rows.error) ? (
          <Button variant="default" onClick={() => void rows.refetch()}>
            {translate('common.retry')}
          </Button>
        ) : (
          clear
        )}
      </Stack>
    );
  if (!clear)
    return (
      <Suspense>
        <EmptyList />
      </Suspense>
    );
  return (
    <Stack align="center" gap="xs" py="xl">
      <IconDatabaseOff size={40} stroke={1.5} aria-hidden />
      <Text>{translate('resource.nothingFound')}</Text>
      {clear}
    </Stack>
  );
}
