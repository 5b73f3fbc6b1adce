/**
 * Converts the RTP timestamps of a track to milliseconds on the source's timeline and to wall time. RTP
 * timestamps start at any value, wrap after 2^32 ticks and jump when a camera restarts its encoder.
 */
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { SenderReport } from './rtp-packet.ts';

/** Reordered frames go back at most this far; more is a jump. */
const maxBackMs = 1_500;
/** Media may run this far ahead of elapsed time; more is a jump. */
const maxAheadMs = 3_000;
/** A camera clock that is further off is ignored. */
const maxClockErrorMs = 24 * 3_600_000;
/** Without reports: how fast the arrival-based clock may drift when network delay increases. */
const creepMsPerSecond = 1;

export interface Arrival {
  /** Monotonic, on the source's timeline. */
  readonly atMs: Ms;
  readonly wallMs: EpochMs;
}

export interface MediaTime {
  readonly ms: Ms;
  readonly wallMs: EpochMs;
  /** The camera restarted its timestamps. */
  readonly hasJumped: boolean;
}

export class TrackClock {
  readonly rate: number;
  /** True once wall time comes from the camera. */
  hasReports = false;
  /** Camera clock minus ours at the last report, null before. */
  skewMs: Ms | null = null;
  #ticks = 0;
  #lastTimestamp: number | null = null;
  #lastArrivalMs: Ms = 0;
  #lastMs: Ms = 0;
  #baseTicks = 0;
  #baseMs: Ms = 0;
  #report: { ticks: number; wallMs: EpochMs } | null = null;
  #early: SenderReport | null = null;
  /** Time of arrival minus media time of the least delayed packet. */
  #arrivalOffset: Ms | null = null;
  /** Of the newest packet: wall time minus time of arrival. It changes when the server's clock is set. */
  #wallOffset = 0;

  constructor(rate: number) {
    this.rate = rate;
  }

  /** `startMs`: time of the first packet; by default its arrival time. */
  time(timestamp: number, arrival: Arrival, startMs?: Ms): MediaTime {
    const hasJumped = this.#advance(timestamp, arrival, startMs ?? arrival.atMs);
    const ms = this.#baseMs + ((this.#ticks - this.#baseTicks) * 1000) / this.rate;
    this.#followArrival(ms, arrival);
    this.#lastArrivalMs = arrival.atMs;
    this.#lastMs = ms;
    return { ms, wallMs: this.#wallAt(this.#ticks, ms), hasJumped };
  }

  /** Shifts all later times, to synchronize two tracks. */
  shift(byMs: Ms): void {
    this.#baseMs += byMs;
  }

  report(report: SenderReport, now: EpochMs): void {
    if (Math.abs(report.wallMs - now) > maxClockErrorMs) return;
    if (this.#lastTimestamp === null) {
      this.#early = report;
      return;
    }
    this.#report = {
      ticks: this.#ticks + ((report.rtpTimestamp - this.#lastTimestamp) | 0),
      wallMs: report.wallMs,
    };
    this.hasReports = true;
    const newestWallMs = this.#wallAt(this.#ticks, this.#lastMs);
    this.skewMs = newestWallMs - now;
  }

  /** Returns whether the timestamps jumped. */
  #advance(timestamp: number, arrival: Arrival, startMs: Ms): boolean {
    if (this.#lastTimestamp === null) {
      this.#lastTimestamp = timestamp;
      this.#baseMs = startMs;
      if (this.#early !== null) this.report(this.#early, arrival.wallMs);
      this.#early = null;
      return false;
    }
    const delta = (timestamp - this.#lastTimestamp) | 0;
    const deltaMs = (delta * 1000) / this.rate;
    const elapsedMs = arrival.atMs - this.#lastArrivalMs;
    this.#ticks += delta;
    this.#lastTimestamp = timestamp;
    if (deltaMs >= -maxBackMs && deltaMs <= elapsedMs + maxAheadMs) return false;
    this.#baseTicks = this.#ticks;
    this.#baseMs = this.#lastMs + Math.max(1, Math.min(elapsedMs, 10_000));
    this.#report = null;
    this.#arrivalOffset = null;
    return true;
  }

  #followArrival(ms: Ms, arrival: Arrival): void {
    this.#wallOffset = arrival.wallMs - arrival.atMs;
    const offset = arrival.atMs - ms;
    if (this.#arrivalOffset === null) {
      this.#arrivalOffset = offset;
      return;
    }
    const creep = (Math.max(0, arrival.atMs - this.#lastArrivalMs) / 1000) * creepMsPerSecond;
    this.#arrivalOffset = Math.min(offset, this.#arrivalOffset + creep);
  }

  #wallAt(ticks: number, ms: Ms): EpochMs {
    if (this.#report === null) return ms + (this.#arrivalOffset ?? 0) + this.#wallOffset;
    return this.#report.wallMs + ((ticks - this.#report.ticks) * 1000) / this.rate;
  }
}
