/**
 * Where a recording's bytes go: a file in the browser's own storage (OPFS), which costs no memory; where that is
 * refused, as in frames of other sites with storage blocked, memory; or a stream that the page brought along.
 */
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { RecordingChunk } from '../engines/engine.ts';

export interface RecordingStorage {
  readonly kind: 'disk' | 'memory' | 'target';
  readonly writable: WritableStream<RecordingChunk>;
  /** False when it would be full soon: what is there must be finished while there is room for that. */
  hasRoom(): Promise<boolean>;
  /** After `writable` was closed: what was written. */
  result(): Promise<Blob>;
  /** Lets go of it all. Safe to call twice, also while it is written to. */
  drop(): Promise<void>;
}

export const folderName = 'oriel-recordings';
export const mp4Type = 'video/mp4';
/** A page may still read a recording whose player is gone. */
const retentionMs: Ms = 24 * 60 * 60 * 1_000;
/** Left for the tables at the end of the file and for everybody else. */
const reservedBytes = 64 * 1024 * 1024;
/**
 * Without a file: a quarter of an hour of a 4 Mbit/s camera. Chromium, the one that tells the machine's memory, moves
 * blobs to its disk: there it may be an hour.
 */
const maxMemoryBytes = (): number => ('deviceMemory' in navigator ? 2_000 : 480) * 1024 * 1024;
const pieceBytes = 4 * 1024 * 1024;
/** What is patched after it was written: the sizes in the first boxes. */
const headBytes = 64 * 1024;

/** Named by the time, so that old ones are told from new ones. Plain http pages have no `randomUUID`. */
export function recordingName(now: EpochMs): string {
  const random = Array.from(crypto.getRandomValues(new Uint32Array(2)), (word) => word.toString(36));
  return `${now}-${random.join('')}.mp4`;
}

export async function openStorage(
  name: string,
  target: WritableStream<RecordingChunk> | null,
): Promise<RecordingStorage> {
  if (target) return targetStorage(target);
  try {
    return await diskStorage(name);
  } catch {
    // Refused, full or not there: for each of them memory is the answer.
    return memoryStorage();
  }
}

/** The DOM library has it in workers' scope alone. */
interface SyncFileHandle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<{
    write(data: Uint8Array, options: { at: number }): number;
    close(): void;
  }>;
}

async function diskStorage(name: string): Promise<RecordingStorage> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(folderName, { create: true });
  await removeOld(folder, Date.now());
  if (!(await hasDiskSpace())) throw new Error('the storage is full');
  const handle = (await folder.getFileHandle(name, { create: true })) as SyncFileHandle;
  const access = await handle.createSyncAccessHandle();
  return {
    kind: 'disk',
    writable: new WritableStream<RecordingChunk>({
      write({ data, position }) {
        if (access.write(data, { at: position }) < data.length) throw new Error('the storage is full');
      },
      close: () => access.close(),
      abort: () => access.close(),
    }),
    hasRoom: hasDiskSpace,
    result: () => handle.getFile(),
    async drop() {
      access.close();
      await folder.removeEntry(name).catch(() => undefined); // gone already
    },
  };
}

async function hasDiskSpace(): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return quota - usage > reservedBytes;
}

/** Whoever still has one keeps a lock of its name. */
async function removeOld(folder: FileSystemDirectoryHandle, now: EpochMs): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const kept = new Set(held.map((lock) => lock.name));
  const isTight = !(await hasDiskSpace());
  for await (const name of folder.keys()) {
    const isOld = isTight || now - Number.parseInt(name, 10) > retentionMs;
    if (isOld && !kept.has(lockName(name))) await folder.removeEntry(name).catch(() => undefined); // in use
  }
}

/** Held by the page for as long as it has the recording. */
export const lockName = (name: string): string => `${folderName}/${name}`;

export function memoryStorage(maxBytes: number = maxMemoryBytes()): RecordingStorage {
  const head = new Uint8Array(headBytes);
  // Blobs, which browsers move to disk when memory gets short.
  let pieces: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let openBytes = 0;
  let size = 0;
  return {
    kind: 'memory',
    writable: new WritableStream<RecordingChunk>({
      write({ data, position }) {
        const headBytesPart = data.subarray(0, Math.max(0, headBytes - position));
        if (headBytesPart.length > 0) head.set(headBytesPart, position);
        const rest = data.subarray(headBytesPart.length);
        if (rest.length > 0 && position + headBytesPart.length < Math.max(size, headBytes)) {
          throw new Error('only the head of a file can be written twice');
        }
        size = Math.max(size, position + data.length);
        if (rest.length === 0) return;
        open.push(rest);
        openBytes += rest.length;
        if (openBytes < pieceBytes) return;
        pieces.push(new Blob(open));
        open = [];
        openBytes = 0;
      },
    }),
    hasRoom: async () => size < maxBytes,
    result: async () => new Blob([head.subarray(0, size), ...pieces, ...open], { type: mp4Type }),
    async drop() {
      pieces = [];
      open = [];
    },
  };
}

function targetStorage(writable: WritableStream<RecordingChunk>): RecordingStorage {
  return {
    kind: 'target',
    writable,
    hasRoom: async () => true,
    result: async () => new Blob([], { type: mp4Type }),
    drop: async () => undefined,
  };
}
