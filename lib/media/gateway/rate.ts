import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Allows `burst` at once, and `perSecond` on average. */
export class TokenBucket {
  private left: number;
  private at: Ms;

  constructor(
    private readonly clock: Clock,
    private readonly rate: Rate,
  ) {
    this.left = rate.burst;
    this.at = clock.monotonic();
  }

  take(): boolean {
    this.refill();
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }

  get isFull(): boolean {
    this.refill();
    return this.left === this.rate.burst;
  }

  private refill(): void {
    const now = this.clock.monotonic();
    this.left = Math.min(this.rate.burst, this.left + ((now - this.at) / 1_000) * this.rate.perSecond);
    this.at = now;
  }
}

const SWEEP_EVERY_MS: Ms = 10_000;
/** A client may have any number of IPv6 addresses. */
const MAX_ADDRESSES = 20_000;

/** One rate for each address. */
export class AddressRates {
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly stopSweeping: () => void;

  constructor(
    private readonly clock: Clock,
    private readonly rate: Rate,
  ) {
    this.stopSweeping = clock.every(SWEEP_EVERY_MS, () => {
      for (const [address, bucket] of this.buckets) if (bucket.isFull) this.buckets.delete(address);
    });
  }

  take(address: string): boolean {
    const bucket = this.buckets.get(address) ?? new TokenBucket(this.clock, this.rate);
    const [oldest] = this.buckets.keys();
    if (this.buckets.size >= MAX_ADDRESSES && oldest !== undefined) this.buckets.delete(oldest);
    this.buckets.set(address, bucket);
    return bucket.take();
  }

  close(): void {
    this.stopSweeping();
  }
}
