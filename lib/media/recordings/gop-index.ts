/** The file `gops` of a day: 32 bytes for each GOP, in order of writing. docs/design/recordings.md gives the layout. */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { viewOf } from '../../codec/mp4/boxes.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { maxSegmentMs } from './segment-limits.ts';

export interface Gop {
  /** Of its first frame. */
  readonly startMs: EpochMs;
  readonly durationMs: Ms;
  /** Its bytes in the file of its segment. */
  readonly offset: number;
  readonly bytes: number;
  /** Name of the segment's file. */
  readonly segmentMs: EpochMs;
  /** It does not follow its predecessor without a gap, or not with the same tracks. */
  readonly startsRun: boolean;
}

export const gopRecordBytes = 32;

/** Times of GOPs that are further from the name of their file are damaged. */
export const maxStrayMs: Ms = maxSegmentMs + 60_000;

/** A longer gap, or overlap, ends a run. */
const runGapMs: Ms = 100;

/** True if what starts at `startMs` continues what ended at `endMs`. */
export function isContinued(endMs: EpochMs, startMs: EpochMs): boolean {
  return Math.abs(startMs - endMs) <= runGapMs;
}

export function encodeGops(gops: readonly Gop[]): Uint8Array {
  const bytes = new Uint8Array(gops.length * gopRecordBytes);
  const view = new DataView(bytes.buffer);
  for (const [index, gop] of gops.entries()) {
    const at = index * gopRecordBytes;
    view.setFloat64(at, gop.startMs, true);
    view.setUint32(at + 8, Math.round(gop.durationMs), true);
    view.setUint32(at + 12, gop.bytes, true);
    view.setFloat64(at + 16, gop.offset, true);
    view.setFloat64(at + 24, gop.startsRun ? -gop.segmentMs : gop.segmentMs, true);
  }
  return bytes;
}

/** Incomplete and empty records are skipped: a power cut can leave both. */
export function decodeGops(bytes: Uint8Array): Gop[] {
  const view = viewOf(bytes);
  const gops: Gop[] = [];
  for (let at = 0; at + gopRecordBytes <= bytes.length; at += gopRecordBytes) {
    const gop = gopAt(view, at);
    if (gop) gops.push(gop);
  }
  return gops;
}

/** Null: an empty record, or a damaged one, which can be nowhere in its file. */
export function gopAt(view: DataView, at: number): Gop | null {
  const segment = view.getFloat64(at + 24, true);
  const gop = {
    startMs: view.getFloat64(at, true),
    durationMs: view.getUint32(at + 8, true),
    bytes: view.getUint32(at + 12, true),
    offset: view.getFloat64(at + 16, true),
    segmentMs: Math.abs(segment),
    startsRun: segment < 0,
  };
  return isPlausible(gop) ? gop : null;
}

function isPlausible({ startMs, durationMs, offset, bytes, segmentMs }: Gop): boolean {
  const isFile = Number.isSafeInteger(segmentMs) && segmentMs > 0 && startMs > 0;
  const isPlace = Number.isSafeInteger(offset) && offset >= 0 && bytes > 0;
  const isNear = Math.abs(startMs - segmentMs) <= maxStrayMs && durationMs <= maxStrayMs;
  return isFile && isPlace && isNear;
}

/** True if the GOPs of a segment follow each other up to the end of the file. */
export function coverFile(gops: readonly Gop[], fileBytes: number): boolean {
  const last = gops.at(-1);
  if (!last || last.offset + last.bytes !== fileBytes) return false;
  return gops.every((gop, at) => at === 0 || gops[at - 1]!.offset + gops[at - 1]!.bytes === gop.offset);
}

/** In order of writing. Empty without a file. */
export async function readGops(path: string): Promise<Gop[]> {
  return decodeGops(await readIndex(path));
}

/** Empty without a file. */
async function readIndex(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Uint8Array();
    throw error;
  }
}

/** The index of a day while it is written. Not synced: it can be rebuilt from the segments. */
export class GopIndexFile {
  private isBroken = false;

  private constructor(
    private readonly path: string,
    private file: FileHandle,
    private bytes: number,
  ) {}

  /** Continues a file after its last complete record. */
  static async open(path: string): Promise<GopIndexFile> {
    const file = await open(path, 'a+', 0o600).then(async (created) => {
      // Writing at a position is not possible in append mode.
      await created.close();
      return open(path, 'r+');
    });
    const { size } = await file.stat();
    return new GopIndexFile(path, file, size - (size % gopRecordBytes));
  }

  /** After an error, the next call overwrites what was written in part. */
  async append(gops: readonly Gop[]): Promise<void> {
    if (this.isBroken) await this.openAgain();
    const records = encodeGops(gops);
    this.isBroken = true;
    const { bytesWritten } = await this.file.write(records, 0, records.length, this.bytes);
    if (bytesWritten < records.length) throw noSpace();
    this.isBroken = false;
    this.bytes += records.length;
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** A disk that was mounted again does not know the open file. */
  private async openAgain(): Promise<void> {
    await this.file.close().catch(() => {
      /* closed by an error of the disk */
    });
    this.file = await open(this.path, 'r+');
  }
}

/** A short write is followed by this error at the next attempt. */
export function noSpace(): NodeJS.ErrnoException {
  return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}
