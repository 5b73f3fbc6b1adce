import type { z } from 'zod';
import type { recordingPlay } from '../../../../lib/contracts/admin/calls/recording.calls.ts';
import { AppError } from '../../../../lib/kernel/app-error.ts';
import { type Decryption, decryptionOf, hasCrypto } from '../../../../lib/kernel/decryption.ts';
import { clearingSink } from '../../../../lib/recorded-export/clearing-sink.ts';
import {
  downloadExport,
  type ExportPlace,
  type ExportProgress,
} from '../../../../lib/recorded-export/download-export.ts';
import { type ExportSink, openDownload, writeTo } from '../../../../lib/recorded-export/export-sink.ts';
import { api } from '../../api/request.ts';
import { saveFile } from '../../api/save-file.ts';
import type { Store } from './recording-data.ts';

type RecordingPlay = z.output<NonNullable<typeof recordingPlay.data>>;

/** The range of one camera. */
export interface CameraExport {
  /** Of the channel. */
  readonly id: string;
  readonly store: Store;
  /** Epoch ms; `end` is exclusive. */
  readonly begin: number;
  readonly end: number;
  /** Days of the range in the zone of the organisation, as in addresses: `begin=yyyyMMdd&end=yyyyMMdd`. */
  readonly days: string;
  readonly hasManifest: boolean;
  /** Verification code of the time of the recording; null: none was entered. */
  readonly code: string | null;
  /** Files stay as they are stored. So they do with a manifest, whose digests are those of the stored bytes. */
  readonly staysEncrypted: boolean;
}

const modes = { cloud: 'cloud.rec', device: 'rec' } as const;

/**
 * Saves the recordings of a camera, into a folder that the viewer chose, or as downloads. Resolves with the number of
 * bytes. Rejects with an `AppError` as `downloadExport` and `clearRecording` do (400035: a code is needed, 400036: it is
 * another one), or with an `ApiError`.
 */
export async function exportCamera(
  { id, store, begin, end, days, hasManifest, code, staysEncrypted }: CameraExport,
  {
    folder,
    signal,
    onProgress,
    onBusy,
  }: {
    readonly folder: FileSystemDirectoryHandle | null;
    readonly signal: AbortSignal;
    readonly onProgress: (progress: ExportProgress) => void;
    /** The server is busy, and the export continues by itself after this time in ms. */
    readonly onBusy: (waitMs: number) => void;
  },
): Promise<number> {
  const isKept = hasManifest || staysEncrypted;
  let decryption: Decryption | null = null;

  async function place(): Promise<ExportPlace> {
    const options = { allowDuplicate: true, quiet: true, signal };
    const { accessToken, path } = await api.post<RecordingPlay>('/iot/recording/play', { id }, options);
    const form = {
      accessToken,
      ezopen: `ezopen://${code === null ? '' : `${code}@`}oriel/${path}.${modes[store]}?${days}`,
    };
    const response = await fetch('/api/lapp/live/url/ezopen', {
      method: 'POST',
      body: new URLSearchParams(form),
      credentials: 'omit',
      signal,
    });
    const { code: result, msg, data } = (await response.json()) as LappAnswer;
    if (result !== '200' || !data) throw new AppError(result, msg);
    const { url, token: ticket, encryption } = data;
    if (code !== null && encryption && !decryption && hasCrypto())
      decryption = await decryptionOf(code, encryption);
    return { url, ticket };
  }

  const { files, manifest } = await downloadExport({
    begin,
    end,
    hasManifest,
    place,
    signal,
    onProgress,
    onBusy,
    openSink: async (name, bytes) => {
      const sink = folder ? await fileIn(folder, name) : await openDownload(name, bytes, Date.now());
      return isKept ? sink : clearingSink(sink, decryption);
    },
  });
  for (const { blob, fileName } of files) if (blob) saveFile(blob, fileName);
  if (manifest) await saveManifest(manifest, folder);
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function saveManifest(
  { blob, fileName }: { readonly blob: Blob; readonly fileName: string },
  folder: FileSystemDirectoryHandle | null,
): Promise<void> {
  if (!folder) return saveFile(blob, fileName);
  const sink = await fileIn(folder, fileName);
  await sink.write(new Uint8Array(await blob.arrayBuffer()));
  await sink.finish();
}

/** What is dropped leaves no empty file, and an earlier one of this name as it was. */
async function fileIn(folder: FileSystemDirectoryHandle, name: string): Promise<ExportSink> {
  const isNew = await folder.getFileHandle(name).then(
    () => false,
    () => true,
  );
  const sink = await writeTo(await folder.getFileHandle(name, { create: true }));
  return {
    ...sink,
    async drop() {
      await sink.drop();
      if (isNew) await folder.removeEntry(name).catch(() => undefined); // removed by the viewer
    },
  };
}

interface LappAnswer {
  readonly code: string;
  readonly msg: string;
  readonly data?: {
    readonly url: string;
    readonly token: string;
    readonly encryption?: { readonly salt: string; readonly iterations: number };
  } | null;
}
