/** Copies one sealed segment to the object store, and reads it from there. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { ObjectStore, RecordingKey } from '../ports.ts';
import { coverFile, readGops } from './gop-index.ts';
import { inTime } from './in-time.ts';
import { type MovedSegment, printMoved, writeMoved } from './moved-segment.ts';
import { readHead } from './scan-segment.ts';
import { dayOf, gopIndexPath, movedPath, objectNames, segmentPath } from './segment-path.ts';

export interface MoverOptions {
  /** Folder of all recordings. */
  readonly root: string;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Resolves when the store has the segment, as its size and digest show, and its description is on the disk: then its
 * file here is a copy. Can be repeated after a crash at any point. Null: its index is incomplete, or it was removed.
 */
export async function moveSegment(
  options: MoverOptions,
  key: RecordingKey,
  startMs: EpochMs,
): Promise<MovedSegment | null> {
  const { root, objects } = options;
  const segment = await describe(root, key, startMs);
  if (!segment) return null;
  const path = segmentPath(root, key, startMs);
  const { media, description } = objectNames(key, startMs);
  if (!(await isStored(options, media, segment))) {
    await inTime(options, segment.bytes, (signal) =>
      objects.put(media, { ...segment, read: () => createReadStream(path) }, signal),
    );
    if (!(await isStored(options, media, segment))) {
      await objects.remove(media);
      throw new AppError('objects.failed', 'The object store has stored something else than was sent.');
    }
  }
  await putDescription(options, description, segment);
  await writeMoved(movedPath(root, key, startMs), segment);
  return segment;
}

/** Writes the file of a moved segment again, as a copy. False: the store has something else, or nothing. */
export async function copySegment(
  options: MoverOptions,
  key: RecordingKey,
  startMs: EpochMs,
  { bytes, sha256 }: Pick<MovedSegment, 'bytes' | 'sha256'>,
): Promise<boolean> {
  const { root, objects } = options;
  const path = segmentPath(root, key, startMs);
  const partial = `${path}.part`;
  try {
    const received = await inTime(options, bytes, async (signal) => {
      const content = await objects.read(objectNames(key, startMs).media, { from: 0, to: bytes }, signal);
      return content && writeFile(partial, addAbortSignal(signal, content));
    });
    if (received?.bytes !== bytes || received.sha256 !== sha256) return false;
    await rename(partial, path);
    return true;
  } finally {
    await rm(partial, { force: true });
  }
}

/** So that the bucket alone is enough to restore the segment. */
export async function putDescription(
  options: Omit<MoverOptions, 'root'>,
  name: string,
  segment: MovedSegment,
): Promise<void> {
  const text = Buffer.from(printMoved(segment));
  const sha256 = createHash('sha256').update(text).digest('hex');
  const body = { bytes: text.length, sha256, read: () => Readable.from([text]) };
  await inTime(options, text.length, (signal) => options.objects.put(name, body, signal));
}

/** Null if the GOP index does not cover the file: then it is not sealed, or must be reconciled first. */
async function describe(root: string, key: RecordingKey, startMs: EpochMs): Promise<MovedSegment | null> {
  const path = segmentPath(root, key, startMs);
  const indexed = await readGops(gopIndexPath(root, key, dayOf(startMs)));
  const gops = indexed.filter(({ segmentMs }) => segmentMs === startMs);
  try {
    const { size: bytes } = await stat(path);
    const head = coverFile(gops, bytes) ? await readHead(path) : null;
    return head && { bytes, sha256: (await digestOf(createReadStream(path))).sha256, head, gops };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A store that computes no digests is believed after reading the object once. */
async function isStored(
  options: MoverOptions,
  name: string,
  { bytes, sha256 }: Pick<MovedSegment, 'bytes' | 'sha256'>,
): Promise<boolean> {
  return inTime(options, bytes, async (signal) => {
    const info = await options.objects.info(name, signal);
    if (info?.bytes !== bytes) return false;
    if (info.sha256 !== null) return info.sha256 === sha256;
    const content = await options.objects.read(name, { from: 0, to: bytes }, signal);
    return content !== null && (await digestOf(addAbortSignal(signal, content))).sha256 === sha256;
  });
}

async function digestOf(content: Readable): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Resolves when it is on the disk. */
async function writeFile(path: string, content: Readable) {
  const file = await open(path, 'w', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.datasync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}
