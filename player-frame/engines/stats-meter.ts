import type { Ms } from '../../lib/kernel/units.ts';
import type { EngineStats } from './engine.ts';

type Rates = Pick<EngineStats, 'fps' | 'bitsPerSecond' | 'keyFrameIntervalMs' | 'stalls' | 'firstFrameMs'>;

/** A shorter time than this between two readings says nothing about a rate. */
const minMs: Ms = 200;

/** What an engine knows of its stream, counted as it comes and read about once a second. */
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

  /** At this time of the stream. */
  keyFrame(mediaMs: Ms): void {
    if (this.lastKeyMs !== null && mediaMs > this.lastKeyMs)
      this.keyFrameIntervalMs = mediaMs - this.lastKeyMs;
    this.lastKeyMs = mediaMs;
  }

  stalled(): void {
    this.stalls += 1;
  }

  /** `framesShown` and `bytes` since the beginning. */
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
