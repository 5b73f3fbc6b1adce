/** Corrects both indexes after a crash, a power cut or a restored backup: the files decide. Start at `reconcileKey`. */
import { readdir, rename, stat, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findBox } from '../../codec/mp4/boxes.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { RecordedSegment, RecordingKey, RecordStore, SegmentIndex } from '../ports.ts';
import { coverFile, encodeGops, type Gop, gopRecordBytes, isContinued, readGops } from './gop-index.ts';
import { notMounted } from './mounted-disk.ts';
import { readMoved } from './moved-segment.ts';
import { daysOf, namesIn } from './recording-reader.ts';
import { type ScannedSegment, scanSegment } from './scan-segment.ts';
import { readLabel } from './segment-label.ts';
import {
  dayFolder,
  dayMs,
  dayStart,
  gopIndexPath,
  isChannelId,
  movedPath,
  segmentPath,
  segmentStart,
} from './segment-path.ts';
import { headOf } from './stored-segment.ts';

export interface ReconcileOptions {
  /** Folder of all recordings. */
  readonly root: string;
  readonly index: Pick<SegmentIndex, 'put' | 'remove' | 'between' | 'recount'>;
  /** False: the disk was unmounted, so that missing files mean nothing. Absent: it is not. */
  readonly isMounted?: () => Promise<boolean>;
  /** Leave this day, because something is recorded on it. */
  readonly isBusy?: (day: string) => boolean;
  /** What was read of segments before (`readAhead`), by their start. */
  readonly scans?: ReadonlyMap<EpochMs, ScannedSegment>;
  readonly signal?: AbortSignal;
}

/** What was corrected. */
export interface Corrections {
  /** Segments whose torn end was cut, or of which nothing was complete. */
  readonly cut: number;
  /** Rows that were added or changed, rows without a file, and wrong totals. */
  readonly rows: number;
  /** GOP indexes that were written again. */
  readonly gopIndexes: number;
}

const none: Corrections = { cut: 0, rows: 0, gopIndexes: 0 };

/** A crash concerns the newest segments; the day before, because a segment may have begun before midnight. */
const recentDays = 2;
const maxRows = 1_000;

/** Channels with files. The tenant is that of the newest readable segment. */
export async function storedKeys(root: string): Promise<RecordingKey[]> {
  const keys: RecordingKey[] = [];
  for (const store of ['cloud', 'device'] satisfies RecordStore[]) {
    for (const channelId of await namesIn(join(root, store))) {
      if (!isChannelId(channelId)) continue;
      const tenantId = await tenantOf(root, { store, channelId, tenantId: '' });
      if (tenantId !== null) keys.push({ tenantId, channelId, store });
    }
  }
  return keys;
}

async function tenantOf(root: string, key: RecordingKey): Promise<string | null> {
  for (const day of (await daysOf(root, key)).reverse()) {
    for (const start of (await filesOfDay(root, key, day)).reverse()) {
      const head = await headOf(root, key, start).catch(() => null);
      const label = head && readLabel(head);
      if (label) return label.tenantId;
    }
  }
  return null;
}

/**
 * `recent`: the days that a crash can concern; before anything is recorded. `older`: all others, where names, rows and
 * index are compared, but not the sizes of files.
 */
export async function reconcileKey(
  options: ReconcileOptions,
  key: RecordingKey,
  part: 'recent' | 'older',
): Promise<Corrections> {
  const days = await daysOf(options.root, key);
  // The newest first, because it is looked at most.
  const chosen = (part === 'recent' ? days.slice(-recentDays) : days.slice(0, -recentDays)).reverse();
  if (part === 'recent') return reconcileEach(options, key, chosen, part);
  const sum = add(
    await reconcileEach(options, key, chosen, part),
    await removeRowsOfMissingDays(options, key, days),
  );
  // Last, because what was removed or added changes them.
  return (await options.index.recount(key)) ? add(sum, { ...none, rows: 1 }) : sum;
}

/** Days whose files were changed by something else than a recorder. */
export const reconcileDays = (
  options: ReconcileOptions,
  key: RecordingKey,
  days: readonly string[],
): Promise<Corrections> => reconcileEach(options, key, days, 'recent');

