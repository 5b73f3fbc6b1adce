import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { Ms } from '../../lib/kernel/units.ts';

/** Allows for slow backends of host pages. */
const minLeadMs: Ms = 10_000;
/** With less time left, renewal would not complete in time. */
const tooLateMs: Ms = 5_000;
/** Browser timers are limited to 31 bits. */
const maxWaitMs: Ms = 2 ** 31 - 1;

/**
 * Delay before renewing a token that expires in `leftMs`: until a tenth is left, at least 10 s, and up to half of
 * that earlier depending on `chance` (in [0, 1)), so that the players of a page do not renew simultaneously. Short
 * delays are halved, which also spaces retries. Null: too late.
 */
export function renewalDelay(leftMs: Ms, chance: number): Ms | null {
  if (leftMs < tooLateMs) return null;
  const leadMs = Math.min(Math.max(minLeadMs, leftMs / 10), leftMs / 2);
  return Math.min(maxWaitMs, Math.round(leftMs - leadMs * (1 + chance / 2)));
}

export interface RenewalDeps {
  readonly clock: Clock;
  readonly random: () => number;
  /** Renews the token. Resolves with its lifetime, or null on failure. Never rejects. */
  readonly renew: () => Promise<Ms | null>;
}

/**
 * Renews a token before it expires in `leftMs`, and then each next one, until cancelled. Failed renewals are retried
 * while there is time. Uses durations only, because the clocks of server and client may differ by hours.
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
