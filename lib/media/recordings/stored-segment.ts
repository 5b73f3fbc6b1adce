/** Segments that are files here, were moved to the object store, or both. */
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '../../kernel/app-error.ts';
import type { ByteRange } from '../../kernel/byte-range.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import type { Gop } from './gop-index.ts';
import { type ReadAt, readKeyFrame } from './key-frame.ts';
import { readMoved } from './moved-segment.ts';
import { readHead, readHeadOf } from './scan-segment.ts';
import { readLabel } from './segment-label.ts';
import { movedPath, segmentPath } from './segment-path.ts';

/** Reading what is no longer here. Implemented by the tier, which keeps copies of what is read. */
export interface MovedReads {
  /**
   * The bytes [from, to). `isOnly`: nothing else of the segment is likely to be read. Null: it is not in the store.
   * Rejects with `AppError` of an `ObjectStoreFailureCode`. `signal` ends the request.
   */
  read(
    segment: { readonly key: RecordingKey; readonly startMs: EpochMs },
    range: ByteRange,
    isOnly: boolean,
    signal?: AbortSignal,
  ): Promise<Readable | null>;
  /** Its file here was read. */
  used(key: RecordingKey, startMs: EpochMs): void;
}

/** Without an object store: what was moved to one before cannot be read. */
export const noObjectStore: MovedReads = {
  async read() {
    throw new AppError('objects.unreachable', 'No object store is configured.');
  },
  used() {},
};

/** Of a key frame and its table of samples: most fit, so that one request is enough. */
const frameWindowBytes = 256 * 1024;
/** Of a file here: another read costs less than a request. */
const fileWindowBytes = 64 * 1024;

/** `ftyp` to `moov`. Null if there is no such segment, or its head is incomplete. */
export async function headOf(root: string, key: RecordingKey, startMs: EpochMs): Promise<Uint8Array | null> {
  const head = await readHead(segmentPath(root, key, startMs)).catch(nullIfMissing);
  return head ?? (await readMoved(movedPath(root, key, startMs)))?.head ?? null;
}

/**
 * As `headOf`, to be shown to somebody: null also if the segment was recorded for another organisation, as its label says.
 * Whoever asks was admitted to the channel already; this does not rely on it.
 */
export async function ownHeadOf(
  root: string,
  key: RecordingKey,
  startMs: EpochMs,
): Promise<Uint8Array | null> {
  return ownedHead(await headOf(root, key, startMs), key);
}

function ownedHead(head: Uint8Array | null, key: RecordingKey): Uint8Array | null {
  const label = head && readLabel(head);
  return label && label.tenantId !== key.tenantId ? null : head;
}

/** Bytes of a segment at the moment; null if there is no such segment. */
export async function sizeOf(root: string, key: RecordingKey, startMs: EpochMs): Promise<number | null> {
  const file = await stat(segmentPath(root, key, startMs)).catch(nullIfMissing);
  return file?.size ?? (await readMoved(movedPath(root, key, startMs)))?.bytes ?? null;
}

/** Null if there is no such segment. The stream must be read or destroyed. */
export async function readStored(
  root: string,
  moved: MovedReads,
  key: RecordingKey,
  startMs: EpochMs,
  range: ByteRange,
  { isOnly = false, signal }: { readonly isOnly?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<Readable | null> {
  const file = await openHere(root, key, startMs);
  if (file) {
    moved.used(key, startMs);
    return file.createReadStream({ start: range.from, end: range.to - 1 });
  }
  return (
    (await readMoved(movedPath(root, key, startMs))) && moved.read({ key, startMs }, range, isOnly, signal)
  );
}

/** Null if the GOP was removed or does not begin with a key frame. */
export async function keyFrameOf(
  root: string,
  moved: MovedReads,
  key: RecordingKey,
  gop: Gop,
  signal?: AbortSignal,
): Promise<Uint8Array | null> {
  const file = await openHere(root, key, gop.segmentMs);
  if (!file) {
    const head = await ownHeadOf(root, key, gop.segmentMs);
    return head && readKeyFrame(head, readerOfMoved(root, moved, key, gop, signal), gop);
  }
  try {
    const head = ownedHead(await readHeadOf(file), key);
    return head && (await readKeyFrame(head, windowed(gop, fileWindowBytes, readOf(file)), gop));
  } finally {
    await file.close();
  }
}

function readerOfMoved(
  root: string,
  moved: MovedReads,
  key: RecordingKey,
  gop: Gop,
  signal: AbortSignal | undefined,
): ReadAt {
  return windowed(gop, frameWindowBytes, async (at, bytes) => {
    const range = { from: at, to: at + bytes };
    const stream = await readStored(root, moved, key, gop.segmentMs, range, { isOnly: true, signal });
    return stream ? Buffer.concat(await stream.toArray()) : Buffer.alloc(0);
  });
}

/** Reads the beginning of the GOP at once, and further bytes when they are needed. */
function windowed(gop: Gop, windowBytes: number, read: ReadAt): ReadAt {
  const window = { from: gop.offset, to: gop.offset + Math.min(gop.bytes, windowBytes) };
  let beginning: Promise<Uint8Array> | null = null;
  return async (at, bytes) => {
    if (at < window.from || at + bytes > window.to) return read(at, bytes);
    beginning ??= read(window.from, window.to - window.from);
    return (await beginning).subarray(at - window.from, at - window.from + bytes);
  };
}

const readOf =
  (file: FileHandle): ReadAt =>
  async (at, bytes) => {
    const buffer = new Uint8Array(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, at);
    return buffer.subarray(0, bytesRead);
  };

const openHere = (root: string, key: RecordingKey, startMs: EpochMs): Promise<FileHandle | null> =>
  open(segmentPath(root, key, startMs), 'r').catch(nullIfMissing);

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
