import type { Ms } from '../../../lib/kernel/units.ts';

/** Up to this rate, what can be decoded is shown. Above, many frames are missing where a decoder is too slow. */
const wholeUpToRate = 2;
/** Key frames that are further apart, in the viewer's time, show less than what a slow decoder leaves. */
const maxKeyIntervalMs: Ms = 2_000;
/** So many signs within this time; a single one may be the machine's. */
const signs = 3;
const withinMs: Ms = 5_000;
/** Signs that follow sooner are the same one. */
const sameMs: Ms = 200;
/** Then every frame is tried again, later each time if that fails at once. */
const firstTryMs: Ms = 10_000;
const maxTryMs: Ms = 160_000;
const atOnceMs: Ms = 8_000;

/** Whether a recording is too fast for its decoder, so that key frames alone are shown for a while. */
export class DecoderPace {
  private behindAt: readonly Ms[] = [];
  private tryAt: Ms | null = null;
  private tryAfterMs = firstTryMs;
  private triedAt: Ms = Number.NEGATIVE_INFINITY;
  private rate = 1;

  constructor(private readonly monotonic: () => Ms) {}

  /** Another speed: nothing is known of it. */
  setRate(rate: number): void {
    this.rate = rate;
    this.behindAt = [];
    this.tryAt = null;
    this.tryAfterMs = firstTryMs;
    this.triedAt = Number.NEGATIVE_INFINITY;
  }

  /** A sign that it is too fast: frames were left out, or time stood although there was something to decode. */
  behind(): void {
    const now = this.monotonic();
    const isSame = now - (this.behindAt.at(-1) ?? Number.NEGATIVE_INFINITY) < sameMs;
    if (this.rate <= wholeUpToRate || this.tryAt !== null || isSame) return;
    this.behindAt = [...this.behindAt.filter((at) => now - at < withinMs), now];
    if (this.behindAt.length < signs) return;
    this.behindAt = [];
    this.tryAfterMs = now - this.triedAt < atOnceMs ? Math.min(maxTryMs, this.tryAfterMs * 2) : firstTryMs;
    this.tryAt = now + this.tryAfterMs;
  }

  /** Whether key frames alone are shown now, where they are so far apart in the recording. */
  isByKeyFrames(keyIntervalMs: Ms): boolean {
    if (this.tryAt === null || keyIntervalMs > maxKeyIntervalMs * this.rate) return false;
    const now = this.monotonic();
    if (now < this.tryAt) return true;
    this.tryAt = null;
    this.triedAt = now;
    return false;
  }
}
