/** What an export of a range consists of: one MP4 file, or several where the tracks of the recordings change. */
import { boxHeaderBytes } from '../../codec/mp4/boxes.ts';
import { headWithDuration } from '../../codec/mp4/moved.ts';
import { readInit } from '../../codec/mp4/read-init.ts';
import type { TimeRange } from '../../kernel/time-range.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import type { FoundGops } from '../recordings/found-gops.ts';
import { type Gop, isContinued } from '../recordings/gop-index.ts';
import type { RecordingReader } from '../recordings/recording-reader.ts';

/** GOPs without a gap. */
export interface ExportRun {
  /** When the first one begins and the last one ends. */
  readonly startMs: EpochMs;
  readonly endMs: EpochMs;
  readonly gops: number;
  /** Added to the time of recording, gives that in the file. */
  readonly shiftMs: Ms;
}

/** A GOP, and where it is in the file. */
export interface ExportedGop {
  readonly gop: Gop;
  readonly at: number;
  readonly shiftMs: Ms;
}

export interface ExportFile {
  readonly head: Uint8Array;
  /** Of another duration, and of the same length. */
  headOf(durationMs: Ms): Uint8Array;
  readonly runs: readonly ExportRun[];
  /** Of the whole file. */
  readonly bytes: number;
  /** Gaps are not part of it. */
  readonly durationMs: Ms;
  readonly first: Gop;
  readonly last: Gop;
  /** Read from the indexes each time, because a day of them takes megabytes. Rejects as `FoundGops` does. */
  gops(signal: AbortSignal): AsyncGenerator<ExportedGop, void, undefined>;
}

/** Files in the order of time. Empty: nothing is recorded. Rejects with the reason of `signal`. */
export async function planExport(
  reader: RecordingReader,
  key: RecordingKey,
  { begin, end }: TimeRange,
  signal: AbortSignal,
): Promise<readonly ExportFile[]> {
  const found = await reader.find(key, begin, end, signal);
  const heads = new Heads(reader, key);
  const files: PlannedFile[] = [];
  let count = 0;
  let head: Uint8Array | null = null;
  for await (const piece of trimmed(found, begin, end, signal)) {
    for (const gop of piece) {
      // A run has the same tracks: a day is one head, not 1,440.
      if (!head || gop.startsRun) head = await heads.of(gop.segmentMs, signal);
      // Removed meanwhile, or lost with the end of its file.
      if (!head || !(await heads.contain(gop, signal))) continue;
      const file = files.at(-1);
      if (file?.segmentHead === head) file.add(gop);
      else files.push(new PlannedFile(head, gop, count));
      count += 1;
    }
  }
  /** The same GOPs again, from one of them on. */
  async function* from(first: number, other: AbortSignal): AsyncGenerator<Gop, void, undefined> {
    let at = 0;
    for await (const piece of trimmed(found, begin, end, other)) {
      for (const gop of piece) {
        if (!heads.isContained(gop)) continue;
        if (at >= first) yield gop;
        at += 1;
      }
    }
  }
  return files.map((file) => file.planned(from));
}

/** Of a range, the times at which nothing is recorded. */
export function gapsOf(files: readonly ExportFile[], { begin, end }: TimeRange): readonly TimeRange[] {
  const runs = files.flatMap((file) => file.runs).map(rangeOf);
  const gaps: TimeRange[] = [];
  let recordedTo = begin;
  for (const next of [...runs, { begin: end, end }]) {
    if (next.begin > recordedTo && !isContinued(recordedTo, next.begin))
      gaps.push({ begin: recordedTo, end: next.begin });
    recordedTo = Math.max(recordedTo, next.end);
  }
  return gaps;
}

/** Times of recording, in whole milliseconds. */
export function rangeOf({ startMs, endMs }: ExportRun): TimeRange {
  return { begin: Math.round(startMs), end: Math.round(endMs) };
}

/**
 * From the last GOP that begins at or before the range. Lengths in the index are rounded or estimated, so that a GOP can
 * seem to overlap its successor, and the range before or behind it.
 */
async function* trimmed(
  found: FoundGops,
  begin: EpochMs,
  end: EpochMs,
  signal: AbortSignal,
): AsyncGenerator<readonly Gop[], void, undefined> {
  let held: Gop | null = null;
  let isFirst = true;
  let count = 0;
  for await (const piece of found.pieces(signal)) {
    const kept: Gop[] = [];
    for (const gop of piece) {
      const isBefore =
        isFirst && held && isContinued(endOf(held), gop.startMs) && Math.round(gop.startMs) <= begin;
      if (held && !isBefore) kept.push(held);
      if (held) isFirst = false;
      held = gop;
    }
    count += kept.length;
    yield kept;
  }
  const isBehind = held && count > 0 && Math.round(held.startMs) >= end;
  if (held && !isBehind) yield [held];
}

