/**
 * Decoding times for pictures that arrive in decoding order with only their showing time known.
 * Needs no look-ahead and therefore adds no delay: the decoding time of a picture is the smallest of
 * the last `depth + 1` largest showing times, which never exceeds its own and never falls.
 */
import type { Ms } from '../../../kernel/units.ts';

const maxDepth = 16;
const defaultStepMs = 40;
/** Two pictures never share a time. */
const minStepMs = 0.01;

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

  /** `depth` null: unknown, so it is learnt from B slices whose time goes back. */
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
    // Without reordering a time that goes back is jitter of the camera's clock.
    return { dtsMs, ptsMs: this.#depth === 0 ? dtsMs : ptsMs };
  }

  /** Returns how many earlier pictures are still unknown. */
  #insert(ptsMs: Ms): number {
    const at = this.#window.findIndex((held) => held > ptsMs);
    this.#window.splice(at < 0 ? this.#window.length : at, 0, ptsMs);
    while (this.#window.length > this.#depth + 1) this.#window.shift();
    return this.#depth + 1 - this.#window.length;
  }
}
