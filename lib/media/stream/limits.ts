import type { BackoffPolicy } from '../../kernel/backoff.ts';
import type { Ms } from '../../kernel/units.ts';

/** What the relay holds for streams and viewers. Every figure bounds memory, delay or a camera's patience. */
export interface RelayLimits {
  /** A source stays this long after its last viewer, so that changing pages does not reconnect the camera. */
  readonly lingerMs: Ms;
  /** From start to the first unit. */
  readonly startMs: Ms;
  /** From one unit (of the picture, where there is one) to the next. */
  readonly silentMs: Ms;
  readonly retry: BackoffPolicy;
  /** After a failure that will not go away by itself. Kept rare: cameras lock accounts after a few wrong passwords. */
  readonly slowRetry: BackoffPolicy;
  /** A source that ran this long was well: the next failure starts again at the first delay. */
  readonly stableMs: Ms;
  /** While retrying, viewers hear this often how long it still takes; it also keeps proxies from hanging up. */
  readonly statusEveryMs: Ms;
  /** While a live camera sends no picture, viewers hear this often that it is still waited for. */
  readonly aliveEveryMs: Ms;
  /** The key-frame cache of one stream. A longer group is not kept; who joins then waits for the next one. */
  readonly maxGopBytes: number;
  /** A larger unit is dropped, and pictures until the next key frame with it: no player takes it. */
  readonly maxUnitBytes: number;
  readonly viewer: ViewerLimits;
  readonly merge: MergeLimits;
}

export interface ViewerLimits {
  /** Behind by more than one of these: skip to the next key frame. */
  readonly maxBehindBytes: number;
  readonly maxBehindGops: number;
  readonly maxBehindMs: Ms;
  /** Took nothing for this long: closed. */
  readonly stalledMs: Ms;
  /** The same for who was moved on and is too far behind once more. Longer than two looks into the kernel. */
  readonly stalledAfterSkipMs: Ms;
}

export interface MergeLimits {
  /** More viewers than this on one stream and writes are merged; fewer than half of it and they no longer are. */
  readonly aboveViewers: number;
  readonly windowMs: Ms;
  /** Without merging, sound waits this long for a picture to travel with: half the writes for no visible delay. */
  readonly audioWaitMs: Ms;
}

export const defaultRelayLimits: RelayLimits = {
  lingerMs: 30_000,
  startMs: 10_000,
  silentMs: 4_000,
  retry: { firstMs: 400, maxMs: 3_500, jitter: 0.3 },
  slowRetry: { firstMs: 60_000, maxMs: 600_000, jitter: 0.2 },
  stableMs: 10_000,
  statusEveryMs: 5_000,
  aliveEveryMs: 1_000,
  maxGopBytes: 8 * 1024 * 1024,
  maxUnitBytes: 4_000_000,
  viewer: {
    maxBehindBytes: 2 * 1024 * 1024,
    maxBehindGops: 2,
    maxBehindMs: 2_500,
    stalledMs: 10_000,
    stalledAfterSkipMs: 3_000,
  },
  merge: { aboveViewers: 200, windowMs: 200, audioWaitMs: 40 },
};
