/** The GOPs of a range as places in the indexes of days, so that a plan of any length takes little memory. */
import { access } from 'node:fs/promises';
import { viewOf } from '../../codec/mp4/boxes.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import { type Gop, gopAt, gopRecordBytes } from './gop-index.ts';
import type { GopSearch, GopWindow } from './gop-search.ts';
import { gopIndexPath, movedPath, segmentPath } from './segment-path.ts';

export interface FoundGops {
  /**
   * Ordered by time; where the clock was set back, the runs recorded before come first as a whole. `startsRun` of the first
   * is always true. In pieces, read one after the other, each time from the begin. Rejects with the reason of `signal`, and
   * if an index was replaced meanwhile.
   */
  pieces(signal?: AbortSignal): AsyncGenerator<readonly Gop[], void, undefined>;
}

/** Records that follow each other in one file. */
interface Group {
  readonly day: string;
  readonly file: string;
  readonly first: number;
  last: number;
  readonly startsRun: boolean;
  /** Of the whole run, which may begin before the range. */
  readonly runStartMs: EpochMs;
}

const maxPiece = 1_024;

interface Place {
  readonly root: string;
  readonly key: RecordingKey;
  readonly search: GopSearch;
  /** Starts of the segments that a day has. */
  readonly segmentsOf: (day: string) => Promise<readonly EpochMs[]>;
}

/** Of these days, the GOPs that overlap [from, to) and whose segments were not removed. */
export async function findGops(
  place: Place,
  days: readonly string[],
  from: EpochMs,
  to: EpochMs,
  signal?: AbortSignal,
): Promise<FoundGops> {
  const { root, key, search } = place;
  const groups: Group[] = [];
  let runStartMs: EpochMs = Number.NaN;
  let isBroken = true;
  for (const day of days) {
    const segments = new ExistingSegments(place, day);
    let group: Group | null = null;
    if (isBroken) runStartMs = Number.NaN;
    for await (const window of search.windows(gopIndexPath(root, key, day), from, to, signal)) {
      if (!window) {
        isBroken = true;
        runStartMs = Number.NaN;
        continue;
      }
      if (Number.isNaN(runStartMs)) ({ runStartMs } = window);
      const view = viewOf(window.records);
      for (let at = 0; at < view.byteLength; at += gopRecordBytes) {
        const gop = gopAt(view, at);
        if (!gop) continue;
        const { startMs, durationMs, segmentMs } = gop;
        if (gop.startsRun || Number.isNaN(runStartMs)) runStartMs = startMs;
        const isFound =
          startMs < to &&
          startMs + durationMs > from &&
          (segments.known(segmentMs) ?? (await segments.has(segmentMs)));
        const startsRun: boolean = gop.startsRun || isBroken;
        isBroken = !isFound;
        if (!isFound) continue;
        const record = window.first + at / gopRecordBytes;
        if (group && !startsRun) group.last = record;
        else {
          group = { day, file: window.file, first: record, last: record, startsRun, runStartMs };
          groups.push(group);
        }
      }
    }
  }
  groups.sort((a, b) => a.runStartMs - b.runStartMs);
  return { pieces: (other) => piecesOf(search, groups, (day) => gopIndexPath(root, key, day), other) };
}

async function* piecesOf(
  search: GopSearch,
  groups: readonly Group[],
  pathOf: (day: string) => string,
  signal?: AbortSignal,
): AsyncGenerator<readonly Gop[], void, undefined> {
  let window: GopWindow | null = null;
  let view = viewOf(new Uint8Array());
  let day: string | null = null;
  let piece: Gop[] = [];
  for (const group of groups) {
    let { startsRun } = group;
    for (let record = group.first; record <= group.last; record += 1) {
      if (!window || day !== group.day || !isWithin(window, record)) {
        window = await search.windowAt(pathOf(group.day), group.file, record, signal);
        view = viewOf(window.records);
        ({ day } = group);
        if (!isWithin(window, record)) throw new Error('the index of the recordings became shorter');
      }
      const gop = gopAt(view, (record - window.first) * gopRecordBytes);
      if (!gop) continue;
      piece.push(gop.startsRun === startsRun ? gop : { ...gop, startsRun });
      startsRun = false;
      if (piece.length < maxPiece) continue;
      yield piece;
      piece = [];
    }
  }
  if (piece.length > 0) yield piece;
}

const isWithin = ({ first, records }: GopWindow, record: number): boolean =>
  record >= first && (record - first) * gopRecordBytes < records.length;

/** Of segments that retention removed, entries may remain. */
class ExistingSegments {
  /** More are looked up together. */
  private static readonly maxSingle = 8;
  private readonly found = new Map<EpochMs, boolean>();
  private all: ReadonlySet<EpochMs> | null = null;

  constructor(
    private readonly place: Place,
    private readonly day: string,
  ) {}

  /** Undefined: it was not looked up. */
  known(segmentMs: EpochMs): boolean | undefined {
    return this.all ? this.all.has(segmentMs) : this.found.get(segmentMs);
  }

  async has(segmentMs: EpochMs): Promise<boolean> {
    const { root, key, segmentsOf } = this.place;
    if (this.found.size < ExistingSegments.maxSingle) {
      const isThere =
        (await exists(segmentPath(root, key, segmentMs))) || (await exists(movedPath(root, key, segmentMs)));
      this.found.set(segmentMs, isThere);
      return isThere;
    }
    this.all = new Set(await segmentsOf(this.day));
    return this.all.has(segmentMs);
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
