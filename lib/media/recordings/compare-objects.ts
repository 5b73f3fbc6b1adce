/**
 * Compares what was moved with what the object store has: a lost folder is restored, and what the store has lost is moved
 * again or forgotten. Start at `compareObjects`.
 */
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { EpochMs } from '../../kernel/units.ts';
import type { ObjectStore, RecordingKey } from '../ports.ts';
import { type MovedSegment, parseMoved, readMoved, writeMoved } from './moved-segment.ts';
import { daysOf, namesIn } from './recording-reader.ts';
import type { RecordFiles } from './segment-file.ts';
import { readLabel } from './segment-label.ts';
import { dayFolder, dayStart, isChannelId, movedPath, objectNames, segmentStart } from './segment-path.ts';

export interface CompareOptions {
  /** Folder of all recordings. */
  readonly root: string;
  readonly objects: ObjectStore;
  /** Rejects if the disk is not mounted: nothing is restored below it. */
  readonly makeFolder: RecordFiles['makeFolder'];
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
const store = 'cloud';

/** Each day with differences, when its files are corrected. Rejects with `AppError` of an `ObjectStoreFailureCode`. */
export async function* compareObjects(options: CompareOptions): AsyncGenerator<ChangedDay> {
  const { root, objects, signal } = options;
  const channels = new Set([...(await namesIn(join(root, store))), ...(await objects.folders(`${store}/`))]);
  for (const channelId of channels) {
    if (!isChannelId(channelId)) continue;
    const key = { tenantId: '', channelId, store } as const;
    const days = new Set([
      ...(await daysOf(root, key)),
      ...(await objects.folders(`${store}/${channelId}/`)),
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
  const found = await objectsOf(objects, key, day);
  const moved = startsOf(names, '.moved');
  const files = startsOf(names, '.mp4');
  let tenantId: string | null = null;
  let restored = 0;
  let missing = 0;
  for (const [startMs, { bytes, isDescribed }] of found) {
    if (moved.has(startMs) || files.has(startMs) || !isDescribed) continue;
    const segment = await readDescription(objects, key, startMs);
    if (segment?.bytes !== bytes) continue;
    await makeFolder(dayFolder(root, key, day));
    await writeMoved(movedPath(root, key, startMs), segment);
    tenantId ??= readLabel(segment.head)?.tenantId ?? null;
    restored += 1;
  }
  for (const startMs of moved) {
    if (found.has(startMs)) continue;
    const segment = await readMoved(movedPath(root, key, startMs));
    const info = await objects.info(objectNames(key, startMs).media);
    if (segment && info?.bytes === segment.bytes) continue;
    // Without one, retention removed the segment meanwhile.
    if (!(await removeIfThere(movedPath(root, key, startMs)))) continue;
    tenantId ??= segment && (readLabel(segment.head)?.tenantId ?? null);
    missing += 1;
  }
  if (restored + missing === 0 || tenantId === null) return null;
  return { key: { ...key, tenantId }, day, restored, missing };
}

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
async function objectsOf(
  objects: ObjectStore,
  key: RecordingKey,
  day: string,
): Promise<ReadonlyMap<EpochMs, StoredObject>> {
  const found = new Map<EpochMs, StoredObject>();
  const described = new Set<EpochMs>();
  const folder = `${store}/${key.channelId}/${day}/`;
  for await (const { name, bytes } of objects.list(folder)) {
    const file = name.slice(folder.length);
    const startMs = segmentStart(file);
    if (startMs !== null) found.set(startMs, { bytes, isDescribed: false });
    else if (/^\d{1,15}\.json$/.test(file)) described.add(Number.parseInt(file, 10));
  }
  for (const [startMs, object] of found) object.isDescribed = described.has(startMs);
  return found;
}

function startsOf(names: readonly string[], ending: string): ReadonlySet<EpochMs> {
  const starts = names.filter((name) => name.endsWith(ending)).map(segmentStart);
  return new Set(starts.filter((start) => start !== null));
}

async function readDescription(
  objects: ObjectStore,
  key: RecordingKey,
  startMs: EpochMs,
): Promise<MovedSegment | null> {
  const content = await objects.read(objectNames(key, startMs).description);
  if (!content) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxDescriptionBytes) return null;
    chunks.push(chunk);
  }
  return parseMoved(Buffer.concat(chunks).toString('utf8'));
}