/** What cannot be read or written does not keep the rest from being compared. Then rejects with the first failure. */
async function reconcileEach(
  options: ReconcileOptions,
  key: RecordingKey,
  days: readonly string[],
  part: 'recent' | 'older',
): Promise<Corrections> {
  let sum = none;
  const failures: unknown[] = [];
  for (const day of days) {
    if (options.signal?.aborted) break;
    if (options.isBusy?.(day)) continue;
    const reconciliation = new DayReconciliation(options, key, day, part);
    try {
      sum = add(sum, await reconciliation.run());
    } catch (error) {
      failures.push(error);
    }
    if (reconciliation.failure) failures.push(reconciliation.failure);
  }
  if (failures.length > 0) throw failures[0];
  return sum;
}

/** A day as its files, rows and GOP index say. */
interface DayState {
  /** Starts of the segments with a file, oldest first. */
  readonly starts: readonly EpochMs[];
  readonly rows: ReadonlyMap<EpochMs, RecordedSegment>;
  readonly indexed: readonly Gop[];
}

async function readDay(
  { root, index }: Pick<ReconcileOptions, 'root' | 'index'>,
  key: RecordingKey,
  day: string,
): Promise<DayState> {
  const start = dayStart(day)!;
  const starts = await filesOfDay(root, key, day);
  const indexed = await readGops(gopIndexPath(root, key, day));
  const rows = new Map<EpochMs, RecordedSegment>();
  for (const row of await index.between(key, start, start + dayMs)) {
    if (row.startMs >= start) rows.set(row.startMs, row);
  }
  return { starts, rows, indexed };
}

/**
 * Which segments of a day disagree with its indexes: their files must be read, or their entries removed. `except`: what is
 * being written. Changes nothing, so something may be recorded on this day.
 */
export async function disagreements(
  options: Pick<ReconcileOptions, 'root' | 'index'>,
  key: RecordingKey,
  day: string,
  except: readonly EpochMs[] = [],
): Promise<readonly EpochMs[]> {
  const { starts, rows, indexed } = await readDay(options, key, day);
  const bySegment = groupBySegment(indexed);
  const surplus = new Set([...rows.keys(), ...bySegment.keys()]);
  const found: EpochMs[] = [];
  for (const startMs of starts) {
    surplus.delete(startMs);
    const bytes = await sizeHere(segmentPath(options.root, key, startMs));
    const row = rows.get(startMs);
    const isRight = row && coverFile(bySegment.get(startMs) ?? [], bytes ?? row.bytes);
    if (!isRight || (bytes !== null && row.bytes !== bytes)) found.push(startMs);
  }
  return [...found, ...surplus].filter((startMs) => !except.includes(startMs));
}

/** Reads segments, so that a later comparison of their day is quick. Something may be recorded meanwhile. */
export async function readAhead(
  { root, signal }: Pick<ReconcileOptions, 'root' | 'signal'>,
  key: RecordingKey,
  starts: readonly EpochMs[],
): Promise<ReadonlyMap<EpochMs, ScannedSegment>> {
  const scans = new Map<EpochMs, ScannedSegment>();
  for (const startMs of starts) {
    if (signal?.aborted) break;
    const scanned = await scanSegment(segmentPath(root, key, startMs)).catch(() => null);
    if (scanned) scans.set(startMs, scanned);
  }
  return scans;
}

/** Where a segment ends, to see whether the next one continues it. */
interface Previous {
  readonly endMs: EpochMs;
  readonly startMs: EpochMs;
}

class DayReconciliation {
  private cut = 0;
  private isGopIndexWrong = false;
  private previous: Previous | null = null;
  private readonly gops: Gop[] = [];
  private readonly changed: RecordedSegment[] = [];
  /** The first file that could not be compared: what its indexes say is kept. */
  failure: unknown = null;

  constructor(
    private readonly options: ReconcileOptions,
    private readonly key: RecordingKey,
    private readonly day: string,
    private readonly part: 'recent' | 'older',
  ) {}

  async run(): Promise<Corrections> {
    const { root, index } = this.options;
    const { key, day } = this;
    const indexPath = gopIndexPath(root, key, day);
    await setFolderAside(indexPath);
    const { starts, indexed, rows: stored } = await readDay(this.options, key, day);
    const rows = new Map(stored);
    const bySegment = groupBySegment(indexed);
    for (const startMs of starts) {
      const exists = await this.segmentOrFailure(startMs, rows.get(startMs), bySegment.get(startMs) ?? []);
      if (exists) rows.delete(startMs);
    }
    this.isGopIndexWrong ||= this.gops.length !== indexed.length || (await isMisaligned(indexPath));
    if (this.isGopIndexWrong) await replaceGops(indexPath, this.gops);
    if (this.changed.length > 0) await index.put(this.changed);
    if (rows.size > 0) await removeRows(this.options, key, [...rows.keys()]);
    return {
      cut: this.cut,
      rows: this.changed.length + rows.size,
      gopIndexes: this.isGopIndexWrong ? 1 : 0,
    };
  }

