/**
 * Times of a replay: each frame has the time at which it was recorded, in a header extension of its packets. On the
 * timeline, recorded time passes at the speed of the replay, and recordings follow each other without the gaps between
 * them.
 */
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { TrackPlan } from './pick-tracks.ts';
import type { ReplayMark, RtpPacket } from './rtp-packet.ts';
import type { StreamTimes, TrackKind } from './stream-times.ts';
import type { MediaTime } from './track-clock.ts';

/** No DTS is negative although frames may be reordered. */
const leadMs: Ms = 1_000;
/** Reordered frames and the other track go back at most this far; more is a new section. */
const maxBackMs: Ms = 1_500;
/** A longer step forward is a gap in the recording, also if the camera does not mark it. */
const maxStepMs: Ms = 10_000;
/** The same where the camera marks a discontinuity. */
const maxMarkedStepMs: Ms = 1_000;
/** Between the last frame of a section and the first of the next. */
const betweenSectionsMs: Ms = 40;
/** Marks of frames that are being assembled. */
const maxMarks = 16;

export interface ReplayStart {
  readonly atMs: EpochMs;
  readonly speed: number;
}

interface Track {
  readonly rate: number;
  readonly marks: Map<number, ReplayMark>;
  /** The newest placed frame, from which frames without mark are counted. */
  last: { readonly timestamp: number; readonly wallMs: EpochMs } | null;
}

export class ReplayTimes implements StreamTimes {
  readonly skewMs = null;
  readonly speed = null;
  isAtEnd = false;
  #hasMarks = false;
  readonly #start: ReplayStart;
  readonly #tracks: Record<TrackKind, Track | null>;
  /** Where the current stretch without gap begins. */
  #section: { readonly wallMs: EpochMs; readonly ms: Ms } | null = null;
  #newest: { wallMs: EpochMs; ms: Ms } = { wallMs: 0, ms: leadMs };

  constructor({ video, audio }: TrackPlan, start: ReplayStart) {
    this.#start = start;
    const track = (rate: number): Track => ({ rate, marks: new Map(), last: null });
    this.#tracks = { video: video && track(video.clockRate), audio: audio && track(audio.clockRate) };
  }

  get isFromCamera(): boolean {
    return this.#hasMarks;
  }

  packet(kind: TrackKind, { timestamp, replay }: RtpPacket): void {
    const track = this.#tracks[kind];
    if (replay === null || !track) return;
    this.#hasMarks = true;
    if (kind === 'video' || !this.#tracks.video) this.isAtEnd = replay.isEnd;
    const { marks } = track;
    // The mark of the first packet of a frame counts.
    if (marks.has(timestamp)) return;
    marks.set(timestamp, replay);
    for (const old of marks.keys()) if (marks.size > maxMarks) marks.delete(old);
  }

  report(): void {}

  place(kind: TrackKind, timestamp: number): MediaTime {
    const track = this.#tracks[kind]!;
    const mark = track.marks.get(timestamp);
    const wallMs = mark?.wallMs ?? this.#counted(track, timestamp);
    track.last = { timestamp, wallMs };
    const hasJumped = this.#isNewSection(wallMs, mark?.isDiscontinuous ?? false);
    if (hasJumped || this.#section === null) {
      this.#section = { wallMs, ms: this.#newest.ms + (hasJumped ? betweenSectionsMs : 0) };
      this.#newest = { wallMs, ms: this.#section.ms };
    }
    const ms = this.#section.ms + (wallMs - this.#section.wallMs) / this.#start.speed;
    if (wallMs > this.#newest.wallMs) this.#newest = { wallMs, ms };
    return { ms, wallMs, hasJumped };
  }

  /** RTP timestamps of a replay advance with the time of the viewer. */
  #counted({ rate, last }: Track, timestamp: number): EpochMs {
    if (last === null) return this.#section === null ? this.#start.atMs : this.#newest.wallMs;
    return last.wallMs + (((timestamp - last.timestamp) | 0) * 1000 * this.#start.speed) / rate;
  }

  #isNewSection(wallMs: EpochMs, isMarked: boolean): boolean {
    if (this.#section === null) return false;
    const stepMs = wallMs - this.#newest.wallMs;
    return stepMs < -maxBackMs || stepMs > (isMarked ? maxMarkedStepMs * this.#start.speed : maxStepMs);
  }
}
