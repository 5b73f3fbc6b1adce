/**
 * Moves sealed segments of the store `cloud` to an object store, keeps copies of them up to a limit, and reads them from
 * there when no copy is left. Start reading here. While the object store fails, recording goes on and segments wait here.
 */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { AppError } from '../../kernel/app-error.ts';
import type { ByteRange } from '../../kernel/byte-range.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { ObjectStore, RecordedSegment, RecordingKey } from '../ports.ts';
import { type ChangedDay, compareObjects } from './compare-objects.ts';
import { inTime } from './in-time.ts';
import { LocalCopies } from './local-copies.ts';
import { readMoved } from './moved-segment.ts';
import { daysOf, namesIn } from './recording-reader.ts';
import type { RecordFiles } from './segment-file.ts';
import { maxSegmentMs } from './segment-limits.ts';
import { copySegment, moveSegment } from './segment-mover.ts';
import { dayFolder, movedPath, objectNames, segmentPath, segmentStart } from './segment-path.ts';
import type { MovedReads } from './stored-segment.ts';

export interface SegmentTierOptions {
  /** Folder of all recordings. */
  readonly root: string;
  readonly objects: ObjectStore;
  /** Of all files that are in the object store too. */
  readonly maxCopyBytes: number;
  /** Segments that are moved at the same time. */
  readonly maxMoves?: number;
  readonly makeFolder: RecordFiles['makeFolder'];
  /** With files here, of all stores. */
  readonly keys: () => Promise<readonly RecordingKey[]>;
  /** The open segments of a channel that this process records; null: it does not record it. */
  readonly openSegments: (key: RecordingKey) => readonly EpochMs[] | null;
  /** Files of a day were added or removed by the comparison with the object store. */
  readonly onChanged: (change: ChangedDay) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A segment that is only here. */
export type WaitingSegment = Pick<RecordedSegment, 'key' | 'startMs' | 'bytes'>;

export interface TierStatus {
  readonly waitingSegments: number;
  readonly waitingBytes: number;
  readonly copyBytes: number;
  /** Null: the last segment was moved, or there was none. `code` is an `ObjectStoreFailureCode`, or of the disk. */
  readonly failure: { readonly code: string; readonly message: string; readonly since: EpochMs } | null;
}

const moveEveryMs: Ms = 15_000;
/** Older days change only when something has failed. */
const wholeEveryMs: Ms = 3_600_000;
const compareEveryMs: Ms = 6 * 3_600_000;
const newestDays = 2;
/** Another process may be writing a file that was changed within this time. */
const foreignSealedMs: Ms = maxSegmentMs + 60_000;
const defaultMoves = 3;
const maxFetches = 2;
const fetchAgainMs: Ms = 600_000;
const maxRemembered = 1_000;

export class SegmentTier implements MovedReads {
  private readonly copies: LocalCopies;
  private readonly fetching = new Map<string, Promise<void>>();
  /** When a segment whose copy has failed may be fetched again, by its path. */
  private readonly notBefore = new Map<string, Ms>();
  private readonly closed = new AbortController();
  private waitingSegments: readonly WaitingSegment[] = [];
  private failure: TierStatus['failure'] = null;
  private stops: Cancel[] = [];
  private moving: Promise<void> | null = null;
  private comparing: Promise<void> | null = null;
  private wholeAt: Ms = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: SegmentTierOptions) {
    this.copies = new LocalCopies(options.root, options.maxCopyBytes);
  }

  /** After the newest days were reconciled: torn segments must not be moved. */
  start(): void {
    const { clock } = this.options;
    this.stops = [
      clock.every(moveEveryMs, () => void this.move()),
      clock.every(compareEveryMs, () => void this.compare()),
    ];
    void this.compare();
    void this.move();
  }

  /** What is being moved is moved again after the next start. Safe to call twice. */
  async close(): Promise<void> {
    this.closed.abort();
    for (const stop of this.stops.splice(0)) stop();
    await Promise.all([this.moving, this.comparing, ...this.fetching.values()]);
  }

  get status(): TierStatus {
    return {
      waitingSegments: this.waitingSegments.length,
      waitingBytes: this.waitingSegments.reduce((sum, { bytes }) => sum + bytes, 0),
      copyBytes: this.copies.bytes,
      failure: this.failure,
    };
  }

  /** Moves what is sealed; ends at the first failure of the store, and goes on after one of a file. Never rejects. */
  move(): Promise<void> {
    this.moving ??= this.moveAll().finally(() => {
      this.moving = null;
    });
    return this.moving;
  }

  /** Never rejects. */
  compare(): Promise<void> {
    this.comparing ??= this.compareAll().finally(() => {
      this.comparing = null;
    });
    return this.comparing;
  }

