import { backoffDelay } from '../../kernel/backoff.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { SourceFailure } from '../ports.ts';
import type { RetryLimits } from './limits.ts';
import type { ReaderStatus } from './reader.ts';

export interface RetryScheduleOptions {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly limits: RetryLimits;
  readonly onDue: () => void;
  /** At the failure, and every `statusEveryMs` until `succeeded`. */
  readonly onStatus: (status: ReaderStatus) => void;
}

/** Schedules retries after failures, and repeats the reason to waiting readers. */
export class RetrySchedule {
  private cancelRetry: Cancel | null = null;
  private cancelStatus: Cancel | null = null;
  private retries = 0;
  private failure: SourceFailure | null = null;
  private dueAt: Ms | null = null;

  constructor(private readonly options: RetryScheduleOptions) {}

  /** The last one; kept after success, for the status. */
  get lastFailure(): SourceFailure | null {
    return this.failure;
  }

  /** Null unless waiting for the next attempt. */
  get retryAt(): EpochMs | null {
    const { waitMs } = this;
    return waitMs === null ? null : this.options.clock.now() + waitMs;
  }

  get isWaiting(): boolean {
    return this.cancelRetry !== null;
  }

  /** Status for a reader that joins now; null if there is no failure. */
  get status(): ReaderStatus | null {
    if (!this.failure || !this.cancelStatus) return null;
    return { state: 'retrying', failure: this.failure, retryInMs: this.waitMs };
  }

  private get waitMs(): Ms | null {
    return this.dueAt === null ? null : Math.max(0, this.dueAt - this.options.clock.monotonic());
  }

  /**
   * `ranMs`: how long it was live. `spentMs`: duration of an attempt that never became live, deducted from
   * the delay. Returns the delay.
   */
  failed(failure: SourceFailure, { ranMs, spentMs }: { readonly ranMs: Ms; readonly spentMs: Ms }): Ms {
    const { clock, limits, random, onDue } = this.options;
    if (ranMs >= limits.stableMs || this.failure?.retryable !== failure.retryable) this.retries = 0;
    const policy = failure.retryable ? limits.retry : limits.slowRetry;
    const drawnMs = backoffDelay(policy, this.retries, random);
    const delayMs = Math.max(Math.min(drawnMs, limits.retry.firstMs), drawnMs - spentMs);
    this.retries += 1;
    this.failure = failure;
    this.dueAt = clock.monotonic() + delayMs;
    this.cancelRetry?.();
    this.cancelRetry = clock.after(delayMs, () => {
      this.stopWaiting();
      onDue();
    });
    this.cancelStatus ??= clock.every(limits.statusEveryMs, () => this.report());
    return delayMs;
  }

  /** Informs readers now. */
  report(): void {
    const { status } = this;
    if (status) this.options.onStatus(status);
  }

  /** An attempt begins, or none is wanted any more. */
  stopWaiting(): void {
    this.cancelRetry?.();
    this.cancelRetry = null;
    this.dueAt = null;
  }

  /** True when readers were waiting. */
  succeeded(): boolean {
    const wasWaiting = this.cancelStatus !== null;
    this.cancelStatus?.();
    this.cancelStatus = null;
    return wasWaiting;
  }

  /** Clears the failure: another source is stored, or nothing is running. */
  reset(): void {
    this.stopWaiting();
    this.succeeded();
    this.retries = 0;
    this.failure = null;
  }
}
