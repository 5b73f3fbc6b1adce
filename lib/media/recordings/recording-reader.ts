/**
 * Reading recordings: which GOPs there are, and the bytes of segments. Start here to play recordings. What was moved to
 * an object store is read from there; then calls reject with `AppError` of an `ObjectStoreFailureCode` if it fails.
 * Segments of another organisation than that of the key do not exist.
 */
import { readdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { EpochMs } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import { type FoundGops, findGops } from './found-gops.ts';
import type { Gop } from './gop-index.ts';
import { GopSearch, IndexReplaced } from './gop-search.ts';
import { maxSegmentMs } from './segment-limits.ts';
import {
  channelFolder,
  dayFolder,
  dayMs,
  dayOf,
  dayStart,
  gopIndexPath,
  segmentStart,
} from './segment-path.ts';
import {
  keyFrameOf,
  type MovedReads,
  noObjectStore,
  ownHeadOf,
  readStored,
  sizeOf,
} from './stored-segment.ts';

export interface SegmentInfo {
  /** Of the whole file at the moment. More may follow while it is written. */
  readonly bytes: number;
  /** `ftyp` to `moov`: what a player needs before any part. The first part begins behind it. */
  readonly headBytes: number;
}

/** `signal` ends what was called: it rejects with its reason. */
export interface RecordingReader {
  /**
   * GOPs that overlap [from, to), including complete ones of the segment that is being written. Of a range of any length:
   * what is found are places, of which GOPs are read in pieces.
   */
  find(key: RecordingKey, from: EpochMs, to: EpochMs, signal?: AbortSignal): Promise<FoundGops>;
  /** All of them at once: for short ranges. */
  gops(key: RecordingKey, from: EpochMs, to: EpochMs, signal?: AbortSignal): Promise<readonly Gop[]>;
  /**
   * The key frame with which the picture at `at` begins: an MP4 file of one frame, whose `tfdt` is its time. Only of GOPs
   * that overlap [from, to). Null if nothing is recorded at this time.
   */
  keyFrame(
    key: RecordingKey,
    at: EpochMs,
    from: EpochMs,
    to: EpochMs,
    signal?: AbortSignal,
  ): Promise<Uint8Array | null>;
  /** Null if there is no such segment. */
  segment(key: RecordingKey, segmentMs: EpochMs): Promise<SegmentInfo | null>;
  /** Bytes of a segment at the moment. Null if there is no such segment. */
  size(key: RecordingKey, segmentMs: EpochMs): Promise<number | null>;
  /** `ftyp` to `moov` of a segment. Null if there is no such segment. */
  head(key: RecordingKey, segmentMs: EpochMs): Promise<Uint8Array | null>;
  /** The bytes [from, to) of a segment; null if there is no such segment. The stream must be read or destroyed. */
  read(
    key: RecordingKey,
    segmentMs: EpochMs,
    from: number,
    to: number,
    signal?: AbortSignal,
  ): Promise<Readable | null>;
}

/** Over longer times, the days that exist are listed. */
const maxCountedMs = 9 * dayMs;

/** Indexes are replaced once at a time, and rarely. */
const maxTries = 5;

/** `root`: the folder of all recordings. */
export function createRecordingReader(root: string, moved: MovedReads = noObjectStore): RecordingReader {
  const search = new GopSearch();

  async function find(
    key: RecordingKey,
    from: EpochMs,
    to: EpochMs,
    signal?: AbortSignal,
  ): Promise<FoundGops> {
    const days = await daysWithin(root, key, from - maxSegmentMs, to);
    const segmentsOf = (day: string) => segmentsOfDay(root, key, day);
    return findGops({ root, key, search, segmentsOf }, days, from, to, signal);
  }

  return {
    find,

    async gops(key, from, to, signal) {
      for (let tries = 1; ; tries += 1) {
        try {
          const gops: Gop[] = [];
          for await (const piece of (await find(key, from, to, signal)).pieces(signal)) gops.push(...piece);
          return gops;
        } catch (error) {
          // A comparison with the files, or what was fetched from an object store, replaced an index meanwhile.
          if (!(error instanceof IndexReplaced) || tries === maxTries) throw error;
        }
      }
    },

    async keyFrame(key, at, from, to, signal) {
      const ms = Math.max(at, from);
      if (ms >= to) return null;
      for (const day of (await daysWithin(root, key, ms - maxSegmentMs, ms + 1)).reverse()) {
        for (const gop of (await search.at(gopIndexPath(root, key, day), ms, signal)).reverse()) {
          signal?.throwIfAborted();
          const frame = await keyFrameOf(root, moved, key, gop, signal);
          if (frame) return frame;
        }
      }
      return null;
    },

    async segment(key, segmentMs) {
      const bytes = await sizeOf(root, key, segmentMs);
      const head = bytes === null ? null : await ownHeadOf(root, key, segmentMs);
      return bytes === null || head === null ? null : { bytes, headBytes: head.length };
    },

    size: (key, segmentMs) => sizeOf(root, key, segmentMs),

    head: (key, segmentMs) => ownHeadOf(root, key, segmentMs),

    async read(key, segmentMs, from, to, signal) {
      return to <= from ? null : readStored(root, moved, key, segmentMs, { from, to }, { signal });
    },
  };
}

/** Days with recordings that overlap [from, to), oldest first. */
export async function daysOf(
  root: string,
  key: RecordingKey,
  from: EpochMs = 0,
  to: EpochMs = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const names = await namesIn(channelFolder(root, key));
  const overlaps = (name: string) => {
    const start = dayStart(name);
    return start !== null && start < to && start + dayMs > from;
  };
  return names.filter(overlaps).sort();
}

/** As `daysOf`; of a short time, without looking which of them exist. */
async function daysWithin(root: string, key: RecordingKey, from: EpochMs, to: EpochMs): Promise<string[]> {
  if (to - from > maxCountedMs) return daysOf(root, key, from, to);
  const days: string[] = [];
  for (let at = from - mod(from, dayMs); at < to; at += dayMs) days.push(dayOf(at));
  return days;
}

const mod = (value: number, by: number): number => ((value % by) + by) % by;

/** Starts of the segments of a day, oldest first. */
export async function segmentsOfDay(root: string, key: RecordingKey, day: string): Promise<EpochMs[]> {
  const starts = new Set<EpochMs>();
  for (const name of await namesIn(dayFolder(root, key, day))) {
    const start = segmentStart(name);
    if (start !== null) starts.add(start);
  }
  return [...starts].sort((a, b) => a - b);
}

/** Empty if there is no such folder, or a file of this name. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}
