import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import type { AccessUnit, TrackSet } from '../ports.ts';
import { ByteRate } from './byte-rate.ts';
import { GopCache } from './gop-cache.ts';
import type { ReaderLimits } from './limits.ts';
import type { ReaderPolicy, ReaderStatus, ReaderSubscription, StreamEnd, StreamReader } from './reader.ts';
import { ReaderQueue } from './reader-queue.ts';
import { isSameConfiguration } from './track-set.ts';

export interface ReaderSetOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: ReaderLimits;
  /** The number of readers changed. */
  readonly onReaders: (count: number) => void;
}

/** Hands access units on to readers, and keeps the newest group of pictures for those who join late. */
export class ReaderSet {
  /** Replaced, never changed in place: a reader that is added during a call must not get that call's unit twice. */
  private queues: readonly ReaderQueue[] = [];
  private readonly gop: GopCache;
  private readonly rate = new ByteRate();
  /** Of the running source; null until it has announced them. */
  private current: TrackSet | null = null;
  private lastTracks: TrackSet | null = null;
  private lastUnitAt: Ms | null = null;

  constructor(private readonly options: ReaderSetOptions) {
    this.gop = new GopCache(options.limits.maxGopBytes);
  }

  get count(): number {
    return this.queues.length;
  }

  /** Of the running source, or of the one before it while there is none. */
  get tracks(): TrackSet | null {
    return this.lastTracks;
  }

  get bitrateKbps(): number {
    return this.rate.kbps(this.options.clock.monotonic());
  }

  /** Bytes of units that are kept for late and for slow readers. */
  get heldBytes(): number {
    return this.queues.reduce((sum, queue) => sum + queue.heldBytes, this.gop.heldBytes);
  }

  /** Monotonic time of the newest unit of the running source, of video where there is video. */
  get newestAt(): Ms | null {
    return this.lastUnitAt;
  }

  /** `status`: what is wrong at this moment, if anything is. */
  add(reader: StreamReader, policy: ReaderPolicy, status: ReaderStatus | null): ReaderSubscription {
    const { logger } = this.options;
    const queue = new ReaderQueue(
      reader,
      policy,
      (own, end) => this.remove(own) && own.end(end),
      (error) => logger.error({ error }, 'a reader of the stream threw'),
    );
    this.queues = [...this.queues, queue];
    this.options.onReaders(this.count);
    this.catchUp(queue, policy);
    if (status) queue.status(status);
    return {
      resume: () => queue.resume(),
      close: () => {
        queue.close();
        this.remove(queue);
      },
    };
  }

  /** A new source begins: no unit of the old one may be joined. */
  restarted(): void {
    this.sourceStopped();
    for (const queue of this.queues) queue.restarted();
  }

  setTracks(tracks: TrackSet): void {
    if (this.current && isSameConfiguration(this.current, tracks)) return;
    this.gop.clear();
    this.current = tracks;
    this.lastTracks = tracks;
    for (const queue of this.queues) {
      queue.skipToKey();
      queue.tracks(tracks);
    }
  }

  unit(unit: AccessUnit, receivedAt: Ms): void {
    this.rate.add(unit.data.byteLength, this.options.clock.monotonic());
    if (!this.current) return;
    const hasVideo = this.current.video !== null;
    if (!hasVideo || unit.kind === 'video') this.lastUnitAt = receivedAt;
    if (unit.data.byteLength > this.options.limits.maxUnitBytes) {
      if (unit.kind === 'video') this.leaveOutGroup();
      return;
    }
    const received = { unit, receivedAt };
    this.gop.add(received, hasVideo);
    for (const queue of this.queues) queue.unit(received);
  }

  status(status: ReaderStatus): void {
    for (const queue of this.queues) queue.status(status);
  }

  endAll(end: StreamEnd): void {
    const { queues } = this;
    this.queues = [];
    this.gop.clear();
    for (const queue of queues) queue.end(end);
    if (queues.length > 0) this.options.onReaders(this.count);
  }

  /** Nothing of it may be joined any more. */
  sourceStopped(): void {
    this.gop.clear();
    this.current = null;
    this.lastUnitAt = null;
    this.rate.clear();
  }

  private catchUp(queue: ReaderQueue, { start }: ReaderPolicy): void {
    if (!this.current) return;
    queue.tracks(this.current);
    if (this.isStale()) this.gop.clear();
    if (start === 'cachedGop') for (const received of this.gop.units) queue.unit(received);
  }

  /** What a source that has gone quiet sent last would pass for a live picture. */
  private isStale(): boolean {
    const { clock, limits } = this.options;
    return this.lastUnitAt !== null && clock.monotonic() - this.lastUnitAt >= limits.staleMs;
  }

  private leaveOutGroup(): void {
    this.gop.clear();
    for (const queue of this.queues) queue.skipToKey();
  }

  private remove(queue: ReaderQueue): boolean {
    if (!this.queues.includes(queue)) return false;
    this.queues = this.queues.filter((kept) => kept !== queue);
    this.options.onReaders(this.count);
    return true;
  }
}
