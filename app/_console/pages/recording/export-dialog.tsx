'use client';
import {
  Alert,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  Progress,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { zoneOf } from '../../../../lib/kernel/zone-time.ts';
import { TimeField } from '../../resource/dates/time-field.tsx';
import { useSession } from '../../session/use-session.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { bytesText } from '../parts/bytes-text.ts';
import { exportCamera } from './export-camera.ts';
import styles from './recording.module.css';
import { type Store, type UsedRecording, useRecordingText } from './recording-data.ts';

type Outcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly share: number; readonly bytes: number }
  | { readonly kind: 'saved'; readonly bytes: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** Two cameras at once use the disk of the server and the connection well enough. */
const atOnce = 2;
const hourMs = 3_600_000;

type PickFolder = (options: { readonly mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>;
const pickFolder = () => (globalThis as { readonly showDirectoryPicker?: PickFolder }).showDirectoryPicker;

/** Exports the same range of one or several cameras. A camera that fails does not stop the others. */
export default function ExportDialog({
  recordings,
  onClose,
}: {
  readonly recordings: readonly UsedRecording[];
  readonly onClose: () => void;
}) {
  const translate = useRecordingText();
  const zone = zoneOf(useSession().user?.timeZone ?? 'Asia/Shanghai');
  const [store, setStore] = useState<Store>('cloud');
  const [ids, setIds] = useState<readonly string[]>([]);
  const [begin, setBegin] = useState(() => zone.text(Date.now() - hourMs));
  const [end, setEnd] = useState(() => zone.text(Date.now()));
  const [hasManifest, setManifest] = useState(false);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome> | null>(null);
  const aborts = useRef(new Map<string, AbortController>());
  // Closing the dialog cancels what runs.
  useEffect(
    () => () => {
      for (const abort of aborts.current.values()) abort.abort();
    },
    [],
  );

  const cameras = recordings.filter((recording) => recording.store === store);
  const chosen = cameras.filter(({ id }) => ids.includes(id));
  const from = zone.instant(begin);
  const to = zone.instant(end);
  const isOrdered = from !== null && to !== null && from < to;
  const isShort = isOrdered && to - from <= 24 * hourMs;
  const isRunning = [...(outcomes?.values() ?? [])].some(
    ({ kind }) => kind === 'waiting' || kind === 'running',
  );
  const note = (id: string, outcome: Outcome) =>
    setOutcomes((all) => new Map([...(all ?? []), [id, outcome] as const]));

  async function exportOne(id: string, folder: FileSystemDirectoryHandle | null): Promise<void> {
    const { signal } = aborts.current.get(id)!; // made by `start`
    if (signal.aborted) return;
    note(id, { kind: 'running', share: 0, bytes: 0 });
    const days = `begin=${dateOf(begin)}&end=${dateOf(end)}`;
    try {
      const bytes = await exportCamera(
        { id, store, begin: from!, end: to!, days, hasManifest },
        { folder, signal, onProgress: (progress) => note(id, { kind: 'running', ...progress }) },
      );
      note(id, { kind: 'saved', bytes });
    } catch (error) {
      if (signal.aborted) return note(id, { kind: 'cancelled' });
      const { code = '', message = '' } = error as { readonly code?: unknown; readonly message?: string };
      note(id, { kind: 'failed', code: String(code), message });
    }
  }

  async function start(): Promise<void> {
    // Asks at once, while the click counts. A viewer who closes the question exports nothing.
    const pick = chosen.length > 1 ? pickFolder() : undefined;
    const folder = pick ? await pick({ mode: 'readwrite' }).catch(() => undefined) : null;
    if (folder === undefined) return;
    const queue = chosen.map(({ id }) => id);
    aborts.current = new Map(queue.map((id) => [id, new AbortController()]));
    setOutcomes(new Map(queue.map((id) => [id, { kind: 'waiting' }])));
    const work = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await exportOne(id, folder);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  function cancel(id: string): void {
    aborts.current.get(id)?.abort();
    if (outcomes?.get(id)?.kind === 'waiting') note(id, { kind: 'cancelled' });
  }

  return (
    <PageDialog onClose={onClose} title={translate('recordings.export')} size="lg">
      <Stack>
        <SegmentedControl
          aria-label={translate('recordings.store')}
          data={(['cloud', 'device'] as const).map((value) => ({
            value,
            label: translate(`recordings.${value}`),
          }))}
          value={store}
          disabled={isRunning}
          onChange={(value) => setStore(value as Store)}
        />
        <MultiSelect
          label={translate('recordings.exportCameras')}
          data={cameras.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen.map(({ id }) => id)}
          disabled={isRunning}
          searchable
          onChange={(values: readonly string[]) => setIds(values)}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TimeField
            label={translate('recordings.exportFrom')}
            value={begin}
            disabled={isRunning}
            onChange={setBegin}
          />
          <TimeField
            label={translate('recordings.exportTo')}
            value={end}
            disabled={isRunning}
            error={
              isOrdered
                ? isShort
                  ? null
                  : translate('recordings.exportLength')
                : translate('recordings.exportOrder')
            }
            onChange={setEnd}
          />
        </SimpleGrid>
        <Checkbox
          label={translate('recordings.exportManifest')}
          checked={hasManifest}
          disabled={isRunning}
          onChange={({ currentTarget }) => setManifest(currentTarget.checked)}
        />
        {outcomes && (
          <ul className={styles.exports} aria-label={translate('recordings.exportResults')}>
            {cameras
              .filter(({ id }) => outcomes.has(id))
              .map(({ id, name }) => (
                <ExportRow key={id} name={name} outcome={outcomes.get(id)!} onCancel={() => cancel(id)} />
              ))}
          </ul>
        )}
        <Group justify="flex-end">
          {isRunning && (
            <Button
              variant="default"
              onClick={() => {
                for (const { id } of chosen) cancel(id);
              }}
            >
              {translate('recordings.exportCancelAll')}
            </Button>
          )}
          <Button loading={isRunning} disabled={chosen.length === 0 || !isShort} onClick={() => void start()}>
            {translate('recordings.exportStart')}
          </Button>
        </Group>
      </Stack>
    </PageDialog>
  );
}

function ExportRow({
  name,
  outcome,
  onCancel,
}: {
  readonly name: string;
  readonly outcome: Outcome;
  readonly onCancel: () => void;
}) {
  const translate = useRecordingText();
  const { kind } = outcome;
  const isOpen = kind === 'waiting' || kind === 'running';
  const percent = kind === 'running' ? Math.floor(outcome.share * 100) : kind === 'saved' ? 100 : 0;
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" truncate>
          {name}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Text size="xs" c="dimmed" role="status">
            {kind === 'running' && `${percent}% · ${bytesText(outcome.bytes)}`}
            {kind === 'saved' && translate('recordings.exportSaved', { bytes: bytesText(outcome.bytes) })}
            {kind === 'waiting' && translate('recordings.exportWaiting')}
            {kind === 'cancelled' && translate('recordings.exportCancelled')}
          </Text>
          {isOpen && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={translate('recordings.exportCancelOf', { name })}
              onClick={onCancel}
            >
              {translate('recordings.exportCancel')}
            </Button>
          )}
        </Group>
      </Group>
      {isOpen && <Progress value={percent} aria-label={name} />}
      {kind === 'failed' && (
        <Alert color="red" p="xs">
          {outcome.code === 'playback.none'
            ? translate('recordings.exportNone')
            : outcome.code === 'export.tooLarge'
              ? translate('recordings.exportTooLarge')
              : outcome.message || outcome.code}
        </Alert>
      )}
    </li>
  );
}

/** `yyyyMMdd` of `yyyy-MM-dd HH:mm:ss`. */
const dateOf = (time: string) => time.slice(0, 10).replaceAll('-', '');
