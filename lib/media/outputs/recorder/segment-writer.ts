import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Logger } from '../../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { RecordedSegment, RecordingKey, RecordKind } from '../../ports.ts';
import { absenceOf, identityOf } from '../../recordings/file-identity.ts';
import { type Gop, GopIndexFile, isContinued } from '../../recordings/gop-index.ts';
import { type RecordFiles, SegmentFile } from '../../recordings/segment-file.ts';
import { withLabel } from '../../recordings/segment-label.ts';
import { dayOf, gopIndexPath } from '../../recordings/segment-path.ts';
import type { MuxedPart, SegmentHead } from './segment-muxer.ts';

export interface SegmentWriterOptions {
  /** Folder of all recordings. */
  readonly root: string;
  readonly key: RecordingKey;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly files: RecordFiles;
  /** Bytes that may wait for the disk. */
  readonly maxQueuedBytes: number;
  /** A segment has grown or is complete. Called once in a while, and when it is sealed. */
  readonly onSegment: (segment: RecordedSegment) => void;
  readonly onFailure: (error: unknown) => void;
  /** A part is on the disk. */
  readonly onPart: (part: MuxedPart) => void;
  /** A segment is complete on the disk. */
  readonly onSealed: () => void;
}

/** Without a part: seal the segment. */
type Queued = { readonly part: MuxedPart; readonly kind: RecordKind } | { readonly part: null };

/** The segment that is being written. */
interface OpenSegment {
  readonly head: SegmentHead;
  readonly kind: RecordKind;
  readonly file: SegmentFile;
  readonly gops: GopIndexFile;
  readonly gopsPath: string;
  readonly gopsIdentity: string;
  /** Not yet in the index. */
  readonly completeGops: Gop[];
  endMs: EpochMs;
  reportedMs: EpochMs;
}

/** Somebody else writes the index. `isReached`: no file is open, and parts wait until it is over. */
interface Pause {
  isReached: boolean;
  readonly reach: () => void;
  readonly over: Promise<void>;
}

interface OpenGop {
  readonly startMs: EpochMs;
  readonly offset: number;
  readonly startsRun: boolean;
}

const retryMs: Ms = 2_000;
/** How often the row of a growing segment is updated. */
const reportMs: Ms = 10_000;

/**
 * Writes the parts of one channel in order: part, sync, names, GOP index, row. While the disk fails, parts wait up to a
 * limit, and the oldest is tried again every 2 s.
 */
export class SegmentWriter {
  private queue: Queued[] = [];
  private queuedBytes = 0;
  private open: OpenSegment | null = null;
  private gop: OpenGop | null = null;
  /** What was written last: end, and the head of its segment. */
  private previous: { readonly endMs: EpochMs; readonly head: Uint8Array } | null = null;
  private working: Promise<void> | null = null;
  private cancelRetry: Cancel | null = null;
  private isClosing = false;
  /** The file is gone. */
  private isLost = false;
  /** The beginning of this GOP was in a file that is gone. */
  private isWithoutKey = false;
  private pause: Pause | null = null;

  constructor(private readonly options: SegmentWriterOptions) {}

  /** False if the part was dropped because the disk does not keep up: the next one must begin a GOP. */
  add(part: MuxedPart, kind: RecordKind): boolean {
    if (this.isClosing || this.queuedBytes + part.bytes > this.options.maxQueuedBytes) return false;
    this.queue.push({ part, kind });
    this.queuedBytes += part.bytes;
    this.work();
    return true;
  }

  /** No part follows for now. */
  endSegment(): void {
    if (this.isClosing) return;
    this.queue.push({ part: null });
    this.work();
  }

  /** The file that is being written; retention leaves it. */
  get openSegmentMs(): EpochMs | null {
    return this.open?.file.startMs ?? null;
  }

  /**
   * Leaves the open file if it is not found by its name any more: what is written into it is lost. `absence`: why nothing
   * is found in the folder of recordings. True if a file was left.
   */
  async checkFile(absence: NodeJS.ErrnoException | null): Promise<boolean> {
    const { open } = this;
    const failure =
      open && (absence ?? (await open.file.absence()) ?? (await absenceOf(open.gopsPath, open.gopsIdentity)));
    if (!failure || this.open !== open) return false;
    this.isLost = true;
    // Now, because the next attempt to begin a file waits for a key frame.
    this.options.onFailure(failure);
    return true;
  }

