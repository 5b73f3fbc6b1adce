import type { Cancel, Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';

/** With this much waiting the camera is held, and continues at half of it. */
const maxWaitingMs: Ms = 2_000;
const maxWaitingBytes = 8 * 1024 * 1024;
/** Media that arrives later than this moves the schedule instead of being sent in a burst. */
const maxLateMs: Ms = 250;
/** Interval of checks while the viewer has no capacity. */
const checkEveryMs: Ms = 50;
/** A viewer that accepts nothing for this long is given up. */
const maxBlockedMs: Ms = 30_000;

/** Something to release, in order. */
export interface Paced {
  /** Time on the media timeline; null: together with what was released before it. */
  readonly atMs: Ms | null;
  readonly bytes: number;
  release(): void;
}

export interface PacerOptions {
  readonly clock: Clock;
  /** False: nothing may be released now. */
  readonly hasCapacity: () => boolean;
  /** True: enough is waiting, so the source must wait. */
  readonly onHold: (isHeld: boolean) => void;
  /** The viewer has accepted nothing for too long. */
  readonly onBlocked: () => void;
}

/** Releases media at the speed of its timeline. A camera may send a recording much faster, or in bursts. */
export class Pacer {
  readonly #options: PacerOptions;
  #waiting: Paced[] = [];
  #bytes = 0;
  /** Monotonic time minus media time. */
  #offsetMs: Ms | null = null;
  #isHeld = false;
  #blockedAt: Ms | null = null;
  #timer: Cancel | null = null;
  #isStopped = false;

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  push(item: Paced): void {
    if (this.#isStopped) return;
    this.#waiting.push(item);
    this.#bytes += item.bytes;
    if (!this.#isHeld && (this.#waitingMs >= maxWaitingMs || this.#bytes >= maxWaitingBytes))
      this.#hold(true);
    if (this.#timer === null) this.#pump();
  }

  /** The viewer may have capacity again. */
  resume(): void {
    if (this.#blockedAt !== null) this.#pump();
  }

  /** Nothing is released afterwards. Safe to call twice, also from within `release`. */
  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
    this.#timer?.();
  }

  get #waitingMs(): Ms {
    const first = this.#waiting.find(({ atMs }) => atMs !== null);
    const last = this.#waiting.findLast(({ atMs }) => atMs !== null);
    return (last?.atMs ?? 0) - (first?.atMs ?? 0);
  }

  #pump(): void {
    this.#timer?.();
    this.#timer = null;
    for (let next = this.#waiting[0]; next && !this.#isStopped; next = this.#waiting[0]) {
      const waitMs = this.#isBlocked() ? checkEveryMs : this.#waitFor(next);
      if (waitMs > 0) {
        if (!this.#isStopped) this.#timer = this.#options.clock.after(waitMs, () => this.#pump());
        return;
      }
      this.#waiting.shift();
      this.#bytes -= next.bytes;
      next.release();
      if (this.#isHeld && this.#waitingMs < maxWaitingMs / 2 && this.#bytes < maxWaitingBytes / 2) {
        this.#hold(false);
      }
    }
  }

  #isBlocked(): boolean {
    const { clock, hasCapacity, onBlocked } = this.#options;
    if (hasCapacity()) {
      this.#blockedAt = null;
      return false;
    }
    const now = clock.monotonic();
    this.#blockedAt ??= now;
    if (now - this.#blockedAt >= maxBlockedMs) onBlocked();
    return true;
  }

  #waitFor({ atMs }: Paced): Ms {
    if (atMs === null) return 0;
    const now = this.#options.clock.monotonic();
    this.#offsetMs ??= now - atMs;
    const lateMs = now - (atMs + this.#offsetMs);
    if (lateMs > maxLateMs) this.#offsetMs += lateMs;
    return Math.max(0, -lateMs);
  }

  #hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#options.onHold(isHeld);
  }
}