  private async segmentOrFailure(
    startMs: EpochMs,
    row: RecordedSegment | undefined,
    indexed: readonly Gop[],
  ): Promise<boolean> {
    try {
      return await this.segment(startMs, row, indexed);
    } catch (error) {
      this.failure ??= error;
      return indexed.length === 0 || this.keep(startMs, indexed);
    }
  }

  /** False if there was nothing in the file. */
  private async segment(
    startMs: EpochMs,
    row: RecordedSegment | undefined,
    indexed: readonly Gop[],
  ): Promise<boolean> {
    // Sizes of older files are believed: reading them all would take long.
    const isKnown = this.part === 'older' && row !== undefined && coverFile(indexed, row.bytes);
    if (isKnown) return this.keep(startMs, indexed);
    const path = segmentPath(this.options.root, this.key, startMs);
    const bytes = await sizeHere(path);
    if (bytes === null) return this.movedSegment(startMs, row, indexed);
    if (row?.bytes === bytes && coverFile(indexed, bytes)) return this.keep(startMs, indexed);
    const known = this.options.scans?.get(startMs);
    const scanned = known?.fileBytes === bytes ? known : await scanSegment(path);
    if (scanned === null || scanned.parts.length === 0) {
      await this.setAside(path, bytes);
      return false;
    }
    if (scanned.completeBytes < scanned.fileBytes) {
      await truncate(path, scanned.completeBytes);
      this.cut += 1;
    }
    const found = gopsOf(scanned, startMs, !(await this.isContinuedBy(scanned)));
    const entries = new Map(indexed.map((gop) => [gop.offset, gop]));
    const gops = found.map((gop) =>
      entries.get(gop.offset)?.bytes === gop.bytes ? entries.get(gop.offset)! : gop,
    );
    this.isGopIndexWrong ||= gops.some((gop) => !indexed.includes(gop)) || gops.length < indexed.length;
    const segment = this.rowOf(startMs, scanned);
    if (row?.bytes !== segment.bytes) this.changed.push(segment);
    return this.keep(startMs, gops);
  }

  /** What was moved is complete, because only such segments are moved. */
  private async movedSegment(
    startMs: EpochMs,
    row: RecordedSegment | undefined,
    indexed: readonly Gop[],
  ): Promise<boolean> {
    const moved = await readMoved(movedPath(this.options.root, this.key, startMs));
    if (!moved) return false;
    const { bytes, head, gops } = moved;
    if (row?.bytes !== bytes) {
      const last = gops.at(-1)!;
      const endMs = last.startMs + last.durationMs;
      this.changed.push({ key: this.key, startMs, endMs, bytes, kind: readLabel(head)?.kind ?? 'schedule' });
    }
    if (coverFile(indexed, bytes)) return this.keep(startMs, indexed);
    this.isGopIndexWrong = true;
    return this.keep(startMs, gops);
  }

  private keep(startMs: EpochMs, gops: readonly Gop[]): true {
    const last = gops.at(-1)!;
    this.gops.push(...gops);
    this.previous = { startMs, endMs: last.startMs + last.durationMs };
    return true;
  }

  /** What cannot be read is kept under another name, for an expert; retention removes it with its day. */
  private async setAside(path: string, bytes: number): Promise<void> {
    if (bytes === 0) await unlink(path);
    else await rename(path, `${path}.damaged`);
    this.cut += 1;
  }

  private async isContinuedBy({ head, parts }: ScannedSegment): Promise<boolean> {
    const { previous } = this;
    if (previous === null || !isContinued(previous.endMs, parts[0]!.startMs)) return false;
    const before = await headOf(this.options.root, this.key, previous.startMs);
    return before !== null && Buffer.compare(movieOf(before), movieOf(head)) === 0;
  }

  private rowOf(startMs: EpochMs, { parts, completeBytes, label }: ScannedSegment): RecordedSegment {
    const last = parts.at(-1)!;
    return {
      key: this.key,
      startMs,
      endMs: last.startMs + last.durationMs,
      bytes: completeBytes,
      kind: label?.kind ?? 'schedule',
    };
  }
}

