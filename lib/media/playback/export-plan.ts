/** What an export of a range consists of: one MP4 file, or several where the tracks of the recordings change. */
import { headWithDuration } from '../../codec/mp4/moved.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import { type Gop, isContinued } from '../recordings/gop-index.ts';
import type { RecordingReader } from '../recordings/recording-reader.ts';

/** `end` is exclusive. */
export interface TimeRange {
  readonly begin: EpochMs;
  readonly end: EpochMs;
}

/** GOPs without a gap. */
export interface ExportRun {
  readonly gops: readonly Gop[];
  /** Added to the time of recording, gives that in the file. */
  readonly shiftMs: Ms;
}

export interface ExportFile {
  readonly head: Uint8Array;
  readonly runs: readonly ExportRun[];
  /** Of the whole file. */
  readonly bytes: number;
  /** Gaps are not part of it. */
  readonly durationMs: Ms;
}

/** Files in the order of time. Empty: nothing is recorded. */
export async function planExport(
  reader: RecordingReader,
  key: RecordingKey,
  { begin, end }: TimeRange,
): Promise<readonly ExportFile[]> {
  const found = trimmed(await reader.gops(key, begin, end), begin, end);
  const heads = await headsOf(reader, key, found);
  const groups: { readonly head: Uint8Array; readonly gops: Gop[] }[] = [];
  for (const gop of found) {
    const head = heads.get(gop.segmentMs);
    if (!head) continue; // removed meanwhile
    const group = groups.at(-1);
    if (group?.head === head) group.gops.push(gop);
    else groups.push({ head, gops: [gop] });
  }
  return groups.map(({ head, gops }) => fileOf(head, gops));
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
export function rangeOf({ gops }: ExportRun): TimeRange {
  return { begin: Math.round(gops[0]!.startMs), end: Math.round(endOf(gops.at(-1)!)) };
}

/**
 * From the last GOP that begins at or before the range. Lengths in the index are rounded or estimated, so that a GOP can
 * seem to overlap its successor, and the range before or behind it.
 */
function trimmed(gops: readonly Gop[], begin: EpochMs, end: EpochMs): readonly Gop[] {
  const [first, second] = gops;
  const isBefore =
    first && second && isContinued(endOf(first), second.startMs) && Math.round(second.startMs) <= begin;
  const kept = isBefore ? gops.slice(1) : gops;
  const isBehind = kept.length > 1 && Math.round(kept.at(-1)!.startMs) >= end;
  return isBehind ? kept.slice(0, -1) : kept;
}

/** Heads of segments; the same object for the same tracks. Labels of segments do not count. */
async function headsOf(
  reader: RecordingReader,
  key: RecordingKey,
  gops: readonly Gop[],
): Promise<ReadonlyMap<EpochMs, Uint8Array>> {
  const heads = new Map<EpochMs, Uint8Array>();
  const known = new Map<string, Uint8Array>();
  for (const segmentMs of new Set(gops.map((gop) => gop.segmentMs))) {
    const head = await reader.head(key, segmentMs);
    const unlabelled = head && headWithDuration(head, 0);
    if (!unlabelled) continue;
    const name = Buffer.from(unlabelled).toString('latin1');
    if (!known.has(name)) known.set(name, head);
    heads.set(segmentMs, known.get(name)!);
  }
  return heads;
}

function fileOf(segmentHead: Uint8Array, gops: readonly Gop[]): ExportFile {
  const runs = runsOf(gops);
  const last = gops.at(-1)!;
  const durationMs = Math.round(endOf(last) + runs.at(-1)!.shiftMs);
  const head = headWithDuration(segmentHead, durationMs)!;
  const bytes = gops.reduce((sum, gop) => sum + gop.bytes, head.length);
  return { head, runs, bytes, durationMs };
}

/** Gaps are closed: each run begins in the file where its predecessor ends. */
function runsOf(gops: readonly Gop[]): readonly ExportRun[] {
  const runs: { readonly gops: Gop[]; readonly shiftMs: Ms }[] = [];
  for (const gop of gops) {
    const run = runs.at(-1);
    const last = run?.gops.at(-1);
    if (run && last && isContinued(endOf(last), gop.startMs)) run.gops.push(gop);
    else runs.push({ gops: [gop], shiftMs: (run && last ? endOf(last) + run.shiftMs : 0) - gop.startMs });
  }
  return runs;
}

const endOf = ({ startMs, durationMs }: Gop): EpochMs => startMs + durationMs;
