import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

export interface FailureLimit {
  /** After so many failures within `windowMs` the next attempt waits until the window ends. */
  readonly failures: number;
  readonly windowMs: Ms;
}

interface Count {
  failures: number;
  /** Monotonic. */
  readonly endsAt: Ms;
}

/** Names remembered at most; the oldest is forgotten first, so a flood of names cannot fill the memory. */
const maxNames = 20_000;

/** Slows down guessing. Only failures count, so a busy integrator is never held up. */
export class FailureLimiter {
  readonly #counts = new Map<string, Count>();
  readonly #limit: FailureLimit;
  readonly #clock: Clock;

  constructor(limit: FailureLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** How long this name must wait before its next attempt. 0: not at all. */
  waitMs(name: string): Ms {
    const count = this.#open(name);
    return count && count.failures >= this.#limit.failures ? count.endsAt - this.#clock.monotonic() : 0;
  }

  failed(name: string): void {
    const count = this.#open(name);
    if (count) {
      count.failures += 1;
      return;
    }
    this.#counts.set(name, { failures: 1, endsAt: this.#clock.monotonic() + this.#limit.windowMs });
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= maxNames) return;
      this.#counts.delete(oldest);
    }
  }

  /** The count of a window that still runs. */
  #open(name: string): Count | null {
    const count = this.#counts.get(name);
    if (!count || count.endsAt > this.#clock.monotonic()) return count ?? null;
    this.#counts.delete(name);
    return null;
  }
}
