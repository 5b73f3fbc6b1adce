/** Removes what is kept no longer: by age, by the limit of a channel, and by free space. */
import { readFile, rm, stat, statfs, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordedSegment, RecordingKey, RecordRetention, RecordStore, SegmentIndex } from '../ports.ts';
import { segmentsOfDay } from './recording-reader.ts';
import { dayFolder, dayMs, dayOf, movedPath, segmentPath } from './segment-path.ts';
import type { SegmentTier, WaitingSegment } from './segment-tier.ts';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface RetentionOptions {
  /** Folder of all recordings. */
  readonly root: string;
  readonly index: Pick<SegmentIndex, 'oldest' | 'usage' | 'remove'>;
  readonly retention: () => Promise<readonly RecordRetention[]>;
  /** Segments that are being written are left. */
  readonly openSegments: (key: RecordingKey) => readonly EpochMs[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where there is an object store. */
  readonly tier?: Pick<SegmentTier, 'free' | 'waiting' | 'forget' | 'remove'>;
  readonly measure?: (folder: string) => Promise<DiskSpace>;
}

/** Which segments are removed, asked for one after the other. */
interface Choice<Segment = RecordedSegment> {
  isUnwanted(segment: Segment): boolean;
  onRemoved(segment: Pick<Segment & RecordedSegment, 'bytes'>): void;
}

/** Above this share of the disk in use, the oldest recordings are removed. Writing fails at 0.95 at the earliest. */
const maxUsedShare = 0.9;
const batch = 100;
/** A clock that advanced further than this without us is doubted for a day: it would make everything too old. */
const plausibleStepMs: Ms = dayMs;
const doubtMs: Ms = dayMs;
const clockName = 'clock';

export class Retention {
  private readonly measure: (folder: string) => Promise<DiskSpace>;
  private clockBase: number | null = null;
  private doubtedUntil: Ms = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: RetentionOptions) {
    this.measure = options.measure ?? diskSpace;
  }

  /** By age and by the limits of channels; to be called each minute. Returns the number of removed segments. */
  async removeOld(): Promise<number> {
    const { index, clock } = this.options;
    const rules = await this.options.retention();
    const usage = await index.usage();
    const isTrusted = await this.isClockTrusted();
    let removed = 0;
    const failures: unknown[] = [];
    for (const { key, keepMs, maxBytes } of rules) {
      const since = clock.now() - keepMs;
      let excess = maxBytes === null ? 0 : bytesOf(usage, key) - maxBytes;
      try {
        removed += await this.removeOldest(key, {
          isUnwanted: ({ endMs }) => (isTrusted && endMs < since) || excess > 0,
          onRemoved: ({ bytes }) => {
            excess -= bytes;
          },
        });
      } catch (error) {
        // The object store may fail, and other channels need none.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return removed;
  }

  /** The oldest of all channels while the disk is too full; to be called every few seconds. */
  async freeSpace(): Promise<number> {
    const { tier } = this.options;
    const { freeBytes, totalBytes } = await this.measure(this.options.root);
    let excess = totalBytes * (1 - maxUsedShare) - freeBytes;
    if (excess > 0 && tier) excess -= await tier.free(excess);
    const choice: Choice = {
      isUnwanted: () => excess > 0,
      onRemoved: ({ bytes }) => {
        excess -= bytes;
      },
    };
    // Of what was moved, nothing is left here by now.
    let removed = tier ? await this.removeWaiting(tier.waiting(), choice) : 0;
    for (const store of (tier ? ['device'] : ['cloud', 'device']) satisfies RecordStore[]) {
      removed += await this.removeOldest(store, choice);
    }
    if (removed > 0) this.options.logger.info({ removed }, 'the oldest recordings made room for new ones');
    return removed;
  }

  /** The object store does not respond, and the disk is full. */
  private async removeWaiting(
    waiting: readonly WaitingSegment[],
    { isUnwanted, onRemoved }: Choice<WaitingSegment>,
  ): Promise<number> {
    let removed = 0;
    for (const segment of waiting) {
      if (this.options.openSegments(segment.key).includes(segment.startMs)) continue;
      if (!isUnwanted(segment)) break;
      if (!(await this.remove(segment))) continue;
      onRemoved(segment);
      removed += 1;
    }
    return removed;
  }

  /**
   * From the oldest on, until one is wanted. Segments that are being written are left, and those whose file cannot be
   * removed: the next ones make room instead.
   */
  private async removeOldest(
    of: RecordingKey | RecordStore,
    { isUnwanted, onRemoved }: Choice,
  ): Promise<number> {
    let removed = 0;
    const unremovable = new Set<string>();
    for (;;) {
      // Those that cannot be removed must not hide the next ones.
      const limit = batch + unremovable.size;
      const found = await this.options.index.oldest(of, limit);
      let tried = 0;
      for (const segment of found) {
        const path = segmentPath(this.options.root, segment.key, segment.startMs);
        const isOpen = this.options.openSegments(segment.key).includes(segment.startMs);
        if (isOpen || unremovable.has(path)) continue;
        if (!isUnwanted(segment)) return removed;
        tried += 1;
        if (!(await this.remove(segment))) {
          unremovable.add(path);
          continue;
        }
        onRemoved(segment);
        removed += 1;
      }
      if (tried === 0 || found.length < limit) return removed;
    }
  }

  /** The file first: its space may be what the database needs. False if it cannot be removed, which is logged. */
  private async remove({ key, startMs }: Pick<RecordedSegment, 'key' | 'startMs'>): Promise<boolean> {
    const { root, index, openSegments, logger } = this.options;
    try {
      await removeFile(segmentPath(root, key, startMs));
    } catch (error) {
      logger.warn({ err: error, channel: key.channelId, startMs }, 'a recording could not be removed');
      return false;
    }
    this.options.tier?.forget(key, startMs);
    const moved = movedPath(root, key, startMs);
    if (key.store === 'cloud' && (await stat(moved).catch(() => null))) {
      // The description last: without it, the objects would be found by nobody.
      await this.options.tier?.remove(key, startMs);
      await removeFile(moved);
    }
    await index.remove(key, [startMs]);
    const day = dayOf(startMs);
    const isBusy = openSegments(key).some((open) => dayOf(open) === day);
    if (!isBusy && (await segmentsOfDay(root, key, day)).length === 0) {
      await rm(dayFolder(root, key, day), { recursive: true, force: true });
    }
    return true;
  }

  /**
   * False for a day after the clock was set far ahead, here or while the server was off: an operator can notice it
   * before everything is removed as too old.
   */
  private async isClockTrusted(): Promise<boolean> {
    const { clock, logger, root } = this.options;
    const now = clock.now();
    const base = now - clock.monotonic();
    const step = this.clockBase === null ? now - (await this.lastSeen(now)) : base - this.clockBase;
    this.clockBase = base;
    if (step > plausibleStepMs) {
      this.doubtedUntil = clock.monotonic() + doubtMs;
      const days = Math.round(step / dayMs);
      logger.warn({ days }, 'the clock is far ahead: for a day nothing is removed by age');
    } else if (step < -plausibleStepMs) this.doubtedUntil = Number.NEGATIVE_INFINITY;
    const isTrusted = clock.monotonic() >= this.doubtedUntil;
    if (isTrusted) {
      // A disk that is full must not keep this from making room.
      await writeFile(join(root, clockName), String(now), { mode: 0o600 }).catch((error: unknown) => {
        logger.warn({ err: error }, 'the time could not be stored beside the recordings');
      });
    }
    return isTrusted;
  }

  /** When this was trusted last, by any process. Of a new folder: now. */
  private async lastSeen(now: EpochMs): Promise<EpochMs> {
    const text = await readFile(join(this.options.root, clockName), 'utf8').catch(() => '');
    const seen = Number(text);
    return text !== '' && Number.isFinite(seen) ? seen : now;
  }
}

async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

function bytesOf(usage: Awaited<ReturnType<SegmentIndex['usage']>>, key: RecordingKey): number {
  const isSame = (other: RecordingKey) => other.channelId === key.channelId && other.store === key.store;
  return usage.find((one) => isSame(one.key))?.bytes ?? 0;
}

async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
