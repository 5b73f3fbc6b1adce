/**
 * Reading recordings: which GOPs there are, and the bytes of segments. Start here to play recordings. What was moved to
 * an object store is read from there; then calls reject with `AppError` of an `ObjectStoreFailureCode` if it fails.
 * Segments of another organisation than that of the key do not exist.
 */
import { readdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import { type Gop, readGops, readGopsAt } from './gop-index.ts';
import { maxSegmentMs } from './segment-limits.ts';
import { channelFolder, dayFolder, dayMs, dayStart, gopIndexPath, segmentStart } from './segment-path.ts';
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

export interface RecordingReader {
  /**
   * GOPs that overlap [from, to), including complete ones of the segment that is being written. Ordered by time; where
   * the clock was set back, the runs recorded before come first as a whole. `startsRun` of the first is always true.
   */
  gops(key: RecordingKey, from: EpochMs, to: EpochMs): Promise<readonly Gop[]>;
  /**
   * The key frame with which the picture at `at` begins: an MP4 file of one frame, whose `tfdt` is its time. Only of GOPs
   * that overlap [from, to). Null if nothing is recorded at this time.
   */
  keyFrame(key: RecordingKey, at: EpochMs, from: EpochMs, to: EpochMs): Promise<Uint8Array | null>;
  /** Null if there is no such segment. */
  segment(key: RecordingKey, segmentMs: EpochMs): Promise<SegmentInfo | null>;
  /** `ftyp` to `moov` of a segment. Null if there is no such segment. */
  head(key: RecordingKey, segmentMs: EpochMs): Promise<Uint8Array | null>;
  /** The bytes [from, to) of a segment; null if there is no such segment. The stream must be read or destroyed. */
  read(key: RecordingKey, segmentMs: EpochMs, from: number, to: number): Promise<Readable | null>;
}

/** `root`: the folder of all recordings. */
export function createRecordingReader(root: string, moved: MovedReads = noObjectStore): RecordingReader {
  async function gopsOf(key: RecordingKey, from: EpochMs, to: EpochMs): Promise<readonly Gop[]> {
    const found: Gop[] = [];
    for (const day of await daysOf(root, key, from - maxSegmentMs, to)) {
      const existing = new Set(await segmentsOfDay(root, key, day));
      const gops = await readGops(gopIndexPath(root, key, day));
      found.push(...withoutRemoved(gops, existing));
    }
    return inRange(byRun(found), from, to);
  }

  return {
    gops: gopsOf,

    async keyFrame(key, at, from, to) {
      const ms = Math.max(at, from);
      if (ms >= to) return null;
      // Not by `gops`: time lapses and pictures request many single ones, and a day has 43,200 GOPs.
      for (const day of (await daysOf(root, key, ms - maxSegmentMs, ms + 1)).reverse()) {
        for (const gop of (await readGopsAt(gopIndexPath(root, key, day), ms)).reverse()) {
          const frame = await keyFrameOf(root, moved, key, gop);
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

    head: (key, segmentMs) => ownHeadOf(root, key, segmentMs),

    async read(key, segmentMs, from, to) {
      return to <= from ? null : readStored(root, moved, key, segmentMs, { from, to });
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

/** Of segments that retention removed, entries may remain. What follows them begins a run. */
function withoutRemoved(gops: readonly Gop[], existing: ReadonlySet<EpochMs>): Gop[] {
  const kept: Gop[] = [];
  let isAfterRemoved = false;
  for (const gop of gops) {
    const isKept = existing.has(gop.segmentMs);
    if (isKept) kept.push(isAfterRemoved ? { ...gop, startsRun: true } : gop);
    isAfterRemoved = !isKept;
  }
  return kept;
}

/** Runs are written in order; after the clock was set back, a later run begins earlier. */
function byRun(gops: readonly Gop[]): Gop[] {
  const runs: Gop[][] = [];
  for (const gop of gops) {
    const run = runs.at(-1);
    if (!run || gop.startsRun) runs.push([gop]);
    else run.push(gop);
  }
  return runs.sort((a, b) => a[0]!.startMs - b[0]!.startMs).flat();
}

function inRange(gops: readonly Gop[], from: EpochMs, to: EpochMs): Gop[] {
  const isInRange = ({ startMs, durationMs }: Gop): boolean =>
    startMs < to && endOf(startMs, durationMs) > from;
  const result: Gop[] = [];
  let isBroken = true;
  for (const gop of gops) {
    const isBeginning = isBroken || gop.startsRun;
    isBroken = !isInRange(gop);
    if (!isBroken) result.push({ ...gop, startsRun: isBeginning });
  }
  return result;
}

const endOf = (startMs: EpochMs, durationMs: Ms): EpochMs => startMs + durationMs;
