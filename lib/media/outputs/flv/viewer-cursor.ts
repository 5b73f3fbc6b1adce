import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { Chunk, ChunkLog, StreamHeaders } from './chunk-log.ts';
import type { ViewerLimits } from './limits.ts';
import type { LiveViewer } from './live-viewer.ts';
import type { SharedBytes } from './shared-bytes.ts';

/**
 * One viewer's position in the log. In step: each chunk is written when it is added. Behind: `next` stays
 * where the socket had no more capacity. Too far behind: skipped to the next key frame. Again too far behind
 * without progress: closed.
 */
export class ViewerCursor {
  /** Number of the chunk to write next; null while waiting for a key frame. */
  private next: number | null = null;
  private headers: StreamHeaders | null = null;
  /** The first bytes were written. */
  hasBegun = false;
  private awaitsKeySince: Ms | null = null;
  private blockedAt: Ms | null = null;
  private hasSkipped = false;
  /** A new viewer starts up to a GOP behind by design, and counts as slow only if the log grows with it. */
  private hasCaughtUp = false;
  private isFlowing = false;
  /** How often this viewer was skipped to a key frame. */
  skips = 0;

  constructor(
    readonly viewer: LiveViewer,
    private readonly log: ChunkLog,
    private readonly limits: ViewerLimits,
    private readonly clock: Clock,
  ) {}

  /** Oldest chunk that this viewer still needs. */
  get neededFrom(): number {
    return this.next ?? Number.POSITIVE_INFINITY;
  }

  /** True if chunks wait for capacity of the socket. */
  get isBehind(): boolean {
    return this.blockedAt !== null;
  }

  get isOpen(): boolean {
    return this.headers !== null;
  }

  /** For how long this viewer waits for a key frame; null if it does not. */
  get awaitsKeyMs(): Ms | null {
    return this.awaitsKeySince === null ? null : this.clock.monotonic() - this.awaitsKeySince;
  }

  /** Writes the first bytes of a stream whose tracks are not known yet. */
  begin(fileHeader: SharedBytes): void {
    this.hasBegun = true;
    this.viewer.open(null);
    this.viewer.write(fileHeader);
  }

  /** Writes the first bytes and the newest GOP, after `clock`. True if there was one and it was written completely. */
  open(headers: StreamHeaders, clock: SharedBytes | null): boolean {
    this.headers = headers;
    if (!this.hasBegun) this.viewer.open(headers.tracks);
    this.viewer.write(this.hasBegun ? headers.again : headers.opening);
    this.hasBegun = true;
    this.startAt(this.log.start);
    if (clock && this.next !== null) this.viewer.write(clock);
    this.pump();
    return this.next === this.log.end;
  }

  /** No media follows for now. */
  paused(): void {
    if (!this.isFlowing) return;
    this.isFlowing = false;
    this.viewer.flows?.(false);
  }

  /** A chunk was added to the log as its newest. */
  offer(chunk: Chunk, number: number): void {
    if (!this.isOpen) return;
    if (this.next === null) {
      if (chunk.kind === 'control' && this.viewer.hasCapacity()) this.viewer.write(chunk.bytes);
      if (chunk.kind !== 'key') return;
      this.startAt(number);
    }
    this.pump();
  }

  /** Writes while there is capacity. */
  pump(): void {
    if (this.next === null) return;
    const isMultiple = this.log.end - this.next > 1;
    if (isMultiple) this.viewer.cork();
    while (this.next < this.log.end && this.viewer.hasCapacity()) {
      const chunk = this.log.at(this.next);
      if (!chunk) break;
      this.write(chunk);
      this.next += 1;
    }
    if (isMultiple) this.viewer.uncork();
    if (this.next === this.log.end) this.caughtUp();
    else this.blockedAt ??= this.clock.monotonic();
  }

  /** `tooSlow` if this viewer must be closed. Skips to the next key frame if that is sufficient. */
  check(): 'fine' | 'tooSlow' {
    if (this.blockedAt !== null && this.viewer.hasCapacity()) this.pump();
    if (this.blockedAt === null) return 'fine';
    const blockedMs = this.clock.monotonic() - this.blockedAt;
    if (blockedMs >= this.limits.stalledMs) return 'tooSlow';
    if (this.next === null || !this.isTooFarBehind(this.next)) return 'fine';
    if (this.hasSkipped && blockedMs >= this.limits.stalledAfterSkipMs) return 'tooSlow';
    this.hasSkipped = true;
    this.skips += 1;
    // If the newest chunk is a key frame, continue with it.
    this.startAt(this.log.newest?.kind === 'key' ? this.log.end - 1 : null);
    return 'fine';
  }

  /** At this chunk, or at the next key frame. */
  private startAt(number: number | null): void {
    this.next = number;
    this.awaitsKeySince = number === null ? this.clock.monotonic() : null;
  }

  /**
   * The viewer received data, so it is not stalled, even if behind. On a slow line it may skip repeatedly.
   */
  resume(): void {
    this.blockedAt = null;
    this.hasSkipped = false;
    this.pump();
  }

  private isTooFarBehind(next: number): boolean {
    const waiting = this.log.at(next);
    const newest = this.log.newest;
    if (!waiting || !newest) return true;
    if (newest.gop - waiting.gop >= this.limits.maxBehindGops) return true;
    const bytes = newest.offsetBytes + newest.bytes.body.byteLength - waiting.offsetBytes;
    if (!this.hasCaughtUp) return bytes > this.limits.maxBehindAtStartBytes;
    return (
      bytes > this.limits.maxBehindBytes || newest.timestampMs - waiting.timestampMs > this.limits.maxLagMs
    );
  }

  private write(chunk: Chunk): void {
    if (chunk.kind === 'key' && chunk.headers !== this.headers) {
      this.headers = chunk.headers;
      this.viewer.write(chunk.headers.again);
    }
    this.viewer.write(chunk.bytes);
    if (this.isFlowing || chunk.kind === 'control') return;
    this.isFlowing = true;
    this.viewer.flows?.(true);
  }

  private caughtUp(): void {
    this.blockedAt = null;
    this.hasSkipped = false;
    this.hasCaughtUp = true;
  }
}
