/** Where an exported file is written: a file that the viewer chose, the browser's own storage, or memory. */
import { AppError } from '../kernel/app-error.ts';
import type { EpochMs, Ms } from '../kernel/units.ts';

export interface ExportSink {
  /** The chunk may be changed afterwards. */
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The written file. Null: the viewer has it already. */
  finish(): Promise<Blob | null>;
  /** Removes what was written. Safe to call twice. */
  drop(): Promise<void>;
}

const folderName = 'oriel-exports';
const videoType = 'video/mp4';
/** A page may still read an export after its player was destroyed. */
const keptMs: Ms = 60 * 60_000;
/** Left for other data of the origin. */
const reservedBytes = 64 * 1024 * 1024;
/** Without a file. Blobs of this size are possible in every browser. */
export const maxMemoryBytes = 1024 * 1024 * 1024;

/**
 * Writes to the browser's storage for this origin, which uses no memory; to memory where that is blocked, as on plain
 * HTTP and in some third-party frames. Rejects with an `AppError` `export.tooLarge` if there is room in neither.
 */
export async function openDownload(fileName: string, bytes: number, now: EpochMs): Promise<ExportSink> {
  const sink = await openPrivateFile(fileName, bytes, now).catch(() => null);
  if (sink) return sink;
  if (bytes > maxMemoryBytes) {
    throw new AppError('export.tooLarge', `${bytes} bytes, and the browser keeps ${maxMemoryBytes} at most`);
  }
  return memorySink();
}

async function openPrivateFile(fileName: string, bytes: number, now: EpochMs): Promise<ExportSink | null> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  for await (const name of folder.keys()) {
    const isOld = now - Number.parseInt(name, 10) > keptMs;
    if (isOld) await folder.removeEntry(name).catch(() => undefined); // in use
  }
  if (quota - usage < bytes + reservedBytes) return null;
  // The time of its creation, to find old ones.
  const name = `${now}-${fileName}`;
  const handle = await folder.getFileHandle(name, { create: true });
  const sink = await writeTo(handle);
  return {
    ...sink,
    async finish() {
      await sink.finish();
      return handle.getFile();
    },
    async drop() {
      await sink.drop();
      await folder.removeEntry(name).catch(() => undefined); // already removed
    },
  };
}

/** Writes to a file that the viewer chose (File System Access API). What was written before is kept until `finish`. */
export async function writeTo(handle: FileSystemFileHandle): Promise<ExportSink> {
  const stream = await handle.createWritable();
  return {
    write: (chunk) => stream.write(chunk),
    async finish() {
      await stream.close();
      return null;
    },
    drop: () => stream.abort().catch(() => undefined), // already closed
  };
}

const pieceBytes = 4 * 1024 * 1024;

function memorySink(): ExportSink {
  // Blobs, which browsers move to disk under memory pressure.
  let pieces: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let openBytes = 0;
  return {
    async write(chunk) {
      open.push(chunk.slice());
      openBytes += chunk.length;
      if (openBytes < pieceBytes) return;
      pieces.push(new Blob(open));
      open = [];
      openBytes = 0;
    },
    finish: async () => new Blob([...pieces, ...open], { type: videoType }),
    async drop() {
      pieces = [];
      open = [];
    },
  };
}
