import { silenceLimit } from '../../lib/codec/frame-interval.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { EngineEvent } from './engine.ts';

/** A stall: no bytes or new frames for this long, or for three frame intervals of the stream, after the first frame. */
const stallAfterMs: Ms = 2_000;
/** A stall of this length ends the attempt, so that a lost network is reported within 3 s. */
const limitMs: Ms = 2_500;
const limitIntervals = 4;
/**
 * The server's report that there is no newer frame is valid for this long. It is sent every 1 to 1.5 s, starting that
 * long after each frame.
 */
const aliveReportMs: Ms = 2_600;
/** Frame interval of a slow camera. */
const slowIntervalMs: Ms = 350;
/**
 * If the server has waited longer than this, or than three frame intervals, it has lost the camera without noticing. Its
 * own limits are slightly higher; before the second frame it waits for 10 s.
 */
const maxQuietMs: Ms = 3_900;
const maxFirstQuietMs: Ms = 9_900;
/** An ongoing stall is reported again at this interval, with its duration. */
const repeatMs: Ms = 1_000;

/** Detects missing progress. Reports it immediately, then every second, and reports when it ends. */
export class StallWatch {
  #last: Ms | null = null;
  #intervalMs: Ms | null = null;
  #reportedAt: Ms | null = null;
  #isExcused = false;
  #aliveReportAt: Ms | null = null;

  /** Frame interval of the stream; null while unknown. */
  expect(intervalMs: Ms | null): void {
    this.#intervalMs = intervalMs;
  }

  /** Called for each frame (or bytes, while no frames are expected). Returns an event if a stall ends. */
  progress(now: Ms): EngineEvent | null {
    this.#last = now;
    if (this.#reportedAt === null) return null;
    this.#reportedAt = null;
    return { type: 'resumed' };
  }

  /** The server reports that the camera has sent nothing for `quietMs`: the current frame is the newest. */
  alive(quietMs: Ms, now: Ms): void {
    const interval = this.#intervalMs;
    const limit = interval === null ? maxFirstQuietMs : silenceLimit(maxQuietMs, interval);
    if (quietMs <= limit) this.#aliveReportAt = now;
  }

  /** No progress is expected while the server reports that the camera is offline, or while the tab is hidden. */
  excuse(excused: boolean, now: Ms): void {
    if (this.#isExcused && !excused && this.#last !== null) this.#last = now;
    this.#isExcused = excused;
  }

  /** Called a few times per second. */
  check(now: Ms): EngineEvent | null {
    if (this.#last === null || this.#isExcused) return null;
    const interval = this.#intervalMs ?? 0;
    // If the camera is fast, a gap is more significant than the server's report, which comes later.
    const canPause = this.#intervalMs === null || interval > slowIntervalMs;
    if (canPause && this.#aliveReportAt !== null && now - this.#aliveReportAt < aliveReportMs) return null;
    const forMs = now - this.#last;
    if (forMs < silenceLimit(stallAfterMs, interval)) return null;
    if (this.#reportedAt !== null && now - this.#reportedAt < repeatMs) return null;
    this.#reportedAt = now;
    return {
      type: 'stalled',
      forMs: Math.round(forMs),
      limitMs: Math.round(Math.max(limitMs, interval * limitIntervals)),
    };
  }
}
