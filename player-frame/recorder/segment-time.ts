import type { EpochMs, Ms } from '../../lib/kernel/units.ts';

/** A larger difference from the clock means that the stream's timestamps were reset. */
const maxJumpMs: Ms = 15_000;
/** If the wall times of two connections contradict the clock by more than this, the clock is used. */
const maxDoubtMs: Ms = 5_000;
/** Maximum age of a new connection's first frame. */
const maxGroupMs: Ms = 20_000;
/** Smaller differences are jitter of the camera's clock, and stream time continues. */
const wallJitterMs: Ms = 1_000;

/**
 * Maps the times of a stream with interruptions and resets to the file's time. 0 in the file is when the recording
 * was requested.
 */
export class SegmentTime {
  /** Stream time that is 0 in the file. */
  private shiftMs: Ms | null = null;
  private newest: { readonly mediaMs: Ms; readonly at: Ms } | null = null;
  /** Of the current segment: camera wall time minus stream time. */
  private wallOffset: Ms | null = null;
  /** Wall offset when the shift was determined. */
  private shiftWallOffset: Ms | null = null;
  private isNewSegment = false;

  constructor(private readonly requestedAt: Ms) {}

  /** Camera time, from the server. */
  wall(mediaMs: Ms, wallMs: EpochMs): void {
    this.wallOffset = wallMs - mediaMs;
  }

  /** The stream was at `mediaMs` at `now`; values older than the newest are ignored. */
  seen(mediaMs: Ms, now: Ms): void {
    if (this.newest === null || mediaMs >= this.newest.mediaMs) this.newest = { mediaMs, at: now };
  }

  /** Estimated live position when the recording was requested. */
  get liveAtStart(): Ms {
    if (!this.newest) return 0;
    return this.newest.mediaMs - (this.newest.at - this.requestedAt);
  }

  /** The file starts at this stream time. */
  start(mediaMs: Ms): void {
    this.shiftMs = mediaMs;
    this.shiftWallOffset = this.wallOffset;
  }

  /** New connection: its timestamps may differ. */
  nextSegment(): void {
    this.isNewSegment = true;
    this.wallOffset = null;
  }

  /** Offset to subtract from the stream time of a sample received now. */
  shift(mediaMs: Ms, now: Ms): Ms {
    if (this.shiftMs === null) return mediaMs;
    const expected = this.expectedMedia(now);
    if (this.isNewSegment) {
      this.isNewSegment = false;
      this.begin(mediaMs, expected);
      // The first frame may be some seconds old, so the clock is compared from the next one on.
      this.newest = { mediaMs, at: now };
      return this.shiftMs;
    }
    if (Math.abs(mediaMs - expected) > maxJumpMs) {
      this.shiftMs += mediaMs - expected;
      this.newest = { mediaMs, at: now };
    }
    this.seen(mediaMs, now);
    return this.shiftMs;
  }

  /** Current time in the file. */
  fileNow(now: Ms): Ms {
    return this.expectedMedia(now) - (this.shiftMs ?? 0);
  }

  private expectedMedia(now: Ms): Ms {
    return this.newest ? this.newest.mediaMs + (now - this.newest.at) : 0;
  }

  private begin(mediaMs: Ms, expected: Ms): void {
    const { shiftWallOffset, wallOffset } = this;
    const byClock = mediaMs - expected;
    // Equal wall times are the same moment, regardless of stream time.
    const byWall = shiftWallOffset === null || wallOffset === null ? null : shiftWallOffset - wallOffset;
    const isCredible = byWall !== null && byWall - byClock >= -maxDoubtMs && byWall - byClock <= maxGroupMs;
    if (isCredible && Math.abs(byWall) < wallJitterMs) return;
    this.shiftMs = (this.shiftMs ?? 0) + (isCredible ? byWall : byClock);
    this.shiftWallOffset = wallOffset;
  }
}
