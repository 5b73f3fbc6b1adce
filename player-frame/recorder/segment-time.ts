import type { EpochMs, Ms } from '../../lib/kernel/units.ts';

/** A stream's time that is further off than this from what the clock says was set anew. */
const maxJumpMs: Ms = 15_000;
/** Where two connections' wall times contradict the clock by more than this, the clock decides. */
const maxDoubtMs: Ms = 5_000;
/** A new connection's first picture may be this old. */
const maxGroupMs: Ms = 20_000;
/** Wall times come with the camera's jitter: a smaller difference is none, and the stream's time goes on. */
const wallJitterMs: Ms = 1_000;

/**
 * The file's time for the times of a stream that may be interrupted and may begin anew elsewhere. 0 of the file
 * is the moment the recording was asked for.
 */
export class SegmentTime {
  /** Stream time that is 0 in the file. */
  private shiftMs: Ms | null = null;
  private newest: { readonly mediaMs: Ms; readonly at: Ms } | null = null;
  /** Of the running segment: camera's wall time minus stream time. */
  private wallOffset: Ms | null = null;
  /** Of what the shift was decided with. */
  private shiftWallOffset: Ms | null = null;
  private isNewSegment = false;

  constructor(private readonly askedAt: Ms) {}

  /** Camera's clock, from the server. */
  wall(mediaMs: Ms, wallMs: EpochMs): void {
    this.wallOffset = wallMs - mediaMs;
  }

  /** The stream stood at `mediaMs` at `now`; what is older than the newest is ignored. */
  seen(mediaMs: Ms, now: Ms): void {
    if (this.newest === null || mediaMs >= this.newest.mediaMs) this.newest = { mediaMs, at: now };
  }

  /** Where live was when the recording was asked for, by what has been seen. */
  get liveAtStart(): Ms {
    if (!this.newest) return 0;
    return this.newest.mediaMs - (this.newest.at - this.askedAt);
  }

  /** The file begins at this time of the stream. */
  start(mediaMs: Ms): void {
    this.shiftMs = mediaMs;
    this.shiftWallOffset = this.wallOffset;
  }

  /** Another connection: its times may be other ones. */
  nextSegment(): void {
    this.isNewSegment = true;
    this.wallOffset = null;
  }

  /** What to take from the stream's times for a sample that came now. */
  shift(mediaMs: Ms, now: Ms): Ms {
    if (this.shiftMs === null) return mediaMs;
    const expected = this.expectedMedia(now);
    if (this.isNewSegment) {
      this.isNewSegment = false;
      this.begin(mediaMs, expected);
      // Its first picture may be some seconds old: only from the next one on is the clock a measure.
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

  /** The file's time at this moment. */
  fileNow(now: Ms): Ms {
    return this.expectedMedia(now) - (this.shiftMs ?? 0);
  }

  private expectedMedia(now: Ms): Ms {
    return this.newest ? this.newest.mediaMs + (now - this.newest.at) : 0;
  }

  private begin(mediaMs: Ms, expected: Ms): void {
    const { shiftWallOffset, wallOffset } = this;
    const byClock = mediaMs - expected;
    // The same wall time is the same moment, whatever the streams call it.
    const byWall = shiftWallOffset === null || wallOffset === null ? null : shiftWallOffset - wallOffset;
    const isCredible = byWall !== null && byWall - byClock >= -maxDoubtMs && byWall - byClock <= maxGroupMs;
    if (isCredible && Math.abs(byWall) < wallJitterMs) return;
    this.shiftMs = (this.shiftMs ?? 0) + (isCredible ? byWall : byClock);
    this.shiftWallOffset = wallOffset;
  }
}
