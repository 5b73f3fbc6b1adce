import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { AccessUnit } from '../../ports.ts';

type Kind = AccessUnit['kind'];

interface Track {
  /** Added to the source's time; null until the first unit of the running source. */
  offsetMs: Ms | null;
  lastMs: Ms;
  lastAt: Ms;
}

/** If a source's time shifts by more against the clock, it was reset, not delayed. */
const LARGEST_STEP_BACK_MS = 1_000;
const LARGEST_STEP_FORWARD_MS = 10_000;
/** Two tracks that were reset within this distance are still synchronous. */
const SAME_STEP_MS = 2_000;
/** The second track of a source may begin a little before the first. */
const HEADROOM_MS = 200;
/** Players read the timestamp as a signed 32-bit number. */
const LAST_TIMESTAMP_MS = 2 ** 31 - 60_000;

/** One monotonic timeline for all viewers of a stream, across source restarts and camera clock changes. */
export class Timeline {
  private tracks = freshTracks();
  private latestMs: Ms = 0;
  private latestAt: Ms | null = null;
  /** Offset of the track that was started or reset last. */
  private offsetMs: Ms | null = null;

  constructor(private readonly clock: Clock) {}

  /** A new source: its time starts at any value; the timeline continues by elapsed time. */
  restart(): void {
    this.offsetMs = null;
    for (const track of Object.values(this.tracks)) track.offsetMs = null;
  }

  /** Time starts at zero again. */
  reset(): void {
    this.tracks = freshTracks();
    this.latestMs = 0;
    this.latestAt = null;
    this.offsetMs = null;
  }

  /** FLV timestamp of a unit that was received at `now` (monotonic). Never decreases within a track. */
  place(kind: Kind, dtsMs: Ms, now: Ms): Ms {
    const track = this.tracks[kind];
    track.offsetMs = this.offsetFor(track, dtsMs, now);
    track.lastMs = Math.max(track.lastMs, Math.round(dtsMs + track.offsetMs));
    track.lastAt = now;
    this.latestMs = Math.max(this.latestMs, track.lastMs);
    this.latestAt = now;
    return track.lastMs;
  }

  /** Timestamp for a script tag written now, never less than timestamps already sent. */
  now(): Ms {
    return this.latestMs;
  }

  /** Current time of the stream, extrapolated between units. */
  extrapolated(): Ms {
    return this.latestAt === null ? 0 : Math.round(this.latestMs + (this.clock.monotonic() - this.latestAt));
  }

  /** After 24 days viewers must reconnect, because FLV timestamps are exhausted. */
  get isExhausted(): boolean {
    return this.latestMs >= LAST_TIMESTAMP_MS;
  }

  private offsetFor(track: Track, dtsMs: Ms, now: Ms): Ms {
    if (track.offsetMs === null) return this.firstOffset(dtsMs, now);
    const placed = dtsMs + track.offsetMs;
    const due = track.lastMs + (now - track.lastAt);
    if (placed >= track.lastMs - LARGEST_STEP_BACK_MS && placed <= due + LARGEST_STEP_FORWARD_MS) {
      return track.offsetMs;
    }
    // Use the other track's new offset if it fits, to keep A/V sync; else the clock.
    const shared = this.offsetMs;
    if (shared !== null && shared !== track.offsetMs && Math.abs(dtsMs + shared - due) < SAME_STEP_MS) {
      return shared;
    }
    this.offsetMs = due - dtsMs;
    return this.offsetMs;
  }

  private firstOffset(dtsMs: Ms, now: Ms): Ms {
    const due = this.continuation(now);
    const isOnSameScale =
      this.offsetMs !== null && Math.abs(dtsMs + this.offsetMs - due) <= LARGEST_STEP_FORWARD_MS;
    if (!isOnSameScale) this.offsetMs = due - dtsMs;
    return this.offsetMs ?? 0;
  }

  private continuation(now: Ms): Ms {
    return this.latestAt === null ? HEADROOM_MS : this.latestMs + Math.max(HEADROOM_MS, now - this.latestAt);
  }
}

function freshTracks(): Readonly<Record<Kind, Track>> {
  return {
    video: { offsetMs: null, lastMs: 0, lastAt: 0 },
    audio: { offsetMs: null, lastMs: 0, lastAt: 0 },
  };
}
