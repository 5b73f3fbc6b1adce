import type { Ms } from '../../lib/kernel/units.ts';
import type { EngineStats } from './engine.ts';

type Rates = Pick<EngineStats, 'fps' | 'bitsPerSecond' | 'keyFrameIntervalMs' | 'stalls' | 'firstFrameMs'>;

/** Minimum time between two readings for a meaningful rate. */
const minMs: Ms = 200;

/** Statistics of a stream, read about once per second. */
export class StatsMeter {
  private stalls = 0;
  private firstFrameMs: Ms | null = null;
  private lastKeyMs: Ms | null = null;
  private keyFrameIntervalMs: Ms | null = null;
  private last: { readonly at: Ms; readonly frames: number; readonly bytes: number } | null = null;
  private rates: Pick<Rates, 'fps' | 'bitsPerSecond'> = { fps: null, bitsPerSecond: null };

  constructor(private readonly startedAt: Ms) {}

  firstFrame(now: Ms): void {
    this.firstFrameMs ??= now - this.startedAt;
  }

  /** Records a key frame at this media time. */
  keyFrame(mediaMs: Ms): void {
    if (this.lastKeyMs !== null && mediaMs > this.lastKeyMs)
      this.keyFrameIntervalMs = mediaMs - this.lastKeyMs;
    this.lastKeyMs = mediaMs;
  }

  stalled(): void {
    this.stalls += 1;
  }

  /** `framesShown` and `bytes` are totals. */
  read(now: Ms, framesShown: number, bytes: number): Rates {
    const { last } = this;
    const tookMs = last ? now - last.at : 0;
    if (last && tookMs >= minMs) {
      this.rates = {
        fps: Math.round(((framesShown - last.frames) * 10_000) / tookMs) / 10,
        bitsPerSecond: Math.round(((bytes - last.bytes) * 8_000) / tookMs),
      };
    }
    if (!last || tookMs >= minMs) this.last = { at: now, frames: framesShown, bytes };
    const { stalls, firstFrameMs, keyFrameIntervalMs } = this;
    return {
      ...this.rates,
      stalls,
      firstFrameMs: firstFrameMs === null ? null : Math.round(firstFrameMs),
      keyFrameIntervalMs: keyFrameIntervalMs === null ? null : Math.round(keyFrameIntervalMs),
    };
  }
}
