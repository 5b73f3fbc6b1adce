import type { Ms } from '../kernel/units.ts';

/** A longer gap is a camera that reset its clock, or an interruption. */
const maxIntervalMs: Ms = 10_000;
/** How slowly a shorter interval replaces a longer one: a share per frame. */
const decay = 1 / 8;
/** Without a frame for this many of its own intervals, a stream counts as interrupted. */
const intervalsAllowed = 3;

/**
 * The interval between the frames of a stream, from their decoding timestamps: arrival times would measure the network.
 * Follows a longer interval at once and a shorter one within some frames, so that limits derived from it are never too
 * short.
 */
export class FrameInterval {
  #lastMs: Ms | null = null;
  #intervalMs: Ms | null = null;

  add(dtsMs: Ms): void {
    const gapMs = dtsMs - (this.#lastMs ?? dtsMs);
    this.#lastMs = dtsMs;
    if (gapMs <= 0 || gapMs > maxIntervalMs) return;
    const known = this.#intervalMs ?? 0;
    this.#intervalMs = gapMs >= known ? gapMs : known + (gapMs - known) * decay;
  }

  /** Null before the second frame. */
  get ms(): Ms | null {
    return this.#intervalMs;
  }

  reset(): void {
    this.#lastMs = null;
    this.#intervalMs = null;
  }
}

/** Time without a frame after which a stream of this frame interval counts as interrupted, at least `minMs`. */
export function silenceLimit(minMs: Ms, intervalMs: Ms): Ms {
  return Math.max(minMs, intervalMs * intervalsAllowed);
}
