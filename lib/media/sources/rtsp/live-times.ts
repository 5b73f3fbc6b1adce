/** Times of a live stream: by RTP timestamps, arrival, and sender reports. Both tracks follow arrival, so they stay in sync. */
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import { ArrivalSync } from './arrival-sync.ts';
import type { TrackPlan } from './pick-tracks.ts';
import type { SenderReport } from './rtp-packet.ts';
import type { StreamTimes, TrackKind } from './stream-times.ts';
import { type Arrival, type ClockSpeed, type MediaTime, TrackClock } from './track-clock.ts';

/** The timeline starts this long before PLAY, so that no DTS is negative. */
const leadMs: Ms = 1_000;
/** RTP-Info is used if it differs from the arrival by less than this. */
const maxStartErrorMs: Ms = 1_500;
/** Maximum shift per audio packet for A/V sync: inaudible. */
const maxSlewMs: Ms = 2;
/** Sender reports that differ by more come from unrelated clocks. */
const maxSyncErrorMs: Ms = 5_000;

/** RTP start timestamps of both tracks, from the PLAY response. */
export type StartTimestamps = Readonly<Partial<Record<TrackKind, number>>>;

export class LiveTimes implements StreamTimes {
  readonly isAtEnd = false;
  readonly #clock: Clock;
  readonly #startTimestamps: StartTimestamps;
  readonly #startedAt: Ms;
  readonly #clocks: Record<TrackKind, TrackClock | null>;
  /** Position of PLAY's start timestamp on our timeline. */
  #playMs: Ms | null = null;
  #lastVideo: { ms: Ms; wallMs: number } | null = null;
  readonly #arrivalSync = new ArrivalSync();

  constructor({ video, audio }: TrackPlan, clock: Clock, startTimestamps: StartTimestamps) {
    this.#clock = clock;
    this.#startTimestamps = startTimestamps;
    this.#startedAt = clock.monotonic();
    this.#clocks = {
      video: video === null ? null : new TrackClock(video.clockRate),
      audio: audio === null ? null : new TrackClock(audio.clockRate),
    };
  }

  get isFromCamera(): boolean {
    return (this.#clocks.video ?? this.#clocks.audio)?.hasReports ?? false;
  }

  get skewMs(): Ms | null {
    return (this.#clocks.video ?? this.#clocks.audio)?.skewMs ?? null;
  }

  get speed(): ClockSpeed | null {
    return (this.#clocks.video ?? this.#clocks.audio)?.speed ?? null;
  }

  packet(): void {}

  report(kind: TrackKind, report: SenderReport): void {
    this.#clocks[kind]?.report(report, this.#clock.now());
  }

  place(kind: TrackKind, timestamp: number): MediaTime {
    const arrival = this.#arrival();
    const time = this.#clocks[kind]!.time(timestamp, arrival, this.#startOf(kind, timestamp, arrival));
    if (time.hasJumped) this.#arrivalSync.restart();
    this.#arrivalSync.arrived(kind, time.ms, arrival.atMs);
    if (kind === 'audio') return this.#besideVideo(time);
    this.#lastVideo = { ms: time.ms, wallMs: time.wallMs };
    return time;
  }

  #arrival(): Arrival {
    return { atMs: this.#clock.monotonic() - this.#startedAt + leadMs, wallMs: this.#clock.now() };
  }

  /** PLAY relates the timestamps of the tracks; sender reports arrive seconds later. */
  #startOf(kind: TrackKind, timestamp: number, arrival: Arrival): Ms {
    const start = this.#startTimestamps[kind];
    const rate = this.#clocks[kind]?.rate;
    if (start === undefined || rate === undefined) return arrival.atMs;
    const afterStartMs = (((timestamp - start) | 0) * 1000) / rate;
    this.#playMs ??= arrival.atMs - afterStartMs;
    const expectedMs = this.#playMs + afterStartMs;
    return Math.abs(expectedMs - arrival.atMs) <= maxStartErrorMs ? expectedMs : arrival.atMs;
  }

  /** Later audio is shifted to match the video: gradually by sender reports, before those once by arrival. */
  #besideVideo(time: MediaTime): MediaTime {
    const { video, audio } = this.#clocks;
    if (this.#lastVideo === null || !video || !audio) return time;
    const wallOffset = this.#lastVideo.wallMs - this.#lastVideo.ms;
    if (!video.hasReports || !audio.hasReports) {
      audio.shift(this.#arrivalSync.takeShift());
      return { ...time, wallMs: time.ms + wallOffset };
    }
    const error = time.wallMs - time.ms - wallOffset;
    if (Math.abs(error) > maxSyncErrorMs) return time;
    const limit = Math.abs(error) > 1_000 ? maxSyncErrorMs : maxSlewMs;
    audio.shift(Math.max(-limit, Math.min(limit, error)));
    return time;
  }
}
