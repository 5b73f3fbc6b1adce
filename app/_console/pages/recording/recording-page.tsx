'use client';
import { Button, Group, Paper, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconDownload, IconMovieOff, IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { hasPermi, useGrants } from '../../session/permission.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { bytesText } from '../parts/bytes-text.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import styles from './recording.module.css';
import {
  type RecordingUsage,
  type UsedRecording,
  useRecordingText,
  useRecordingUsage,
} from './recording-data.ts';

const ExportDialog = lazy(() => import('./export-dialog.tsx'));
const CameraRecordings = lazy(() => import('./camera-recordings.tsx'));

/** What recordings use, when storage will be full, and the recordings of each camera. */
export default function RecordingPage() {
  const translate = useRecordingText();
  const { data, error, refetch } = useRecordingUsage();
  const [opened, setOpened] = useState<UsedRecording | null>(null);
  const [isExporting, setExporting] = useState(false);
  const page = usePage();
  const grants = useGrants();
  const mayPlay = hasPermi(grants, 'iot:recording:play');
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} radius="md" />;
  if (data.recordings.length === 0) {
    return (
      <Stack align="center" gap="xs" py="xl" px="md">
        <IconMovieOff size={40} stroke={1.5} aria-hidden />
        <Text fw={600}>{translate('recordings.none')}</Text>
        <Text size="sm" ta="center" maw={520}>
          {translate('recordings.noneWhy')}
        </Text>
        {hasPermi(grants, 'iot:camera:list') && (
          <Button mt="xs" onClick={() => page.open('/iot/camera')}>
            {translate('recordings.openCameras')}
          </Button>
        )}
      </Stack>
    );
  }
  return (
    <div className={styles.page}>
      <Summary usage={data} />
      {mayPlay && (
        <div>
          <Button variant="light" leftSection={<IconDownload size={16} />} onClick={() => setExporting(true)}>
            {translate('recordings.export')}
          </Button>
        </div>
      )}
      <UsageTable recordings={data.recordings} onOpen={setOpened} />
      <Suspense>
        {isExporting && <ExportDialog recordings={data.recordings} onClose={() => setExporting(false)} />}
        {opened && <CameraRecordings recording={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  );
}

function Summary({ usage: { recordings, fullInDays } }: { readonly usage: RecordingUsage }) {
  const translate = useRecordingText();
  const forecast = useForecast();
  const sum = (of: (recording: UsedRecording) => number) =>
    recordings.reduce((total, recording) => total + of(recording), 0);
  return (
    <Paper withBorder p="md" className={styles.summary}>
      <div>
        <Text size="sm" c="dimmed">
          {translate('recordings.total')}
        </Text>
        <Text fz={24} fw={600}>
          {bytesText(sum(({ bytes }) => bytes))}
        </Text>
        <Text size="xs" c="dimmed">
          {translate('recordings.totalOf', { bytes: bytesText(sum(({ bytesPerDay }) => bytesPerDay)) })}
        </Text>
      </div>
      <div>
        <Text size="sm" c="dimmed">
          {translate('recordings.disk')}
        </Text>
        <Text
          className={styles.forecast}
          fz={24}
          fw={600}
          c={fullInDays !== null && fullInDays < 7 ? 'red' : 'inherit'}
        >
          {fullInDays === null ? translate('recordings.fits') : forecast(fullInDays)}
        </Text>
        <Text size="xs" c="dimmed">
          {translate('recordings.fitsWhy')}
        </Text>
      </div>
    </Paper>
  );
}

function useForecast() {
  const translate = useRecordingText();
  return (days: number) =>
    days < 1 ? translate('recordings.fullToday') : translate('recordings.fullIn', { days: Math.floor(days) });
}

function UsageTable({
  recordings,
  onOpen,
}: {
  readonly recordings: readonly UsedRecording[];
  readonly onOpen: (recording: UsedRecording) => void;
}) {
  const translate = useRecordingText();
  const forecast = useForecast();
  const [wanted, setWanted] = useState('');
  const text = wanted.trim().normalize('NFC').toLowerCase();
  const shown = recordings.filter(({ name, serial }) =>
    [name, serial].some((value) => value.toLowerCase().includes(text)),
  );
  const limitOf = ({ keepDays, maxBytes, limitInDays }: UsedRecording) => {
    const days =
      keepDays === null
        ? translate('recordings.noPlan')
        : translate('recordings.keepDays', { days: keepDays });
    if (maxBytes === null) return days;
    const size = bytesText(maxBytes);
    return limitInDays !== null && limitInDays > 0 && limitInDays < (keepDays ?? 0)
      ? `${size} · ${forecast(limitInDays)}`
      : `${days} · ${size}`;
  };
  return (
    <Paper withBorder>
      <Group p="md" pb={0} gap="sm">
        <TextInput
          type="search"
          aria-label={translate('recordings.filter')}
          placeholder={translate('recordings.filter')}
          leftSection={<IconSearch size={16} />}
          w={280}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <Text size="sm" c="dimmed" role="status">
          {translate('recordings.shown', { count: shown.length, total: recordings.length })}
        </Text>
      </Group>
      <Table.ScrollContainer minWidth={720}>
        <Table className={styles.usage} verticalSpacing="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{translate('recordings.camera')}</Table.Th>
              <Table.Th>{translate('recordings.store')}</Table.Th>
              <Table.Th ta="right">{translate('recordings.used')}</Table.Th>
              <Table.Th ta="right">{translate('recordings.perDay')}</Table.Th>
              <Table.Th>{translate('recordings.limit')}</Table.Th>
              <Table.Th>{translate('recordings.since')}</Table.Th>
              <Table.Th>{translate('recordings.until')}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((recording) => (
              <Table.Tr key={`${recording.id}/${recording.store}`}>
                <Table.Td>{recording.name}</Table.Td>
                <Table.Td>{translate(`recordings.${recording.store}`)}</Table.Td>
                <Table.Td ta="right">{bytesText(recording.bytes)}</Table.Td>
                <Table.Td ta="right">{bytesText(recording.bytesPerDay)}</Table.Td>
                <Table.Td>{limitOf(recording)}</Table.Td>
                <Table.Td>{recording.firstTime?.slice(0, 16)}</Table.Td>
                <Table.Td>{recording.lastTime?.slice(0, 16)}</Table.Td>
                <Table.Td ta="right">
                  <Button
                    size="compact-sm"
                    variant="light"
                    aria-label={translate('recordings.openOf', { name: recording.name })}
                    onClick={() => onOpen(recording)}
                  >
                    {translate('recordings.open')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
