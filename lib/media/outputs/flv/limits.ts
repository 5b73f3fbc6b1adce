import type { Ms } from '../../../kernel/units.ts';

/** What one FLV output holds for its viewers. Every figure bounds memory or delay. */
export interface FlvLimits {
  /** The key-frame cache of one stream. A longer group is not kept; who joins then waits for the next one. */
  readonly maxGopBytes: number;
  /** As for readers of the stream: a viewer that joins a source which is quiet for this long waits for a key frame. */
  readonly staleMs: Ms;
  readonly viewer: ViewerLimits;
  readonly merge: MergeLimits;
}

export interface ViewerLimits {
  /** Behind by more than one of these: skip to the next key frame. */
  readonly maxBehindBytes: number;
  readonly maxBehindGops: number;
  readonly maxLagMs: Ms;
  /** Took nothing for this long: closed. */
  readonly stalledMs: Ms;
  /** The same for who was moved on and is too far behind once more. Longer than two looks into the kernel. */
  readonly stalledAfterSkipMs: Ms;
}

export interface MergeLimits {
  /** More viewers than this on one stream and writes are merged; fewer than half of it and they no longer are. */
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
    stalledMs: 10_000,
    stalledAfterSkipMs: 3_000,
  },
  merge: { aboveViewers: 200, windowMs: 200, audioWaitMs: 40 },
};
