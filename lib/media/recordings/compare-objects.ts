/**
 * Compares what was moved with what the object store has: a lost folder is restored, and what the store has lost is moved
 * again or forgotten. Start at `compareObjects`.
 */
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { readInit } from '../../codec/mp4/read-init.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { ObjectStore, RecordingKey } from '../ports.ts';
import { coverFile, type Gop, readGops } from './gop-index.ts';
import { inTime } from './in-time.ts';
import { type MovedSegment, parseMoved, readMoved, writeMoved } from './moved-segment.ts';
import { daysOf, namesIn } from './recording-reader.ts';
import type { RecordFiles } from './segment-file.ts';
import { readLabel } from './segment-label.ts';
import { putDescription } from './segment-mover.ts';
import {
  dayFolder,
  dayOf,
  dayStart,
  gopIndexPath,
  isChannelId,
  movedPath,
  objectNames,
  segmentStart,
} from './segment-path.ts';

export interface CompareOptions {
  /** Folder of all recordings. */
  readonly root: string;
  readonly objects: ObjectStore;
  /** Rejects if the disk is not mounted: nothing is restored below it. */
  readonly makeFolder: RecordFiles['makeFolder'];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** A day of a channel whose files have changed. */
export interface ChangedDay {
  readonly key: RecordingKey;
  readonly day: string;
  /** Segments that can be played again. */
  readonly restored: number;
  /** Segments that are not in the store: those with a file here are moved again. */
  readonly missing: number;
}

const maxDescriptionBytes = 1024 * 1024;
/** Of a day: a segment for every two seconds, and its description. */
const maxObjects = 100_000;
const store = 'cloud';

/** Each day with differences, when its files are corrected. Rejects with `AppError` of an `ObjectStoreFailureCode`. */
export async function* compareObjects(options: CompareOptions): AsyncGenerator<ChangedDay> {
  const { root, signal } = options;
  const channels = new Set([
    ...(await namesIn(join(root, store))),
    ...(await foldersOf(options, `${store}/`)),
  ]);
  for (const channelId of channels) {
    if (!isChannelId(channelId)) continue;
    const key = { tenantId: '', channelId, store } as const;
    const days = new Set([
      ...(await daysOf(root, key)),
      ...(await foldersOf(options, `${store}/${channelId}/`)),
    ]);
    for (const day of days) {
      if (signal.aborted) return;
      if (dayStart(day) === null) continue;
      const changed = await compareDay(options, key, day);
      if (changed) yield changed;
    }
  }
}

async function compareDay(
  options: CompareOptions,
  key: RecordingKey,
  day: string,
): Promise<ChangedDay | null> {
  const { root, objects, makeFolder } = options;
  // Before the objects: what is moved meanwhile is in the store then, too.
  const names = await namesIn(dayFolder(root, key, day));
  const found = await objectsOf(options, key, day);
  const sizes = new Map(
    (await readGops(gopIndexPath(root, key, day))).map((gop) => [gop.segmentMs, endOf(gop)]),
  );
  const moved = startsOf(names, '.moved');
  const files = startsOf(names, '.mp4');
  let tenantId: string | null = null;
  let restored = 0;
  let missing = 0;
  for (const [startMs, { bytes, isDescribed }] of found) {
    if (dayOf(startMs) !== day) continue;
    if (moved.has(startMs) || files.has(startMs) || !isDescribed) continue;
    const segment = await readDescription(options, key, startMs);
    if (segment?.bytes !== bytes || !isOf(segment, startMs)) continue;
    await makeFolder(dayFolder(root, key, day));
    await writeMoved(movedPath(root, key, startMs), segment);
    tenantId ??= readLabel(segment.head)?.tenantId ?? null;
    restored += 1;
  }
  for (const startMs of moved) {
    const object = found.get(startMs);
    // Sizes are those of the index, because reading each description takes long.
    if (object?.isDescribed && object.bytes === sizes.get(startMs)) continue;
    const { media, description } = objectNames(key, startMs);
    const segment = await readMoved(movedPath(root, key, startMs));
    const info = await inTime(options, 0, (signal) => objects.info(media, signal));
    if (segment && info?.bytes === segment.bytes) {
      if (object && !object.isDescribed) await putDescription(options, description, segment);
      continue;
    }
    // Without one, retention removed the segment meanwhile.
    if (!(await removeIfThere(movedPath(root, key, startMs)))) continue;
    tenantId ??= segment && (readLabel(segment.head)?.tenantId ?? null);
    missing += 1;
  }
  if (restored + missing === 0 || tenantId === null) return null;
  return { key: { ...key, tenantId }, day, restored, missing };
}

const endOf = ({ offset, bytes }: Gop): number => offset + bytes;

/** What others have written into the bucket must not become GOPs of other times, files or organisations. */
function isOf({ head, gops, bytes }: MovedSegment, startMs: EpochMs): boolean {
  const isHere = (gop: Gop) => gop.segmentMs === startMs;
  const isCovered = gops[0]!.offset >= head.length && coverFile(gops, bytes);
  return isCovered && gops.every(isHere) && readInit(head) !== null && readLabel(head) !== null;
}

const foldersOf = (options: CompareOptions, prefix: string): Promise<readonly string[]> =>
  inTime(options, 0, (signal) => options.objects.folders(prefix, signal));

async function removeIfThere(path: string): Promise<boolean> {
  return unlink(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

interface StoredObject {
  bytes: number;
  isDescribed: boolean;
}

/** Complete segments of a day in the store, by start. */
function objectsOf(
  options: CompareOptions,
  key: RecordingKey,
  day: string,
): Promise<ReadonlyMap<EpochMs, StoredObject>> {
  const folder = `${store}/${key.channelId}/${day}/`;
  return inTime(options, 0, async (signal) => {
    const found = new Map<EpochMs, StoredObject>();
    const described = new Set<EpochMs>();
    let count = 0;
    for await (const { name, bytes } of options.objects.list(folder, signal)) {
      count += 1;
      if (count > maxObjects)
        throw new AppError('objects.failed', 'The object store lists too many objects.');
      const file = name.slice(folder.length);
      const startMs = segmentStart(file);
      if (startMs !== null) found.set(startMs, { bytes, isDescribed: false });
      else if (/^\d{1,15}\.json$/.test(file)) described.add(Number.parseInt(file, 10));
    }
    for (const [startMs, object] of found) object.isDescribed = described.has(startMs);
    return found;
  });
}

function startsOf(names: readonly string[], ending: string): ReadonlySet<EpochMs> {
  const starts = names.filter((name) => name.endsWith(ending)).map(segmentStart);
  return new Set(starts.filter((start) => start !== null));
}

function readDescription(
  options: CompareOptions,
  key: RecordingKey,
  startMs: EpochMs,
): Promise<MovedSegment | null> {
  return inTime(options, maxDescriptionBytes, async (signal) => {
    const content = await options.objects.read(objectNames(key, startMs).description, undefined, signal);
    if (!content) return null;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of addAbortSignal(signal, content) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxDescriptionBytes) return null;
      chunks.push(chunk);
    }
    return parseMoved(Buffer.concat(chunks).toString('utf8'));
  });
}
