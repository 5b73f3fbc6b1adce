import type { z } from 'zod';
import type { recordingPlay } from '../../../../lib/contracts/admin/calls/recording.calls.ts';
import { AppError } from '../../../../lib/kernel/app-error.ts';
import {
  downloadExport,
  type ExportPlace,
  type ExportProgress,
} from '../../../../lib/recorded-export/download-export.ts';
import { openDownload, writeTo } from '../../../../lib/recorded-export/export-sink.ts';
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
}

const modes = { cloud: 'cloud.rec', device: 'rec' } as const;

/**
 * Saves the recordings of a camera, into a folder that the viewer chose, or as downloads. Resolves with the number of
 * bytes. Rejects with an `AppError` as `downloadExport` does, or with an `ApiError`.
 */
export async function exportCamera(
  { id, store, begin, end, days, hasManifest }: CameraExport,
  {
    folder,
    signal,
    onProgress,
  }: {
    readonly folder: FileSystemDirectoryHandle | null;
    readonly signal: AbortSignal;
    readonly onProgress: (progress: ExportProgress) => void;
  },
): Promise<number> {
  async function place(): Promise<ExportPlace> {
    const options = { allowDuplicate: true, quiet: true, signal };
    const { accessToken, path } = await api.post<RecordingPlay>('/iot/recording/play', { id }, options);
    const form = { accessToken, ezopen: `ezopen://oriel/${path}.${modes[store]}?${days}` };
    const response = await fetch('/api/lapp/live/url/ezopen', {
      method: 'POST',
      body: new URLSearchParams(form),
      credentials: 'omit',
      signal,
    });
    const { code, msg, data } = (await response.json()) as LappAnswer;
    if (code !== '200' || !data) throw new AppError(code, msg);
    return { url: data.url, ticket: data.token };
  }

  const { files, manifest } = await downloadExport({
    begin,
    end,
    hasManifest,
    place,
    signal,
    onProgress,
    openSink: async (name, bytes) =>
      folder
        ? writeTo(await folder.getFileHandle(name, { create: true }))
        : openDownload(name, bytes, Date.now()),
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
  const sink = await writeTo(await folder.getFileHandle(fileName, { create: true }));
  await sink.write(new Uint8Array(await blob.arrayBuffer()));
  await sink.finish();
}

interface LappAnswer {
  readonly code: string;
  readonly msg: string;
  readonly data?: { readonly url: string; readonly token: string } | null;
}
