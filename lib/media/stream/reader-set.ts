import { FrameInterval, silenceLimit } from '../../codec/frame-interval.ts';
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

/** Distributes access units to readers, and caches the newest GOP for readers that join later. */
export class ReaderSet {
  /** Replaced, never changed in place: a reader that is added during a call must not get that call's unit twice. */
  private queues: readonly ReaderQueue[] = [];
  private readonly gop: GopCache;
  private readonly rate = new ByteRate();
  private readonly interval = new FrameInterval();
  /** Tracks of the running source; null until it has announced them. */
  private current: TrackSet | null = null;
  private lastTracks: TrackSet | null = null;
  private lastUnitAt: Ms | null = null;

  constructor(private readonly options: ReaderSetOptions) {
    this.gop = new GopCache(options.limits.maxGopBytes);
  }

  get count(): number {
    return this.queues.length;
  }

  /** Tracks of the running source, or of the previous one while there is none. */
  get tracks(): TrackSet | null {
    return this.lastTracks;
  }

  get bitrateKbps(): number {
    return this.rate.kbps(this.options.clock.monotonic());
  }

  /** Bytes of units held for late and slow readers. */
  get bufferedBytes(): number {
    return this.queues.reduce((sum, queue) => sum + queue.bufferedBytes, this.gop.bufferedBytes);
  }

  /** Monotonic time of the newest unit of the running source, of video where there is video. */
  get newestAt(): Ms | null {
    return this.lastUnitAt;
  }

  /** Interval of these units; null before the second one. */
  get intervalMs(): Ms | null {
    return this.interval.ms;
  }

  /** `status`: the current problem, if any. */
  add(reader: StreamReader, policy: ReaderPolicy, status: ReaderStatus | null): ReaderSubscription {
    const { logger } = this.options;
    const queue = new ReaderQueue(
      reader,
      policy,
      (own, end) => this.remove(own) && own.end(end),
      (error) => logger.error({ error }, 'stream reader failed'),
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

  /** A new source starts: units of the old one are discarded. */
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
    if (!hasVideo || unit.kind === 'video') {
      this.lastUnitAt = receivedAt;
      this.interval.add(unit.dtsMs);
    }
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

  /** Its units are no longer available to new readers. */
  sourceStopped(): void {
    this.gop.clear();
    this.current = null;
    this.lastUnitAt = null;
    this.interval.reset();
    this.rate.clear();
  }

  private catchUp(queue: ReaderQueue, { start }: ReaderPolicy): void {
    if (!this.current) return;
    queue.tracks(this.current);
    if (this.isStale()) this.gop.clear();
    if (start === 'cachedGop') for (const received of this.gop.units) queue.unit(received);
  }

  /** True if the cached GOP is too old to be shown as live. */
  private isStale(): boolean {
    const { clock, limits } = this.options;
    const staleMs = silenceLimit(limits.staleMs, this.interval.ms ?? 0);
    return this.lastUnitAt !== null && clock.monotonic() - this.lastUnitAt >= staleMs;
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
