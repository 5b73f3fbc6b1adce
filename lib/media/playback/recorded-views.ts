/**
 * Views of recordings that are fetched in parts. A view is everything that is requested with one ticket. A player fetches
 * ahead of what it shows, so what was watched is estimated: never more than the length of the delivered video, and never
 * more than the time that passed.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import type { OpenView, ViewCounter, ViewedCamera } from '../ports.ts';

const settleEveryMs: Ms = 15_000;
/** A player that continues after a longer pause is another view. */
const maxIdleMs: Ms = 30 * 60_000;
/** No player fetches further ahead; what was delivered beyond is a download. */
const maxAheadMs: Ms = 120_000;
/** Tickets of which the bit rate or a view is known. Beyond, the oldest are forgotten. */
const maxTickets = 10_000;

interface TicketUse {
  /** Null: nothing of the video was delivered yet. */
  view: OpenView | null;
  /** Of its newest playlist; null: not known here, then a delivery counts for as long as it was ago. */
  bytesPerMs: number | null;
  /** Delivered and not yet watched. */
  aheadMs: Ms;
  settledAt: Ms;
  usedAt: Ms;
}

export class RecordedViews {
  readonly #views: ViewCounter | undefined;
  readonly #clock: Clock;
  readonly #uses = new Map<string, TicketUse>();
  #stopSettling: (() => void) | null = null;

  constructor(views: ViewCounter | undefined, clock: Clock) {
    this.#views = views;
    this.#clock = clock;
  }

  /** A playlist was sent, whose parts have these lengths altogether. */
  listed(ticket: string, bytes: number, durationMs: Ms): void {
    if (this.#views) this.#ticketUse(ticket).bytesPerMs = durationMs > 0 ? bytes / durationMs : null;
  }

  /** Bytes of the video itself were delivered, so the player has pictures. */
  delivered(ticket: string, camera: ViewedCamera, bytes: number): void {
    if (!this.#views || bytes <= 0) return;
    const use = this.#ticketUse(ticket);
    use.view ??= this.#views.open(camera, 'recorded');
    this.#settle(use);
    const lengthMs = use.bytesPerMs === null ? maxAheadMs : bytes / use.bytesPerMs;
    use.aheadMs = Math.min(maxAheadMs, use.aheadMs + lengthMs);
    use.usedAt = this.#clock.monotonic();
    this.#stopSettling ??= this.#clock.every(settleEveryMs, () => this.#settleAll());
  }

  /** Counts what was watched so far. Safe to call twice. */
  stop(): void {
    for (const use of this.#uses.values()) this.#close(use);
    this.#uses.clear();
    this.#stopSettling?.();
    this.#stopSettling = null;
  }

  #ticketUse(ticket: string): TicketUse {
    // A ticket is a secret, and long.
    const name = createHash('sha256').update(ticket).digest('base64');
    const known = this.#uses.get(name);
    if (known) return known;
    const [oldest] = this.#uses;
    if (oldest && this.#uses.size >= maxTickets) {
      this.#close(oldest[1]);
      this.#uses.delete(oldest[0]);
    }
    const now = this.#clock.monotonic();
    const use = { view: null, bytesPerMs: null, aheadMs: 0, settledAt: now, usedAt: now };
    this.#uses.set(name, use);
    return use;
  }

  #settle(use: TicketUse): void {
    const now = this.#clock.monotonic();
    const watchedMs = Math.min(use.aheadMs, now - use.settledAt);
    use.settledAt = now;
    use.aheadMs -= watchedMs;
    if (watchedMs > 0) use.view?.watched(watchedMs);
  }

  #close(use: TicketUse): void {
    this.#settle(use);
    use.view?.close();
  }

  #settleAll(): void {
    const now = this.#clock.monotonic();
    for (const [name, use] of this.#uses) {
      if (now - use.usedAt < maxIdleMs) this.#settle(use);
      else {
        this.#close(use);
        this.#uses.delete(name);
      }
    }
    if (this.#uses.size > 0) return;
    this.#stopSettling?.();
    this.#stopSettling = null;
  }
}
