/**
 * The token that calls carry: in memory only, renewed by the session's cookie shortly before its end. Whoever
 * needs one while it is being renewed waits for that one renewal.
 */
import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';

export interface Token {
  readonly text: string;
  /** How long it holds from now on. Null: not said, so it is not renewed. */
  readonly lifeMs: Ms | null;
}

interface Held {
  readonly text: string;
  readonly lifeMs: Ms | null;
  /** Both clocks: the monotonic one may stand still while a machine sleeps, the wall's may be set. */
  readonly since: Ms;
  readonly sinceWall: EpochMs;
}

/** A new one is fetched this long before the end, so that no call meets the end on its way. */
const renewAheadMs: Ms = 60_000;
/** Shorter lives than this are renewed after three quarters of them. */
const shortLifeMs: Ms = 4 * renewAheadMs;
const retryMs: Ms = 10_000;
/** A call may be on its way for this long before the server looks at its token. */
const travelMs: Ms = 5_000;

export class Bearer {
  private held: Held | null = null;
  private renewing: Promise<string | null> | null = null;
  private cancelTimer: Cancel = () => undefined;

  constructor(
    private readonly clock: Clock,
    /** Asks the server for a new one. Rejects when there is none to be had. */
    private readonly fetchNew: () => Promise<Token>,
  ) {}

  get isHeld(): boolean {
    return this.held !== null;
  }

  hold(token: Token): void {
    this.held = {
      text: token.text,
      lifeMs: token.lifeMs,
      since: this.clock.monotonic(),
      sinceWall: this.clock.now(),
    };
    const dueMs = this.dueMs();
    if (dueMs !== null) this.renewAfter(dueMs);
  }

  drop(): void {
    this.cancelTimer();
    this.held = null;
    this.renewing = null;
  }

  /** The text to send, or null when none is held. Waits for a new one when the old one is at its end. */
  async current(): Promise<string | null> {
    if (this.held && this.leftMs() > travelMs) return this.held.text;
    return this.held || this.renewing ? this.renew() : null;
  }

  /** One at a time. Null: it was dropped meanwhile. */
  renew(): Promise<string | null> {
    if (this.renewing) return this.renewing;
    this.cancelTimer();
    const renewal: Promise<string | null> = this.fetchNew().then(
      (token) => {
        if (this.renewing !== renewal) return null;
        this.renewing = null;
        this.hold(token);
        return token.text;
      },
      (error: unknown) => {
        if (this.renewing === renewal) {
          this.renewing = null;
          if (this.held && this.leftMs() > 0) this.renewAfter(retryMs);
        }
        throw error;
      },
    );
    this.renewing = renewal;
    return renewal;
  }

  private renewAfter(delay: Ms): void {
    this.cancelTimer();
    this.cancelTimer = this.clock.after(Math.max(0, delay), () => {
      // Whoever calls next is told; a timer has nobody to tell.
      this.renew().catch(() => undefined);
    });
  }

  /** Time until it should be renewed. Null: never. */
  private dueMs(): Ms | null {
    const lifeMs = this.held?.lifeMs ?? null;
    if (lifeMs === null) return null;
    return this.leftMs() - Math.min(renewAheadMs, lifeMs < shortLifeMs ? lifeMs / 4 : renewAheadMs);
  }

  private leftMs(): Ms {
    const held = this.held;
    if (!held || held.lifeMs === null) return Number.POSITIVE_INFINITY;
    const age = Math.max(this.clock.monotonic() - held.since, this.clock.now() - held.sinceWall);
    return held.lifeMs - age;
  }
}

/** As `/login` and `/token/renew` answer it. */
export interface TokenAnswer {
  readonly token: string;
  /** Another backend may not say. */
  readonly expiresInMs?: number;
}

/** A span, not an instant: it does not care how this machine's clock is set. */
export function tokenOf({ token, expiresInMs }: TokenAnswer): Token {
  return { text: token, lifeMs: expiresInMs ?? null };
}
