'use client';
import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core';
import { IconDownload, IconRefresh, IconX } from '@tabler/icons-react';
import { exportTexts } from '../../../../lib/i18n/console/exports.ts';
import { fileAddress } from '../../api/upload/image-address.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { type ExportJob, isUnfinished } from './export-calls.ts';
import { useExportChanges } from './export-changes.ts';
import styles from './notice.module.css';

/** Exports of the user that are made in the background, in the popover of the bell. */
export default function ExportList({ jobs }: { readonly jobs: readonly ExportJob[] }) {
  const translate = useTranslations(exportTexts);
  return (
    <section aria-label={translate('exports.title')} className={styles.exports}>
      <Text size="xs" c="dimmed">
        {translate('exports.title')}
      </Text>
      {jobs.map((job) => (
        <ExportItem key={job.id} job={job} />
      ))}
    </section>
  );
}

const shown = (count: number) => count.toLocaleString('en-US');

function ExportItem({ job }: { readonly job: ExportJob }) {
  const translate = useTranslations(exportTexts);
  const { restart, remove, refresh } = useExportChanges();
  const { id, state, url, reason, expireTime, rowsDone, rowsTotal } = job;
  const title = `${job.title}.${job.format}`;
  const progress = translate('exports.progress', { done: shown(rowsDone), total: shown(rowsTotal) });
  const status = {
    waiting: translate('exports.waiting'),
    running: progress,
    done: translate('exports.expires', { time: expireTime ?? '' }),
    failed: reason ?? '',
  }[state];
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Stack gap={2} flex={1} miw={0}>
        <Text size="sm" fw={state === 'done' && !job.opened ? 600 : 400} truncate>
          {title}
        </Text>
        {state === 'running' && (
          <Progress size="sm" value={(100 * rowsDone) / Math.max(1, rowsTotal)} aria-label={title} />
        )}
        <Text size="xs" c={state === 'failed' ? 'red' : 'dimmed'}>
          {status}
        </Text>
      </Stack>
      {url && (
        <ActionIcon
          component="a"
          href={fileAddress(url)}
          variant="subtle"
          aria-label={translate('exports.download', { title })}
          onClick={refresh}
        >
          <IconDownload size={16} />
        </ActionIcon>
      )}
      {state === 'failed' && (
        <ActionIcon
          variant="subtle"
          loading={restart.isPending}
          aria-label={translate('exports.restart', { title })}
          onClick={() => restart.mutate(id)}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        loading={remove.isPending}
        aria-label={translate(isUnfinished(job) ? 'exports.cancel' : 'exports.remove', { title })}
        onClick={() => remove.mutate(id)}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
