import type { BackoffPolicy } from '../../kernel/backoff.ts';
import type { Ms } from '../../kernel/units.ts';

/** Limits of what a reader set keeps in memory. */
export interface ReaderLimits {
  /** Size of the cached GOP. A larger one is not kept; readers then begin at the next key frame. */
  readonly maxGopBytes: number;
  /** A larger unit is dropped with the rest of its GOP, because no player accepts it. */
  readonly maxUnitBytes: number;
  /**
   * After this long without units, or three intervals of a camera of few frames, new readers wait for the next key frame
   * instead of the cached GOP.
   */
  readonly staleMs: Ms;
}

/** When a source is started again, and how often readers are informed. */
export interface RetryLimits {
  readonly retry: BackoffPolicy;
  /** After a failure that will not pass by itself. Kept rare: cameras lock accounts after a few wrong passwords. */
  readonly slowRetry: BackoffPolicy;
  /** After running for this long, the next failure starts again at the first delay. */
  readonly stableMs: Ms;
  /** While retrying, readers are informed this often; it also keeps proxies from closing viewers' connections. */
  readonly statusEveryMs: Ms;
}

/** Limits of memory, delay and load on the camera. */
export interface StreamLimits extends ReaderLimits, RetryLimits {
  /** A source stays this long after its last reader, so that changing pages does not reconnect the camera. */
  readonly lingerMs: Ms;
  /** From start to the first unit, and from the first to the second, whose interval is not known yet. */
  readonly startMs: Ms;
  /** From one unit (of video, where there is video) to the next; three intervals of a camera of few frames. */
  readonly silentMs: Ms;
  /** While a live source sends nothing, readers are informed this often. */
  readonly quietEveryMs: Ms;
}

export const defaultStreamLimits: StreamLimits = {
  lingerMs: 30_000,
  startMs: 10_000,
  silentMs: 4_000,
  retry: { firstMs: 400, maxMs: 3_500, jitter: 0.3 },
  slowRetry: { firstMs: 60_000, maxMs: 600_000, jitter: 0.2 },
  stableMs: 10_000,
  statusEveryMs: 5_000,
  quietEveryMs: 1_000,
  maxGopBytes: 8 * 1024 * 1024,
  maxUnitBytes: 4_000_000,
  staleMs: 2_000,
};
