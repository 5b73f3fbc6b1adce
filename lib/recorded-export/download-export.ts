/**
 * Downloads the recordings of a range as MP4 files, in a browser. Start reading at `downloadExport`. Files are written
 * while they arrive; after an interruption they continue where they ended, because an export is the same bytes each time.
 */
import { AppError } from '../kernel/app-error.ts';
import type { EpochMs, Ms } from '../kernel/units.ts';
import type { ExportSink } from './export-sink.ts';

/** Where the recordings of a camera are, and a ticket for them. */
export interface ExportPlace {
  /** Of the playlist, or of anything beside it. */
  readonly url: string;
  readonly ticket: string;
}

export interface ExportJob {
  /** `end` is exclusive. Epoch ms. */
  readonly begin: EpochMs;
  readonly end: EpochMs;
  /** Called before each request, because tickets expire. */
  place(): Promise<ExportPlace>;
  /** Where a file is written. `bytes`: its length. */
  openSink(fileName: string, bytes: number): Promise<ExportSink>;
  onProgress?(progress: ExportProgress): void;
  /** The server is busy: the request is repeated after this time, until it is accepted. */
  onBusy?(waitMs: Ms): void;
  /** Also download the manifest with the SHA-256 of the files. */
  readonly hasManifest?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
  /** Waits before another attempt. */
  readonly pause?: (ms: Ms) => Promise<void>;
}

export interface ExportProgress {
  /** Of all files, 0 to 1. */
  readonly share: number;
  /** Received so far. */
  readonly bytes: number;
}

export interface ExportedFile {
  readonly fileName: string;
  readonly bytes: number;
  /** Null: written to a file that the viewer chose. */
  readonly blob: Blob | null;
  /** When the first and the last frame were recorded. */
  readonly firstFrame: EpochMs;
  readonly lastFrame: EpochMs;
}

export interface Export {
  readonly files: readonly ExportedFile[];
  /** Null: not requested. */
  readonly manifest: { readonly fileName: string; readonly blob: Blob } | null;
}

/** More files are not one export any more: a camera changed its settings all the time. */
export const maxExportFiles = 64;
/** Attempts without a byte in between. */
const maxAttempts = 4;
const pauseMs: Ms = 1_500;
/** If the server does not say how long to wait. */
const busyPauseMs: Ms = 3_000;
const defaultPause = (ms: Ms) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Rejects with an `AppError`: the server's code (`playback.none`: nothing is recorded, `playback.tooLong`, 10031 …),
 * `network.closed`, `export.tooMany`, and what `openSink` rejects with; and with the reason of `signal` if it is aborted.
 * Incomplete files are removed.
 */
export async function downloadExport(job: ExportJob): Promise<Export> {
  const files: ExportedFile[] = [];
  let parts = 1;
  let before = 0;
  for (let part = 1; part <= parts; part += 1) {
    const done = await downloadPart(job, part, (total, bytes, count) => {
      parts = count;
      job.onProgress?.({ share: (part - 1 + (total ? bytes / total : 0)) / count, bytes: before + bytes });
    });
    before += done.bytes;
    files.push(done);
  }
  const manifest = job.hasManifest ? await downloadManifest(job, files[0]?.fileName ?? 'export.mp4') : null;
  return { files, manifest };
}

async function downloadPart(
  job: ExportJob,
  part: number,
  onBytes: (total: number, bytes: number, parts: number) => void,
): Promise<ExportedFile> {
  const { signal, pause = defaultPause } = job;
  let sink = null as ExportSink | null;
  let file: Omit<ExportedFile, 'blob'> | null = null;
  let bytes = 0;
  let attempts = 0;
  try {
    for (;;) {
      try {
        const headers: Record<string, string> = file ? { range: `bytes=${bytes}-` } : {};
        const response = await request(job, `export.mp4`, part, headers);
        const reader = response.body!.getReader();
        try {
          const parts = Number(response.headers.get('oriel-export-parts') ?? 1);
          if (parts > maxExportFiles) throw new AppError('export.tooMany', `the export has ${parts} files`);
          file ??= headOf(response);
          // Recordings were removed or added meanwhile: these bytes do not continue those.
          if (bytes > 0 && totalOf(response) !== file.bytes)
            throw new AppError('export.changed', 'other bytes');
          sink ??= await job.openSink(file.fileName, file.bytes);
          onBytes(file.bytes, bytes, parts);
          for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            await sink.write(value);
            bytes += value.length;
            attempts = 0;
            onBytes(file.bytes, bytes, parts);
          }
        } finally {
          // What cannot be written would keep its connection, of which browsers have six for a server.
          void reader.cancel().catch(() => undefined);
        }
        if (bytes < file.bytes) throw new TypeError('the connection was closed');
        return { ...file, blob: await sink.finish() };
      } catch (error) {
        signal.throwIfAborted();
        // Browsers report all failures of a connection as a `TypeError`.
        if ((error as Error).name !== 'TypeError') throw error;
        attempts += 1;
        if (attempts >= maxAttempts) throw new AppError('network.closed', 'the connection was closed');
        await pause(pauseMs);
        signal.throwIfAborted();
      }
    }
  } catch (error) {
    await sink?.drop();
    throw error;
  }
}

async function downloadManifest(job: ExportJob, videoName: string): Promise<Export['manifest']> {
  const response = await request(job, 'export.json', 1, {});
  const blob = new Blob([(await response.text()).trimStart()], { type: 'application/json' });
  return { fileName: videoName.replace(/\.mp4$/, '.json'), blob };
}

/** Repeats what a busy server has refused. */
async function request(...asked: Parameters<typeof requestOnce>): Promise<Response> {
  const [{ signal, onBusy, pause = defaultPause }] = asked;
  for (;;) {
    const response = await requestOnce(...asked);
    if (response.status !== 429) return response;
    await response.body?.cancel();
    const waitMs = Number(response.headers.get('retry-after')) * 1_000 || busyPauseMs;
    onBusy?.(waitMs);
    await pause(waitMs);
    signal.throwIfAborted();
  }
}

/** Rejects with the server's code for every answer that is neither a success nor 429. */
async function requestOnce(
  { begin, end, place, signal, fetch: send = fetch }: ExportJob,
  file: 'export.mp4' | 'export.json',
  part: number,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const { url, ticket } = await place();
  const query = `begin=${Math.floor(begin)}&end=${Math.ceil(end)}${part === 1 ? '' : `&part=${part}`}`;
  const response = await send(new URL(`${file}?${query}`, url).href, {
    headers: { authorization: `Bearer ${ticket}`, ...headers },
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal,
  });
  if (response.ok || response.status === 429) return response;
  const body: unknown = await response.json().catch(() => null);
  const { code, msg } = (body ?? {}) as { readonly code?: unknown; readonly msg?: unknown };
  throw new AppError(String(code ?? `http.${response.status}`), String(msg ?? response.statusText));
}

function headOf({ headers }: Response): Omit<ExportedFile, 'blob'> {
  const name = /filename="([^"/\\]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  return {
    fileName: name ?? 'export.mp4',
    bytes: Number(headers.get('content-length') ?? 0),
    firstFrame: Number(headers.get('oriel-export-first-frame') ?? 0),
    lastFrame: Number(headers.get('oriel-export-last-frame') ?? 0),
  };
}

/** Of a response to a range: the length of the whole file. */
const totalOf = ({ headers }: Response): number =>
  Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? 0);