  async read(
    { key, startMs }: { readonly key: RecordingKey; readonly startMs: EpochMs },
    range: ByteRange,
    isOnly: boolean,
    signal?: AbortSignal,
  ): Promise<Readable | null> {
    const { media } = objectNames(key, startMs);
    const { closed, options } = this;
    const ended = signal ? AbortSignal.any([closed.signal, signal]) : closed.signal;
    if (!isOnly) {
      const content = await options.objects.read(media, range, ended);
      if (content) this.copyLater(key, startMs);
      return content;
    }
    // At once and in time, because few may ask for single frames: a slow store must not take their places.
    const limits = { clock: options.clock, signal: ended };
    const frame = await inTime(limits, range.to - range.from, async (either) => {
      const content = await options.objects.read(media, range, either);
      return content && addAbortSignal(either, content).toArray();
    });
    return frame && Readable.from(frame);
  }

  used(key: RecordingKey, startMs: EpochMs): void {
    this.copies.used(key, startMs);
  }

  /** The oldest first. */
  waiting(): readonly WaitingSegment[] {
    return this.waitingSegments;
  }

  /** Removes copies until this many bytes are free; returns how many were. */
  free(bytes: number): Promise<number> {
    return this.copies.free(bytes);
  }

  /** The file of a segment was removed. */
  forget(key: RecordingKey, startMs: EpochMs): void {
    this.copies.forget(key, startMs);
    this.waitingSegments = this.waitingSegments.filter((one) => !isSame(one, key, startMs));
  }

  /** Removes the objects of a segment that is kept no longer. Rejects with `AppError` of an `ObjectStoreFailureCode`. */
  async remove(key: RecordingKey, startMs: EpochMs): Promise<void> {
    const { media, description } = objectNames(key, startMs);
    await this.options.objects.remove(description);
    await this.options.objects.remove(media);
  }

  /** Ends with the server. */
  private get transfer(): SegmentTierOptions & { readonly signal: AbortSignal } {
    return { ...this.options, signal: this.closed.signal };
  }

  private async moveAll(): Promise<void> {
    try {
      await this.list();
      await this.copies.shrink();
      const queue = [...this.waitingSegments];
      let isFailing = false;
      let unreadable: unknown = null;
      const work = async (): Promise<void> => {
        try {
          for (let next = queue.shift(); next && !isFailing; next = queue.shift()) {
            if (this.closed.signal.aborted) return;
            await this.moveOne(next).catch((error: unknown) => {
              if (!isOfFile(error, segmentPath(this.options.root, next.key, next.startMs))) throw error;
              unreadable ??= error;
            });
          }
        } catch (error) {
          isFailing = true;
          throw error;
        }
      };
      const length = this.options.maxMoves ?? defaultMoves;
      const ended = await Promise.allSettled(Array.from({ length }, work));
      const failed = ended.find(({ status }) => status === 'rejected');
      if (failed) throw (failed as PromiseRejectedResult).reason;
      if (unreadable !== null) throw unreadable;
      this.succeeded();
    } catch (error) {
      if (!this.closed.signal.aborted) this.failed(error);
    }
  }

  private async moveOne({ key, startMs }: WaitingSegment): Promise<void> {
    const moved = await moveSegment(this.transfer, key, startMs);
    this.waitingSegments = this.waitingSegments.filter((one) => !isSame(one, key, startMs));
    if (!moved) return;
    this.copies.add(key, startMs, moved.bytes);
    await this.copies.shrink();
  }

  /** Finds copies and waiting segments: at first and once an hour of all days, else of the newest ones. */
  private async list(): Promise<void> {
    const { root, clock } = this.options;
    const isWhole = clock.monotonic() - this.wholeAt >= wholeEveryMs;
    const waiting = new Map(this.waitingSegments.map((one) => [nameOf(one.key, one.startMs), one]));
    for (const key of await this.options.keys()) {
      if (key.store !== 'cloud') continue;
      const days = await daysOf(root, key);
      for (const day of isWhole ? days : days.slice(-newestDays)) {
        for (const one of await this.listDay(key, day)) waiting.set(nameOf(one.key, one.startMs), one);
      }
    }
    if (isWhole) this.wholeAt = clock.monotonic();
    this.waitingSegments = [...waiting.values()].sort((one, other) => one.startMs - other.startMs);
  }

  private async listDay(key: RecordingKey, day: string): Promise<readonly WaitingSegment[]> {
    const { root } = this.options;
    const names = new Set(await namesIn(dayFolder(root, key, day)));
    const waiting: WaitingSegment[] = [];
    for (const name of names) {
      const startMs = segmentStart(name);
      const path = join(dayFolder(root, key, day), name);
      // Left by a fetch that did not end.
      if (name.endsWith('.part') && !this.fetching.has(path)) await rm(path, { force: true });
      if (startMs === null || !name.endsWith('.mp4')) continue;
      const file = await stat(path).catch(() => null);
      if (!file) continue;
      const isMoved = names.has(`${startMs}.moved`) && (await this.isCopy(key, startMs, file.size));
      if (isMoved) this.noteCopy(key, startMs, file.size);
      else if (this.isSealed(key, startMs, file.mtimeMs)) waiting.push({ key, startMs, bytes: file.size });
    }
    return waiting;
  }

