/**
 * Computes DTS for frames that arrive in decoding order with only a PTS. Needs no look-ahead and adds no
 * delay: the DTS of a frame is the smallest of the last `depth + 1` largest PTS values, which never exceeds
 * its own PTS and never decreases.
 */
import type { Ms } from '../../../kernel/units.ts';

const maxDepth = 16;
const defaultStepMs = 40;
/** Minimum distance, so that no two frames have the same DTS where outputs count milliseconds. */
const minStepMs: Ms = 1;

export interface FrameTimes {
  readonly dtsMs: Ms;
  readonly ptsMs: Ms;
}

export class DecodeOrder {
  #depth = 0;
  #isDepthKnown = false;
  #stepMs: Ms = defaultStepMs;
  /** Ascending. */
  #window: Ms[] = [];
  #lastDtsMs: Ms = Number.NEGATIVE_INFINITY;
  #lastPtsMs: Ms = Number.NEGATIVE_INFINITY;

  /** `depth` null: unknown, so it is derived from B slices with a decreasing PTS. */
  configure(depth: number | null, fps: number | null): void {
    this.#isDepthKnown = depth !== null;
    this.#depth = Math.min(depth ?? 0, maxDepth);
    this.#stepMs = fps === null ? defaultStepMs : 1000 / fps;
    this.#window = [];
  }

  times(ptsMs: Ms, hasBSlice: boolean): FrameTimes {
    if (!this.#isDepthKnown && hasBSlice && ptsMs < this.#lastPtsMs && this.#depth < maxDepth) {
      this.#depth += 1;
    }
    this.#lastPtsMs = ptsMs;
    const missing = this.#insert(ptsMs);
    const dts = this.#window[0]! - missing * this.#stepMs;
    const dtsMs = Math.max(dts, this.#lastDtsMs + minStepMs);
    this.#lastDtsMs = dtsMs;
    // Without reordering, a decreasing PTS is jitter of the camera's clock.
    return { dtsMs, ptsMs: this.#depth === 0 ? dtsMs : ptsMs };
  }

  /** Returns how many earlier frames are still unknown. */
  #insert(ptsMs: Ms): number {
    const at = this.#window.findIndex((held) => held > ptsMs);
    this.#window.splice(at < 0 ? this.#window.length : at, 0, ptsMs);
    while (this.#window.length > this.#depth + 1) this.#window.shift();
    return this.#depth + 1 - this.#window.length;
  }
}
