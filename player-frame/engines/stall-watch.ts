import type { Ms } from '../../lib/kernel/units.ts';
import type { EngineFact } from './engine.ts';

/** No bytes or no new picture for this long is a stall, once pictures come. */
export const stallAfterMs: Ms = 2_000;
/** Cameras that send a picture every few seconds are not stalled: so many of their own intervals. */
const intervalsAllowed = 3;
/**
 * Word of the server that there is no newer picture is good for this long: it comes every 1 to 1.5 s, and anew
 * so long after each picture.
 */
const aliveReportMs: Ms = 2_600;
/** A camera with pictures this far apart is a slow one, and so may be one that has shown only a few. */
const slowIntervalMs: Ms = 350;
const isLowFrameRate = 4;
/** A server that waits longer than this for a camera's picture has lost it and does not know. */
const maxQuietMs: Ms = 3_900;
/** A stall that lasts is told again this often, with its age. */
const repeatMs: Ms = 1_000;

/** Notices that progress stopped. Says so at once, then each second, and says when it goes on. */
export class StallWatch {
  #last: Ms | null = null;
  #intervalMs: Ms = 0;
  #pictures = 0;
  #reportedAt: Ms | null = null;
  #isExcused = false;
  #aliveReportAt: Ms | null = null;

  /** A picture (or, where pictures are not due, bytes). Returns a fact when that ends a stall. */
  progress(now: Ms): EngineFact | null {
    // A gap that was called a stall counts too: else a camera this slow would be called stalled for ever.
    if (this.#last !== null) this.#intervalMs += (now - this.#last - this.#intervalMs) / 8;
    this.#last = now;
    this.#pictures += 1;
    if (this.#reportedAt === null) return null;
    this.#reportedAt = null;
    return { type: 'resumed' };
  }

  /** The server said that the camera has sent nothing for `quietMs`: what is shown is the newest there is. */
  alive(quietMs: Ms, now: Ms): void {
    if (quietMs <= maxQuietMs) this.#aliveReportAt = now;
  }

  /** While the server says that the camera is away, or while the tab is hidden, nothing is due. */
  excuse(excused: boolean, now: Ms): void {
    if (this.#isExcused && !excused && this.#last !== null) this.#last = now;
    this.#isExcused = excused;
  }

  /** To be called a few times a second. */
  check(now: Ms): EngineFact | null {
    if (this.#last === null || this.#isExcused) return null;
    // Of a camera that was quick, silence says more than the server, which notices it later.
    const canPause = this.#pictures < isLowFrameRate || this.#intervalMs > slowIntervalMs;
    if (canPause && this.#aliveReportAt !== null && now - this.#aliveReportAt < aliveReportMs) return null;
    const forMs = now - this.#last;
    if (forMs < Math.max(stallAfterMs, this.#intervalMs * intervalsAllowed)) return null;
    if (this.#reportedAt !== null && now - this.#reportedAt < repeatMs) return null;
    this.#reportedAt = now;
    return { type: 'stalled', forMs: Math.round(forMs) };
  }
}
