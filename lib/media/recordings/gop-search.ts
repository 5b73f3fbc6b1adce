/**
 * Finds the GOPs of a time in the file `gops` of a day without reading the day. Of each block of 4 KB it remembers which
 * times are in it, so a look-up reads the blocks that overlap its time. Blocks are compared one by one, because after the
 * clock was set back they are not in order of time.
 */
import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { viewOf } from '../../codec/mp4/boxes.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { type Gop, gopAt, gopRecordBytes } from './gop-index.ts';
import { Steps } from './steps.ts';

/** Records that were read at once. */
export interface GopWindow {
  /** Number of the first record in its file. */
  readonly first: number;
  readonly records: Uint8Array;
  /** Start of the run that the first record continues; NaN at the begin of the file. */
  readonly runStartMs: EpochMs;
  /** Of the file: another one has other records. */
  readonly file: string;
}

const blockRecords = 128;
const blockBytes = blockRecords * gopRecordBytes;
/** Of one read, 64 KB, which is one step. */
const windowBlocks = 16;
/** A day with a GOP every 2 s takes 8 KB. */
const maxFiles = 512;

/** What is known of a file. Arrays have one entry for each block. */
interface Summary {
  readonly file: string;
  readonly mtimeMs: number;
  /** Examined so far, in whole records. */
  bytes: number;
  /** Smallest start and largest end of its GOPs; infinite if it has none. */
  readonly starts: number[];
  readonly ends: number[];
  /** As `GopWindow.runStartMs`. */
  readonly runs: number[];
  /** Start of the run of the last record; NaN: there is none. */
  lastRun: number;
}

/** What was found is no longer in its place. It can be found again. */
export class IndexReplaced extends Error {
  constructor() {
    super('the index of the recordings was replaced');
  }
}

export class GopSearch {
  /** By path, the one that was used longest ago first. */
  private readonly summaries = new Map<string, Summary>();
  /** The last of those that wait for each other, by path. */
  private readonly examining = new Map<string, Promise<unknown>>();
  private readonly steps = new Steps();

  /**
   * In order of writing, the records of the blocks that overlap [from, to). Null: GOPs were left out here, because none of
   * them overlaps it. Ends without a value if there is no file. Rejects with the reason of `signal`.
   */
  async *windows(
    path: string,
    from: EpochMs,
    to: EpochMs,
    signal?: AbortSignal,
  ): AsyncGenerator<GopWindow | null, void, undefined> {
    const file = await openIndex(path);
    if (!file) return;
    try {
      const summary = await this.summaryOf(path, file, signal);
      const { starts, ends, runs, bytes } = summary;
      const count = Math.ceil(bytes / blockBytes);
      const overlaps = (block: number) => starts[block]! < to && ends[block]! > from;
      for (let block = 0; block < count; ) {
        if (!overlaps(block)) {
          if (starts[block]! < Number.POSITIVE_INFINITY) yield null;
          block += 1;
          continue;
        }
        let after = block + 1;
        while (after < count && after - block < windowBlocks && overlaps(after)) after += 1;
        await this.step(signal);
        const records = await readRecords(file, block * blockBytes, Math.min(bytes, after * blockBytes));
        yield { first: block * blockRecords, records, runStartMs: runs[block]!, file: summary.file };
        block = after;
      }
    } finally {
      await file.close();
    }
  }

  /** The GOPs of one millisecond, in order of writing: several where the clock was set back, and where a GOP follows. */
  async at(path: string, ms: EpochMs, signal?: AbortSignal): Promise<Gop[]> {
    const found: Gop[] = [];
    for await (const window of this.windows(path, ms, ms + 1, signal)) {
      const view = window && viewOf(window.records);
      for (let at = 0; view && at < view.byteLength; at += gopRecordBytes) {
        const gop = gopAt(view, at);
        if (gop && gop.startMs < ms + 1 && gop.startMs + gop.durationMs > ms) found.push(gop);
      }
    }
    return found;
  }

