/**
 * The bearer token of calls. It is kept in memory only and renewed with the session cookie shortly before it expires.
 * Calls made during a renewal wait for it.
 */
import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';

export interface Token {
  readonly text: string;
  /** Remaining lifetime. Null: unknown, so it is not renewed. */
  readonly lifeMs: Ms | null;
}

interface StoredToken {
  readonly text: string;
  readonly lifeMs: Ms | null;
  /** Both clocks: the monotonic clock may stop during sleep, the wall clock may be changed. */
  readonly since: Ms;
  readonly sinceWall: EpochMs;
}

/** Renew this long before expiry, so that no call arrives with an expired token. */
const renewAheadMs: Ms = 60_000;
/** Tokens with a shorter lifetime are renewed after three quarters of it. */
const shortLifeMs: Ms = 4 * renewAheadMs;
const retryMs: Ms = 10_000;
/** Maximum time a call may take to reach the server's token check. */
const travelMs: Ms = 5_000;

export class Bearer {
  private stored: StoredToken | null = null;
  private renewing: Promise<string | null> | null = null;
  private cancelTimer: Cancel = () => undefined;

  constructor(
    private readonly clock: Clock,
    /** Requests a new token from the server. Rejects if that fails. */
    private readonly fetchNew: () => Promise<Token>,
  ) {}

  get hasToken(): boolean {
    return this.stored !== null;
  }

  set(token: Token): void {
    this.stored = {
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
    this.stored = null;
    this.renewing = null;
  }

  /** The current token, or null. Waits for a renewal if the token is about to expire. */
  async current(): Promise<string | null> {
    if (this.stored && this.leftMs() > travelMs) return this.stored.text;
    return this.stored || this.renewing ? this.renew() : null;
  }

  /** One renewal at a time. Null: the token was dropped in the meantime. */
  renew(): Promise<string | null> {
    if (this.renewing) return this.renewing;
    this.cancelTimer();
    const renewal: Promise<string | null> = this.fetchNew().then(
      (token) => {
        if (this.renewing !== renewal) return null;
        this.renewing = null;
        this.set(token);
        return token.text;
      },
      (error: unknown) => {
        if (this.renewing === renewal) {
          this.renewing = null;
          if (this.stored && this.leftMs() > 0) this.renewAfter(retryMs);
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
      // The next call reports the failure; nobody waits for the timer.
      this.renew().catch(() => undefined);
    });
  }

  /** Time until renewal. Null: never. */
  private dueMs(): Ms | null {
    const lifeMs = this.stored?.lifeMs ?? null;
    if (lifeMs === null) return null;
    return this.leftMs() - Math.min(renewAheadMs, lifeMs < shortLifeMs ? lifeMs / 4 : renewAheadMs);
  }

  private leftMs(): Ms {
    const stored = this.stored;
    if (!stored || stored.lifeMs === null) return Number.POSITIVE_INFINITY;
    const age = Math.max(this.clock.monotonic() - stored.since, this.clock.now() - stored.sinceWall);
    return stored.lifeMs - age;
  }
}

/** Response of `/login` and `/token/renew`. */
export interface TokenAnswer {
  readonly token: string;
  /** May be missing on another backend. */
  readonly expiresInMs?: number;
}

/** Uses a duration, so the machine's clock setting does not matter. */
export function tokenOf({ token, expiresInMs }: TokenAnswer): Token {
  return { text: token, lifeMs: expiresInMs ?? null };
}
