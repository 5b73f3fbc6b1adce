/**
 * Storage of a recording: a file in the origin private file system (OPFS), which uses no memory; memory if that is
 * blocked, as in third-party frames; or a stream provided by the page.
 */
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { RecordingChunk } from '../engines/engine.ts';

export interface RecordingStorage {
  readonly kind: 'disk' | 'memory' | 'target';
  readonly writable: WritableStream<RecordingChunk>;
  /** False if it is nearly full: the file must be finished while there is space. */
  hasCapacity(): Promise<boolean>;
  /** The written file, after `writable` was closed. */
  result(): Promise<Blob>;
  /** Deletes everything. Safe to call twice, also during writing. */
  drop(): Promise<void>;
}

export const folderName = 'oriel-recordings';
export const mp4Type = 'video/mp4';
/** A page may still read a recording after its player was destroyed. */
const retentionMs: Ms = 24 * 60 * 60 * 1_000;
/** Reserved for the index at the end of the file and for other data of the origin. */
const reservedBytes = 64 * 1024 * 1024;
/**
 * Without a file: a quarter of an hour at 4 Mbit/s. Chromium, the only browser with `deviceMemory`, moves blobs to
 * disk, so about an hour is possible.
 */
const maxMemoryBytes = (): number => ('deviceMemory' in navigator ? 2_000 : 480) * 1024 * 1024;
const pieceBytes = 4 * 1024 * 1024;
/** Bytes patched after writing: the sizes in the first boxes. */
const headBytes = 64 * 1024;

/** Contains the time, to find old files. `randomUUID` is not available on plain http pages. */
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
    // Blocked, full or missing: memory is used.
    return memoryStorage();
  }
}

/** The DOM library declares it in worker scope only. */
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
    hasCapacity: hasDiskSpace,
    result: () => handle.getFile(),
    async drop() {
      access.close();
      await folder.removeEntry(name).catch(() => undefined); // already deleted
    },
  };
}

async function hasDiskSpace(): Promise<boolean> {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return quota - usage > reservedBytes;
}

/** Files in use are locked by name. */
async function removeOld(folder: FileSystemDirectoryHandle, now: EpochMs): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const lockedNames = new Set(held.map((lock) => lock.name));
  const isTight = !(await hasDiskSpace());
  for await (const name of folder.keys()) {
    const isOld = isTight || now - Number.parseInt(name, 10) > retentionMs;
    if (isOld && !lockedNames.has(lockName(name))) await folder.removeEntry(name).catch(() => undefined); // in use
  }
}

/** Held by the page while it uses the recording. */
export const lockName = (name: string): string => `${folderName}/${name}`;

export function memoryStorage(maxBytes: number = maxMemoryBytes()): RecordingStorage {
  const head = new Uint8Array(headBytes);
  // Blobs, which browsers move to disk under memory pressure.
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
    hasCapacity: async () => size < maxBytes,
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
    hasCapacity: async () => true,
    result: async () => new Blob([], { type: mp4Type }),
    drop: async () => undefined,
  };
}