  /**
   * From a record on, as many as one read gives. Rejects with `IndexReplaced` if the file is no longer the one of this
   * name (`GopWindow.file`).
   */
  async windowAt(path: string, name: string, record: number, signal?: AbortSignal): Promise<GopWindow> {
    await this.step(signal);
    const file = await openIndex(path);
    try {
      if (!file || nameOf(await file.stat()) !== name) throw new IndexReplaced();
      const from = record * gopRecordBytes;
      const records = await readRecords(file, from, from + windowBlocks * blockBytes);
      return { first: record, records, runStartMs: Number.NaN, file: name };
    } finally {
      await file?.close();
    }
  }

  private async step(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await this.steps.next();
    signal?.throwIfAborted();
  }

  private async summaryOf(path: string, file: FileHandle, signal?: AbortSignal): Promise<Summary> {
    const before = this.examining.get(path) ?? Promise.resolve();
    // Whoever waits finds what the one before has examined, and continues it if that one was aborted.
    const own = before.catch(() => undefined).then(() => this.examine(path, file, signal));
    this.examining.set(path, own);
    try {
      return await own;
    } finally {
      if (this.examining.get(path) === own) this.examining.delete(path);
    }
  }

  private async examine(path: string, file: FileHandle, signal?: AbortSignal): Promise<Summary> {
    const stats = await file.stat();
    const { size, mtimeMs } = stats;
    const bytes = size - (size % gopRecordBytes);
    const name = nameOf(stats);
    const known = this.summaries.get(path);
    const isSame =
      known?.file === name && (known.bytes < bytes || (known.bytes === bytes && known.mtimeMs === mtimeMs));
    const summary: Summary = isSame
      ? { ...known, mtimeMs }
      : { file: name, mtimeMs, bytes: 0, starts: [], ends: [], runs: [], lastRun: Number.NaN };
    this.keep(path, summary);
    while (summary.bytes < bytes) {
      await this.step(signal);
      // A block that was incomplete is read again.
      const block = Math.floor(summary.bytes / blockBytes);
      const records = await readRecords(
        file,
        block * blockBytes,
        Math.min(bytes, (block + windowBlocks) * blockBytes),
      );
      if (block * blockBytes + records.length <= summary.bytes) break; // it became shorter meanwhile
      addBlocks(summary, block, records);
    }
    return summary;
  }

  private keep(path: string, summary: Summary): void {
    this.summaries.delete(path);
    this.summaries.set(path, summary);
    const [oldest] = this.summaries.keys();
    if (this.summaries.size > maxFiles && oldest !== undefined) this.summaries.delete(oldest);
  }
}

const nameOf = ({ dev, ino, birthtimeMs }: Stats): string => `${dev} ${ino} ${birthtimeMs}`;

function addBlocks(summary: Summary, first: number, records: Uint8Array): void {
  const view = viewOf(records);
  if (first < summary.runs.length) summary.lastRun = summary.runs[first]!;
  for (let from = 0, block = first; from < records.length; from += blockBytes, block += 1) {
    summary.runs[block] = summary.lastRun;
    let start = Number.POSITIVE_INFINITY;
    let end = Number.NEGATIVE_INFINITY;
    const to = Math.min(records.length, from + blockBytes);
    for (let at = from; at < to; at += gopRecordBytes) {
      const gop = gopAt(view, at);
      if (!gop) continue;
      start = Math.min(start, gop.startMs);
      end = Math.max(end, gop.startMs + gop.durationMs);
      if (gop.startsRun || Number.isNaN(summary.lastRun)) summary.lastRun = gop.startMs;
    }
    summary.starts[block] = start;
    summary.ends[block] = end;
  }
  summary.bytes = first * blockBytes + records.length;
}

/** Null if there is no such file. */
function openIndex(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}

/** Whole records; fewer at the end of the file. */
async function readRecords(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(to - from);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
  return buffer.subarray(0, bytesRead - (bytesRead % gopRecordBytes));
}
