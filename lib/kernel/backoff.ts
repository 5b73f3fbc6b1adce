import type { Ms } from './units.ts';

export interface BackoffPolicy {
  /** Delay before the first retry. */
  firstMs: Ms;
  /** No delay exceeds this. */
  maxMs: Ms;
  /** 0 = none, 1 = anywhere between zero and twice the delay. Spreads clients that failed at the same time. */
  jitter: number;
}

/** Delay before retry number `retry` (0 is the first), doubling each time. `random` is in [0, 1). */
export function backoffDelay(policy: BackoffPolicy, retry: number, random: () => number): Ms {
  const plain = Math.min(policy.maxMs, policy.firstMs * 2 ** Math.min(retry, 30));
  const spread = plain * policy.jitter * (random() * 2 - 1);
  return Math.max(0, Math.min(policy.maxMs, Math.round(plain + spread)));
}
