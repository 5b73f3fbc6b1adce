import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import { FailureLimiter } from '../access/failure-limiter.ts';

/** One try at the verification code of a device. */
export interface CodeAttempt {
  readonly tenantId: string;
  readonly serial: string;
  readonly grantId: string;
  readonly clientAddress: string;
  /** Changes whenever the code does. */
  readonly codeId: string;
}

/** Verification codes are short, so wrong ones are counted three ways: a new token alone gives no new tries. */
const perGrant = { failures: 5, windowMs: 10 * 60_000 };
const perAddress = { failures: 10, windowMs: 10 * 60_000 };
const perDevice = { failures: 50, windowMs: 60 * 60_000 };

/** Viewers remembered at most; the oldest is forgotten first. */
const maxKnown = 20_000;

/**
 * Slows down guessing at verification codes. Whoever has shown the right code before is held up by its own
 * mistakes only: else one guesser could keep a device's real viewers from coming back.
 */
export class CodeGuard {
  readonly #byGrant: FailureLimiter;
  readonly #byAddress: FailureLimiter;
  readonly #byDevice: FailureLimiter;
  readonly #known = new Set<string>();

  constructor(clock: Clock) {
    this.#byGrant = new FailureLimiter(perGrant, clock);
    this.#byAddress = new FailureLimiter(perAddress, clock);
    this.#byDevice = new FailureLimiter(perDevice, clock);
  }

  /** How long this attempt must wait. 0: not at all. */
  waitMs(attempt: CodeAttempt): Ms {
    const own = this.#byGrant.waitMs(grantName(attempt));
    if (this.#known.has(knownName(attempt))) return own;
    return Math.max(
      own,
      this.#byAddress.waitMs(addressName(attempt)),
      this.#byDevice.waitMs(deviceName(attempt)),
    );
  }

  failed(attempt: CodeAttempt): void {
    this.#byGrant.failed(grantName(attempt));
    this.#byAddress.failed(addressName(attempt));
    this.#byDevice.failed(deviceName(attempt));
  }

  succeeded(attempt: CodeAttempt): void {
    this.#known.add(knownName(attempt));
    for (const oldest of this.#known) {
      if (this.#known.size <= maxKnown) return;
      this.#known.delete(oldest);
    }
  }
}

const nameOf = (...parts: readonly string[]) => JSON.stringify(parts);
const deviceName = ({ tenantId, serial }: CodeAttempt) => nameOf(tenantId, serial);
const grantName = ({ tenantId, serial, grantId }: CodeAttempt) => nameOf(tenantId, serial, grantId);
const addressName = ({ tenantId, serial, clientAddress }: CodeAttempt) =>
  nameOf(tenantId, serial, clientAddress);
const knownName = ({ tenantId, serial, grantId, codeId }: CodeAttempt) =>
  nameOf(tenantId, serial, grantId, codeId);
