/**
 * Converts the RTP timestamps of a track to milliseconds on the source's timeline and to wall time. RTP
 * timestamps start at any value, wrap after 2^32 ticks and jump when a camera restarts its encoder. They may run at
 * another speed than time does; the timeline then follows arrival.
 */
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import { ClockDrift } from './clock-drift.ts';
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

/** Stamped time per elapsed time. `seemingSpeed`: by what was seen so far, which may still be chance. */
export interface ClockSpeed {
  readonly speed: number;
  readonly seemingSpeed: number;
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
  /** Of the first packet on; null before it. */
  #drift: ClockDrift | null = null;
  #shiftMs: Ms = 0;
  /** `ms`: on the timeline before it is shifted. */
  #report: { ms: Ms; wallMs: EpochMs } | null = null;
  #early: SenderReport | null = null;
  /** Time of arrival minus media time of the least delayed packet. */
  #arrivalOffset: Ms | null = null;
  /** Of the newest packet: wall time minus time of arrival. It changes when the server's clock is set. */
  #wallOffset = 0;

  constructor(rate: number) {
    this.rate = rate;
  }

  /** Null: not known yet. */
  get speed(): ClockSpeed | null {
    const { speed = null, seemingSpeed = null } = this.#drift ?? {};
    return speed === null || seemingSpeed === null ? null : { speed, seemingSpeed };
  }

  /** `startMs`: time of the first packet; by default its arrival time. */
  time(timestamp: number, arrival: Arrival, startMs?: Ms): MediaTime {
    const hasJumped = this.#advance(timestamp, arrival, startMs ?? arrival.atMs);
    this.#drift?.arrived(this.#stampMs(this.#ticks), arrival.atMs);
    const placedMs = this.#placed(this.#ticks);
    const ms = placedMs + this.#shiftMs;
    this.#followArrival(ms, arrival);
    this.#lastArrivalMs = arrival.atMs;
    this.#lastMs = ms;
    return { ms, wallMs: this.#wallAt(placedMs), hasJumped };
  }

  /** Shifts all later times, to synchronize two tracks. */
  shift(byMs: Ms): void {
    this.#shiftMs += byMs;
  }

  report(report: SenderReport, now: EpochMs): void {
    if (Math.abs(report.wallMs - now) > maxClockErrorMs) return;
    if (this.#lastTimestamp === null) {
      this.#early = report;
      return;
    }
    const ticks = this.#ticks + ((report.rtpTimestamp - this.#lastTimestamp) | 0);
    this.#report = { ms: this.#placed(ticks), wallMs: report.wallMs };
    this.hasReports = true;
    this.skewMs = this.#wallAt(this.#placed(this.#ticks)) - now;
  }

  /** Returns whether the timestamps jumped. */
  #advance(timestamp: number, arrival: Arrival, startMs: Ms): boolean {
    if (this.#lastTimestamp === null) {
      this.#lastTimestamp = timestamp;
      this.#drift = new ClockDrift(0, startMs);
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
    const afterMs = Math.max(1, Math.min(elapsedMs, 10_000));
    this.#drift?.restart(this.#stampMs(this.#ticks), this.#lastMs - this.#shiftMs + afterMs);
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

  /** Between reports, wall time passes as the timeline does. */
  #wallAt(placedMs: Ms): EpochMs {
    if (this.#report !== null) return this.#report.wallMs + (placedMs - this.#report.ms);
    return placedMs + this.#shiftMs + (this.#arrivalOffset ?? 0) + this.#wallOffset;
  }

  #stampMs(ticks: number): Ms {
    return (ticks * 1000) / this.rate;
  }

  /** On the timeline, before it is shifted. */
  #placed(ticks: number): Ms {
    return this.#drift?.at(this.#stampMs(ticks)) ?? 0;
  }
}
