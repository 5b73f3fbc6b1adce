import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { Ms } from '../../lib/kernel/units.ts';

/** Backends of host pages may be slow. */
const minLeadMs: Ms = 10_000;
/** With less than this left there is nothing to gain: the end comes first. */
const tooLateMs: Ms = 5_000;
/** Timers of browsers hold 31 bits of milliseconds. */
const maxWaitMs: Ms = 2 ** 31 - 1;

/**
 * How long to wait before a token that lasts for `leftMs` is renewed: until a tenth of it is left, at least 10 s,
 * and up to half of that earlier by `chance` (in [0, 1)), so that many players of one page do not ask at once.
 * A short rest is halved, which also spaces the repetitions of what failed. Null: too late.
 */
export function renewalDelay(leftMs: Ms, chance: number): Ms | null {
  if (leftMs < tooLateMs) return null;
  const leadMs = Math.min(Math.max(minLeadMs, leftMs / 10), leftMs / 2);
  return Math.min(maxWaitMs, Math.round(leftMs - leadMs * (1 + chance / 2)));
}

export interface RenewalDeps {
  readonly clock: Clock;
  readonly random: () => number;
  /** Gets a fresh token and uses it. How long it lasts, or null when that failed. Never rejects. */
  readonly renew: () => Promise<Ms | null>;
}

/**
 * Renews a token that lasts for `leftMs` before it ends, and then the next, until cancelled. A renewal that fails
 * is tried again while there is time. Durations only: the server's wall clock and ours may differ by hours.
 */
export function scheduleRenewal({ clock, random, renew }: RenewalDeps, leftMs: Ms): Cancel {
  let isCancelled = false;
  let cancelTimer: Cancel = () => {};

  function plan(endsAt: Ms): void {
    const delayMs = renewalDelay(endsAt - clock.monotonic(), random());
    if (delayMs !== null) cancelTimer = clock.after(delayMs, () => void run(endsAt));
  }

  async function run(endsAt: Ms): Promise<void> {
    const nextMs = await renew();
    if (!isCancelled) plan(nextMs === null ? endsAt : clock.monotonic() + nextMs);
  }

  plan(clock.monotonic() + leftMs);
  return () => {
    isCancelled = true;
    cancelTimer();
  };
}
