import type { Ms } from '../../../kernel/units.ts';

/** Limits of memory and delay of an FLV output. */
export interface FlvLimits {
  /**
   * Size of the cached GOP of a stream. A larger one is not kept; new viewers then wait for the next key
   * frame.
   */
  readonly maxGopBytes: number;
  /**
   * As for readers of the stream: a viewer that joins a source which is quiet for this long, or for three frame intervals,
   * waits for a key frame.
   */
  readonly staleMs: Ms;
  readonly viewer: ViewerLimits;
  readonly merge: MergeLimits;
}

export interface ViewerLimits {
  /** If behind by more than either limit, skip to the next key frame. */
  readonly maxBehindBytes: number;
  readonly maxBehindGops: number;
  readonly maxLagMs: Ms;
  /** In place of bytes and lag until it caught up for the first time. More than `maxGopBytes`, with which it starts. */
  readonly maxBehindAtStartBytes: number;
  /** A viewer that receives nothing for this long is closed. */
  readonly stalledMs: Ms;
  /** The same for a viewer that was skipped and is again too far behind. Longer than two kernel readings. */
  readonly stalledAfterSkipMs: Ms;
}

export interface MergeLimits {
  /** Above this number of viewers per stream, writes are merged; below half of it, no longer. */
  readonly aboveViewers: number;
  readonly windowMs: Ms;
  /** Without merging, audio waits this long for a frame to travel with: half the writes for no visible delay. */
  readonly audioWaitMs: Ms;
}

export const defaultFlvLimits: FlvLimits = {
  maxGopBytes: 8 * 1024 * 1024,
  staleMs: 2_000,
  viewer: {
    maxBehindBytes: 2 * 1024 * 1024,
    maxBehindGops: 2,
    maxLagMs: 2_500,
    maxBehindAtStartBytes: 10 * 1024 * 1024,
    stalledMs: 10_000,
    stalledAfterSkipMs: 3_000,
  },
  merge: { aboveViewers: 200, windowMs: 200, audioWaitMs: 40 },
};