  /** At the first listing, copies are in the order of their times; later their order is that of their use. */
  private noteCopy(key: RecordingKey, startMs: EpochMs, bytes: number): void {
    if (!this.copies.has(key, startMs)) this.copies.add(key, startMs, bytes);
  }

  /** A file of another size than was moved is not a copy: it was moved too early, or is damaged. */
  private async isCopy(key: RecordingKey, startMs: EpochMs, bytes: number): Promise<boolean> {
    if (this.copies.has(key, startMs)) return true;
    return (await readMoved(movedPath(this.options.root, key, startMs)))?.bytes === bytes;
  }

  private isSealed(key: RecordingKey, startMs: EpochMs, mtimeMs: EpochMs): boolean {
    const open = this.options.openSegments(key);
    if (open) return !open.includes(startMs);
    return this.options.clock.now() - mtimeMs > foreignSealedMs;
  }

  /** In the background, so that what follows is read from the copy. */
  private copyLater(key: RecordingKey, startMs: EpochMs): void {
    const path = segmentPath(this.options.root, key, startMs);
    const { clock, logger } = this.options;
    const isBusy = this.fetching.has(`${path}.part`) || this.fetching.size >= maxFetches;
    if (this.closed.signal.aborted || isBusy || clock.monotonic() < (this.notBefore.get(path) ?? 0)) return;
    const fetched = this.fetchCopy(key, startMs)
      .catch((error: unknown) => {
        // Each part that is played asks again, and the whole segment would be fetched for each.
        if (this.notBefore.size >= maxRemembered) this.notBefore.clear();
        this.notBefore.set(path, clock.monotonic() + fetchAgainMs);
        logger.warn({ err: error, segment: startMs }, 'a moved segment could not be copied');
      })
      .finally(() => this.fetching.delete(`${path}.part`));
    this.fetching.set(`${path}.part`, fetched);
  }

  private async fetchCopy(key: RecordingKey, startMs: EpochMs): Promise<void> {
    const moved = await readMoved(movedPath(this.options.root, key, startMs));
    if (!moved || !this.copies.fits(moved.bytes)) return;
    if (!(await copySegment(this.transfer, key, startMs, moved)))
      throw new AppError('objects.failed', 'The object store has something else than was moved there.');
    // Retention removed the segment meanwhile: its copy would be moved again as a new one.
    if (!(await readMoved(movedPath(this.options.root, key, startMs)))) {
      await rm(segmentPath(this.options.root, key, startMs), { force: true });
      return;
    }
    this.copies.add(key, startMs, moved.bytes);
    await this.copies.shrink();
  }

  private async compareAll(): Promise<void> {
    const { logger, onChanged } = this.options;
    try {
      for await (const change of compareObjects(this.transfer)) {
        const { key, day, restored, missing } = change;
        const log = { channel: key.channelId, day, restored, missing };
        if (missing > 0) logger.error(log, 'moved recordings are missing in the object store');
        else logger.info(log, 'recordings were restored from the object store');
        // What is missing and has a file here is moved again.
        this.wholeAt = Number.NEGATIVE_INFINITY;
        await onChanged(change);
      }
    } catch (error) {
      if (!this.closed.signal.aborted) logger.warn({ err: error }, 'moved recordings could not be compared');
    }
  }

  private succeeded(): void {
    if (this.failure) this.options.logger.info({}, 'recordings are moved to the object store again');
    this.failure = null;
  }

  private failed(error: unknown): void {
    const { code = 'unknown', message } = error as NodeJS.ErrnoException;
    const { clock, logger } = this.options;
    if (this.failure?.code !== code)
      logger.error({ err: error }, 'recordings cannot be moved to the object store');
    this.failure = { code, message, since: this.failure?.since ?? clock.now() };
  }
}

const nameOf = ({ channelId }: RecordingKey, startMs: EpochMs): string => `${channelId}/${startMs}`;

/** Reading this file failed, as far as its error says: a disk may have lost one file and no others. */
function isOfFile(error: unknown, file: string): boolean {
  const { code, path } = error as NodeJS.ErrnoException;
  return path === file || (path === undefined && code === 'EIO');
}

const isSame = (one: WaitingSegment, key: RecordingKey, startMs: EpochMs): boolean =>
  one.startMs === startMs && one.key.channelId === key.channelId;
