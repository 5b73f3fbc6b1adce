/**
 * Computes DTS for frames that arrive in decoding order with only a PTS. Needs no look-ahead and adds no
 * delay: the DTS of a frame is the smallest of the last `depth + 1` largest PTS values, which never exceeds
 * its own PTS and never decreases.
 *
 * Where the stream does not state the depth, it is what the frames have shown: how many of those before a B frame follow
 * it on the screen. So the first B frames, until then unexpected, have a PTS before their DTS.
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
  /** The largest PTS values, ascending. */
  #largest: Ms[] = [];
  #lastDtsMs: Ms = Number.NEGATIVE_INFINITY;

  /** `depth` null: unknown. */
  configure(depth: number | null, fps: number | null): void {
    this.#isDepthKnown = depth !== null;
    this.#depth = Math.min(depth ?? 0, maxDepth);
    this.#stepMs = fps === null ? defaultStepMs : 1000 / fps;
    this.#largest = [];
  }

  times(ptsMs: Ms, hasBSlice: boolean): FrameTimes {
    if (!this.#isDepthKnown) this.#observe(ptsMs, hasBSlice);
    this.#insert(ptsMs);
    const missing = Math.max(0, this.#depth + 1 - this.#largest.length);
    const dts = this.#largest.at(-1 - this.#depth + missing)! - missing * this.#stepMs;
    const dtsMs = Math.max(dts, this.#lastDtsMs + minStepMs);
    this.#lastDtsMs = dtsMs;
    // Without reordering, a decreasing PTS is jitter of the camera's clock.
    return { dtsMs, ptsMs: this.#depth === 0 ? dtsMs : ptsMs };
  }

  #observe(ptsMs: Ms, hasBSlice: boolean): void {
    const later = this.#largest.length - this.#placeOf(ptsMs);
    // Only B frames go back. If another one does, the clock of the camera was set, and earlier times say nothing.
    if (!hasBSlice && later > this.#depth) this.#largest = [];
    else if (hasBSlice && later > this.#depth && this.#depth < maxDepth) this.#depth += 1;
  }

  #insert(ptsMs: Ms): void {
    this.#largest.splice(this.#placeOf(ptsMs), 0, ptsMs);
    if (this.#largest.length > maxDepth + 1) this.#largest.shift();
  }

  #placeOf(ptsMs: Ms): number {
    const at = this.#largest.findIndex((other) => other > ptsMs);
    return at < 0 ? this.#largest.length : at;
  }
}
