'use client';
import { Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { databaseBackups } from '../../../../lib/contracts/admin/calls/job.calls.ts';
import { jobTexts } from '../../../../lib/i18n/console/jobs.ts';
import { api } from '../../api/request.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import { bytesText } from '../parts/bytes-text.ts';
import { LoadFailed } from '../parts/load-failed.tsx';

type Backups = z.output<NonNullable<(typeof databaseBackups)['data']>>;

/** What is in the backup folder of the server. It is not offered for download: it contains everything. */
export default function BackupList({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslations(jobTexts);
  const { data, error, refetch } = useQuery({
    queryKey: ['monitor.job', 'backups'],
    queryFn: ({ signal }) => api.get<Backups>('/monitor/job/backups', { signal, quiet: true }),
  });
  return (
    <PageDrawer title={translate('jobs.backups')} onClose={onClose}>
      {data && <Content {...data} />}
      {!data &&
        (error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Skeleton height={120} />)}
    </PageDrawer>
  );
}

function Content({ isEmbedded, records }: Backups) {
  const translate = useTranslations(jobTexts);
  if (!isEmbedded) return <Text size="sm">{translate('jobs.notEmbedded')}</Text>;
  return (
    <Stack gap="md">
      <Text size="sm">{translate('jobs.backupUse')}</Text>
      {records.length === 0 ? (
        <Text size="sm" c="dimmed">
          {translate('jobs.noBackups')}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={320}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{translate('jobs.backupTime')}</Table.Th>
                <Table.Th scope="col">{translate('jobs.backupSize')}</Table.Th>
                <Table.Th scope="col">{translate('jobs.backupName')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {records.map(({ name, bytes, time }) => (
                <Table.Tr key={name}>
                  <Table.Td>{time}</Table.Td>
                  <Table.Td>{bytesText(bytes)}</Table.Td>
                  <Table.Td>{name}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