/** The tracks, without the label. */
const movieOf = (head: Uint8Array): Uint8Array => findBox(head, 'moov') ?? head;

function gopsOf({ parts }: ScannedSegment, segmentMs: EpochMs, startsRun: boolean): Gop[] {
  const gops: Gop[] = [];
  for (const { offset, bytes, startMs, durationMs, beginsGop } of parts) {
    const gop = gops.at(-1);
    if (gop && !beginsGop) {
      const endMs = startMs + durationMs;
      gops[gops.length - 1] = { ...gop, bytes: gop.bytes + bytes, durationMs: endMs - gop.startMs };
      continue;
    }
    const isBroken = gop ? !isContinued(gop.startMs + gop.durationMs, startMs) : startsRun;
    gops.push({ startMs, durationMs, offset, bytes, segmentMs, startsRun: isBroken });
  }
  return gops;
}

function groupBySegment(gops: readonly Gop[]): Map<EpochMs, Gop[]> {
  const groups = new Map<EpochMs, Gop[]>();
  for (const gop of gops) {
    const group = groups.get(gop.segmentMs);
    if (group) group.push(gop);
    else groups.set(gop.segmentMs, [gop]);
  }
  return groups;
}

async function isMisaligned(path: string): Promise<boolean> {
  return (await isThere(path)) && (await stat(path)).size % gopRecordBytes !== 0;
}

async function replaceGops(path: string, gops: readonly Gop[]): Promise<void> {
  await writeFile(`${path}.new`, encodeGops(gops), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Between the existing days: something may be recorded meanwhile, so each file is looked for. */
async function removeRowsOfMissingDays(
  options: ReconcileOptions,
  key: RecordingKey,
  days: readonly string[],
): Promise<Corrections> {
  let rows = 0;
  let from = 0;
  for (const day of days) {
    const start = dayStart(day)!;
    rows += await removeRowsWithoutFile(options, key, from, start);
    from = start + dayMs;
  }
  rows += await removeRowsWithoutFile(options, key, from, Number.MAX_SAFE_INTEGER);
  return { ...none, rows };
}

/** Of files that were not found. Rejects with `ENODEV` if their disk is not mounted. */
async function removeRows(
  { index, isMounted }: ReconcileOptions,
  key: RecordingKey,
  starts: readonly EpochMs[],
): Promise<void> {
  if (isMounted && !(await isMounted())) throw notMounted();
  await index.remove(key, starts);
}

async function removeRowsWithoutFile(
  options: ReconcileOptions,
  key: RecordingKey,
  from: EpochMs,
  to: EpochMs,
): Promise<number> {
  const { root, index, signal } = options;
  let removed = 0;
  for (let at = from; ; ) {
    const found = (await index.between(key, at, to, maxRows)).filter(({ startMs }) => startMs >= at);
    const missing: EpochMs[] = [];
    for (const { startMs } of found) {
      const isStored =
        (await isThere(segmentPath(root, key, startMs))) || (await isThere(movedPath(root, key, startMs)));
      if (!isStored) missing.push(startMs);
    }
    if (missing.length > 0) await removeRows(options, key, missing);
    removed += missing.length;
    const last = found.at(-1);
    if (!last || signal?.aborted) return removed;
    at = last.startMs + 1;
  }
}

const isThere = async (path: string): Promise<boolean> => (await sizeHere(path)) !== null;

/** Starts of the segments of a day that have a file here or were moved, oldest first. Folders of such names do not count. */
async function filesOfDay(root: string, key: RecordingKey, day: string): Promise<EpochMs[]> {
  const entries = await readdir(dayFolder(root, key, day), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
      throw error;
    },
  );
  const starts = new Set<EpochMs>();
  for (const entry of entries) {
    const start = entry.isFile() ? segmentStart(entry.name) : null;
    if (start !== null) starts.add(start);
  }
  return [...starts].sort((a, b) => a - b);
}

/** In place of a file that is written. */
async function setFolderAside(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) await rename(path, `${path}.damaged`);
}

/** Null if there is no such file. */
async function sizeHere(path: string): Promise<number | null> {
  return stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
}

function add(one: Corrections, other: Corrections): Corrections {
  return {
    cut: one.cut + other.cut,
    rows: one.rows + other.rows,
    gopIndexes: one.gopIndexes + other.gopIndexes,
  };
}
