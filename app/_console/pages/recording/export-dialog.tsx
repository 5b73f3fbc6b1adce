'use client';
import { Button, Checkbox, MultiSelect, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { zoneOf } from '../../../../lib/kernel/zone-time.ts';
import { useSession } from '../../session/use-session.tsx';
import { useUnsavedDialog } from '../../shell/page/use-unsaved-dialog.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { type CameraExport, exportCamera } from './export-camera.ts';
import { ExportRow, type Outcome, openKinds } from './export-row.tsx';
import { instantOf, LocalTimeField, localTimeOf } from './local-time-field.tsx';
import styles from './recording.module.css';
import { type Store, type UsedRecording, useRecordingText } from './recording-data.ts';

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
  const [begin, setBegin] = useState(() => localTimeOf(Date.now() - hourMs, zone));
  const [end, setEnd] = useState(() => localTimeOf(Date.now(), zone));
  const [hasManifest, setManifest] = useState(false);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome> | null>(null);
  const aborts = useRef(new Map<string, AbortController>());
  /** As it was started: a camera that is repeated with its code gets the same range. */
  const job = useRef<Pick<CameraExport, 'store' | 'begin' | 'end' | 'days' | 'hasManifest'> | null>(null);
  /** Null: the browser saves downloads. */
  const folder = useRef<FileSystemDirectoryHandle | null>(null);

  const cameras = recordings.filter((recording) => recording.store === store);
  const chosen = cameras.filter(({ id }) => ids.includes(id));
  const from = instantOf(begin, zone);
  const to = instantOf(end, zone);
  const isOrdered = from !== null && to !== null && from < to;
  const isShort = isOrdered && to - from <= 24 * hourMs;
  const isRunning = [...(outcomes?.values() ?? [])].some(({ kind }) => openKinds.has(kind));
  // Closing the dialog cancels what runs.
  const dialog = useUnsavedDialog({
    title: translate('recordings.export'),
    isUnsaved: isRunning,
    question: translate('recordings.exportCloseAsk'),
    onClose,
    onRemoval() {
      for (const abort of aborts.current.values()) abort.abort();
    },
  });
  const note = (id: string, outcome: Outcome) =>
    setOutcomes((all) => new Map([...(all ?? []), [id, outcome] as const]));

  async function exportOne(
    id: string,
    { code = null, staysEncrypted = false }: Partial<Pick<CameraExport, 'code' | 'staysEncrypted'>> = {},
  ): Promise<void> {
    const { signal } = aborts.current.get(id)!; // made by `start`
    if (signal.aborted) return;
    note(id, { kind: 'running', share: 0, bytes: 0 });
    try {
      const bytes = await exportCamera(
        { ...job.current!, id, code, staysEncrypted }, // set by `start`
        {
          folder: folder.current,
          signal,
          onProgress: (progress) => note(id, { kind: 'running', ...progress }),
          onBusy: (waitMs) => note(id, { kind: 'busy', seconds: Math.ceil(waitMs / 1_000) }),
        },
      );
      note(id, { kind: 'saved', bytes });
    } catch (error) {
      if (signal.aborted) return note(id, { kind: 'cancelled' });
      const failure = error as { readonly code?: unknown; readonly message?: string };
      note(id, outcomeOf(String(failure.code ?? ''), failure.message ?? ''));
    }
  }

  /** Offered for a valid range. */
  async function start(): Promise<void> {
    // Asks at once, while the click counts. A viewer who closes the question exports nothing.
    const pick = chosen.length > 1 ? pickFolder() : undefined;
    const picked = pick ? await pick({ mode: 'readwrite' }).catch(() => undefined) : null;
    if (picked === undefined) return;
    folder.current = picked;
    const days = `begin=${dateOf(begin.text)}&end=${dateOf(end.text)}`;
    job.current = { store, begin: from!, end: to!, days, hasManifest };
    const queue = chosen.map(({ id }) => id);
    aborts.current = new Map(queue.map((id) => [id, new AbortController()]));
    setOutcomes(new Map(queue.map((id) => [id, { kind: 'waiting' }])));
    const work = async () => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) await exportOne(id);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  /** Without effect once a camera has ended: it may be exported again with its code. */
  function cancel(id: string): void {
    const kind = outcomes?.get(id)?.kind;
    if (!kind || !openKinds.has(kind)) return;
    aborts.current.get(id)?.abort();
    if (kind === 'waiting') note(id, { kind: 'cancelled' });
  }

  return (
    <PageDialog {...dialog} size="lg" closeOnClickOutside={false}>
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
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <LocalTimeField
            label={translate('recordings.exportFrom')}
            zone={zone}
            value={begin}
            disabled={isRunning}
            onChange={setBegin}
          />
          <LocalTimeField
            label={translate('recordings.exportTo')}
            zone={zone}
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
                <ExportRow
                  key={id}
                  name={name}
                  outcome={outcomes.get(id)!}
                  onCancel={() => cancel(id)}
                  onCode={(code) => void exportOne(id, { code })}
                  onKeep={() => void exportOne(id, { staysEncrypted: true })}
                />
              ))}
          </ul>
        )}
        <DialogButtons>
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
        </DialogButtons>
      </Stack>
    </PageDialog>
  );
}

const outcomeOf = (code: string, message: string): Outcome =>
  code === '400035' || code === '400036'
    ? { kind: 'encrypted', problem: code === '400036' ? 'otherCode' : null }
    : code === 'encryption.insecure'
      ? { kind: 'encrypted', problem: 'insecure' }
      : { kind: 'failed', code, message };

/** `yyyyMMdd` of `yyyy-MM-dd HH:mm:ss`. */
const dateOf = (time: string) => time.slice(0, 10).replaceAll('-', '');