  /** Runs this when no file is open, from the next key frame on. What arrives meanwhile waits, and continues the run. */
  async betweenFiles(work: () => Promise<void>): Promise<void> {
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      await new Promise<void>((reach) => {
        this.pause = { isReached: false, reach, over };
        this.work();
      });
      await work();
    } finally {
      this.pause = null;
      end();
      this.work();
    }
  }

  /** Resolves when everything that was added is on the disk, or the disk fails. */
  async flushed(): Promise<void> {
    while (this.working) await this.working;
  }

  /** Writes what waits, once, and seals the segment. Never rejects. */
  async close(): Promise<void> {
    if (this.pause?.isReached) await this.pause.over;
    this.stopRetry();
    this.work();
    await this.flushed();
    this.isClosing = true;
    this.stopRetry();
    await this.seal().catch(async (error: unknown) => {
      this.options.onFailure(error);
      // The index is completed at the next start; until then the row leads to what is in the file.
      if (this.open) this.report(this.open);
      await this.abandon();
    });
    this.reachPause();
  }

  private reachPause(): void {
    if (!this.pause) return;
    this.pause.isReached = true;
    this.pause.reach();
  }

  private stopRetry(): void {
    this.cancelRetry?.();
    this.cancelRetry = null;
  }

  private work(): void {
    if (this.working || this.cancelRetry || this.pause?.isReached) return;
    this.working = this.drain().finally(() => {
      this.working = null;
    });
  }

  private async drain(): Promise<void> {
    try {
      await this.appendGops();
      for (;;) {
        if (this.isLost) void this.abandon();
        const next = this.queue[0];
        if (this.pause && (!this.open || next?.part?.beginsGop)) {
          await this.seal();
          return this.reachPause();
        }
        if (!next) return;
        if (next.part?.beginsGop) this.isWithoutKey = false;
        const isWritten = next.part !== null && !this.isWithoutKey;
        if (!next.part) await this.seal();
        else if (isWritten) await this.write(next.part, next.kind);
        this.queue.shift();
        this.queuedBytes -= next.part?.bytes ?? 0;
        await this.appendGops();
        if (next.part && isWritten) this.options.onPart(next.part);
        if (!next.part && !this.isWithoutKey) this.options.onSealed();
      }
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    // Deleted by somebody, or its disk is no longer mounted: continue in a new file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') void this.abandon();
    this.options.onFailure(error);
    if (this.isClosing) return;
    this.cancelRetry = this.options.clock.after(retryMs, () => {
      this.cancelRetry = null;
      this.work();
    });
  }

  /** Leaves the file at once. Resolves when it is closed; never rejects. */
  private abandon(): Promise<unknown> {
    const { open } = this;
    this.open = null;
    this.gop = null;
    this.previous = null;
    this.isLost = false;
    this.isWithoutKey = true;
    return Promise.allSettled([open?.file.close(), open?.gops.close()]);
  }

  private async write(part: MuxedPart, kind: RecordKind): Promise<void> {
    const isNew = this.open?.head !== part.segment || (this.open.kind !== kind && part.beginsGop);
    if (isNew) {
      await this.seal();
      await this.create(part, kind);
    } else {
      // Its end was dropped.
      if (part.beginsGop) this.endGop(this.open!);
      await this.open!.file.append(part.chunks);
    }
    const open = this.open!;
    const offset = open.file.durableBytes - part.bytes;
    open.endMs = part.endMs;
    if (isNew || part.beginsGop)
      this.gop = { startMs: part.startMs, offset, startsRun: this.startsRun(part) };
    this.previous = { endMs: part.endMs, head: part.segment.bytes };
    if (part.endsGop) this.endGop(open);
    if (isNew || part.endMs - open.reportedMs >= reportMs) this.report(open);
  }

  /** The head, the first part and the names of a new file. Nothing of it remains in memory if this fails. */
  private async create(part: MuxedPart, kind: RecordKind): Promise<void> {
    const { root, key, files } = this.options;
    const file = await SegmentFile.create(root, key, part.startMs, files);
    try {
      const head = withLabel(part.segment.bytes, { tenantId: key.tenantId, kind });
      await file.append([head, ...part.chunks]);
      await file.syncFolders(root, key);
      const gopsPath = gopIndexPath(root, key, dayOf(file.startMs));
      const gops = await GopIndexFile.open(gopsPath);
      this.open = {
        head: part.segment,
        kind,
        file,
        gops,
        gopsPath,
        gopsIdentity: await identityOf(gopsPath),
        completeGops: [],
        endMs: part.endMs,
        reportedMs: 0,
      };
    } catch (error) {
      await file.discard();
      throw error;
    }
  }

  private startsRun({ startMs, segment }: MuxedPart): boolean {
    const { previous } = this;
    if (previous === null || !isContinued(previous.endMs, startMs)) return true;
    return previous.head !== segment.bytes && Buffer.compare(previous.head, segment.bytes) !== 0;
  }

  private endGop(open: OpenSegment): void {
    if (this.gop) open.completeGops.push(gopOf(this.gop, open));
    this.gop = null;
  }

  /** Apart from writing, because a part that is on the disk must not be written again. */
  private async appendGops(): Promise<void> {
    const { open } = this;
    if (!open || open.completeGops.length === 0) return;
    await open.gops.append(open.completeGops);
    open.completeGops.length = 0;
  }

  private async seal(): Promise<void> {
    const { open } = this;
    if (!open) return;
    this.endGop(open);
    await this.appendGops();
    this.open = null;
    this.report(open);
    try {
      await open.file.close();
    } finally {
      await open.gops.close();
    }
  }

  private report(open: OpenSegment): void {
    open.reportedMs = open.endMs;
    this.options.onSegment({
      key: this.options.key,
      startMs: open.file.startMs,
      endMs: open.endMs,
      bytes: open.file.durableBytes,
      kind: open.kind,
    });
  }
}

function gopOf({ startMs, offset, startsRun }: OpenGop, { file, endMs }: OpenSegment): Gop {
  return {
    startMs,
    durationMs: endMs - startMs,
    offset,
    bytes: file.durableBytes - offset,
    segmentMs: file.startMs,
    startsRun,
  };
}