/** Heads and sizes of segments. Heads are the same object for the same tracks; labels of segments do not count. */
class Heads {
  /** Removed since they were found. */
  private readonly missing = new Set<EpochMs>();
  /** Of the segments that were planned, in bytes. */
  private readonly sizes = new Map<EpochMs, number>();
  private readonly known = new Map<string, Uint8Array>();

  constructor(
    private readonly reader: RecordingReader,
    private readonly key: RecordingKey,
  ) {}

  async of(segmentMs: EpochMs, signal: AbortSignal): Promise<Uint8Array | null> {
    if (this.missing.has(segmentMs)) return null;
    signal.throwIfAborted();
    const head = await this.read(segmentMs);
    if (!head) this.missing.add(segmentMs);
    return head;
  }

  /** Whether the file of the GOP has all of its bytes: not if it was cut, or the index is damaged. */
  async contain(gop: Gop, signal: AbortSignal): Promise<boolean> {
    const { segmentMs } = gop;
    if (!this.sizes.has(segmentMs) && !this.missing.has(segmentMs)) {
      signal.throwIfAborted();
      const bytes = await this.reader.size(this.key, segmentMs);
      if (bytes === null) this.missing.add(segmentMs);
      else this.sizes.set(segmentMs, bytes);
    }
    return this.isContained(gop);
  }

  /** As `contain`, of GOPs that were planned. */
  isContained({ segmentMs, offset, bytes }: Gop): boolean {
    const isPlace = Number.isInteger(offset) && offset >= 0 && bytes >= boxHeaderBytes;
    return isPlace && !this.missing.has(segmentMs) && offset + bytes <= (this.sizes.get(segmentMs) ?? 0);
  }

  private async read(segmentMs: EpochMs): Promise<Uint8Array | null> {
    const head = await this.reader.head(this.key, segmentMs);
    // A damaged one has no tracks.
    const unlabelled = head && readInit(head) && headWithDuration(head, 0);
    if (!unlabelled) return null;
    const name = Buffer.from(unlabelled).toString('latin1');
    const known = this.known.get(name) ?? head;
    this.known.set(name, known);
    return known;
  }
}

/** Gaps are closed: each run begins in the file where its predecessor ends. */
class PlannedFile {
  private readonly runs: { startMs: EpochMs; endMs: EpochMs; gops: number; shiftMs: Ms }[];
  private bytes: number;
  private last: Gop;

  constructor(
    readonly segmentHead: Uint8Array,
    private readonly first: Gop,
    /** Which of all GOPs of the export is the first one. */
    private readonly number: number,
  ) {
    this.runs = [{ startMs: first.startMs, endMs: endOf(first), gops: 1, shiftMs: -first.startMs }];
    this.bytes = first.bytes;
    this.last = first;
  }

  add(gop: Gop): void {
    const run = this.runs.at(-1)!;
    if (isContinued(run.endMs, gop.startMs)) {
      run.endMs = endOf(gop);
      run.gops += 1;
    } else {
      const shiftMs = run.endMs + run.shiftMs - gop.startMs;
      this.runs.push({ startMs: gop.startMs, endMs: endOf(gop), gops: 1, shiftMs });
    }
    this.bytes += gop.bytes;
    this.last = gop;
  }

  planned(
    gopsFrom: (first: number, signal: AbortSignal) => AsyncGenerator<Gop, void, undefined>,
  ): ExportFile {
    const { runs, first, last, number } = this;
    const { endMs, shiftMs } = runs.at(-1)!;
    const durationMs = Math.round(endMs + shiftMs);
    const headOf = (ms: Ms) => headWithDuration(this.segmentHead, ms)!;
    const head = headOf(durationMs);
    return {
      ...{ head, headOf, runs, first, last, durationMs, bytes: head.length + this.bytes },
      async *gops(signal) {
        const gops = gopsFrom(number, signal);
        let at = head.length;
        try {
          for (const run of runs) {
            for (let left = run.gops; left > 0; left -= 1) {
              const { value: gop } = await gops.next();
              if (!gop) throw new Error('recordings were removed');
              yield { gop, at, shiftMs: run.shiftMs };
              at += gop.bytes;
            }
          }
        } finally {
          await gops.return();
        }
      },
    };
  }
}

const endOf = ({ startMs, durationMs }: Gop): EpochMs => startMs + durationMs;
