import type { Ms } from '../../lib/kernel/units.ts';
import type { EngineEvent } from './engine.ts';

/** A stall: no bytes or new frames for this long, after the first frame. */
export const stallAfterMs: Ms = 2_000;
/** Multiple of the camera's own frame interval, so that cameras with one frame every few seconds are not reported. */
const intervalsAllowed = 3;
/**
 * The server's report that there is no newer frame is valid for this long. It is sent every 1 to 1.5 s, starting that
 * long after each frame.
 */
const aliveReportMs: Ms = 2_600;
/** Frame interval of a slow camera. A camera that has sent only a few frames may be slow too. */
const slowIntervalMs: Ms = 350;
const isLowFrameRate = 4;
/** If the server has waited longer than this, it has lost the camera without noticing. */
const maxQuietMs: Ms = 3_900;
/** An ongoing stall is reported again at this interval, with its duration. */
const repeatMs: Ms = 1_000;

/** Detects missing progress. Reports it immediately, then every second, and reports when it ends. */
export class StallWatch {
  #last: Ms | null = null;
  #intervalMs: Ms = 0;
  #frames = 0;
  #reportedAt: Ms | null = null;
  #isExcused = false;
  #aliveReportAt: Ms | null = null;

  /** Called for each frame (or bytes, while no frames are expected). Returns an event if a stall ends. */
  progress(now: Ms): EngineEvent | null {
    // Includes intervals reported as stalls; otherwise a camera this slow would always be reported.
    if (this.#last !== null) this.#intervalMs += (now - this.#last - this.#intervalMs) / 8;
    this.#last = now;
    this.#frames += 1;
    if (this.#reportedAt === null) return null;
    this.#reportedAt = null;
    return { type: 'resumed' };
  }

  /** The server reports that the camera has sent nothing for `quietMs`: the current frame is the newest. */
  alive(quietMs: Ms, now: Ms): void {
    if (quietMs <= maxQuietMs) this.#aliveReportAt = now;
  }

  /** No progress is expected while the server reports that the camera is offline, or while the tab is hidden. */
  excuse(excused: boolean, now: Ms): void {
    if (this.#isExcused && !excused && this.#last !== null) this.#last = now;
    this.#isExcused = excused;
  }

  /** Called a few times per second. */
  check(now: Ms): EngineEvent | null {
    if (this.#last === null || this.#isExcused) return null;
    // If the camera was fast, a gap is more significant than the server's report, which comes later.
    const canPause = this.#frames < isLowFrameRate || this.#intervalMs > slowIntervalMs;
    if (canPause && this.#aliveReportAt !== null && now - this.#aliveReportAt < aliveReportMs) return null;
    const forMs = now - this.#last;
    if (forMs < Math.max(stallAfterMs, this.#intervalMs * intervalsAllowed)) return null;
    if (this.#reportedAt !== null && now - this.#reportedAt < repeatMs) return null;
    this.#reportedAt = now;
    return { type: 'stalled', forMs: Math.round(forMs) };
  }
}
