/**
 * Slows down guessing at verification codes: they are short. Wrong ones are counted three ways, so that a new token
 * alone gives no new tries. Whoever has shown the right code before is held up by its own mistakes only: else one
 * guesser could keep a device's real viewers from coming back.
 */
import type { Db } from '../../db/client.ts';
import { transact } from '../../db/transact.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';
import { digest } from '../crypto/digest.ts';
import { type AttemptLimit, failureCounts } from '../limits/failure-counts.ts';
import { FailureLimiter } from '../limits/failure-limiter.ts';

/** One try at the verification code of a device. */
export interface CodeAttempt {
  readonly tenantId: string;
  readonly serial: string;
  readonly grantId: string;
  readonly clientAddress: string;
  /** Changes whenever the code does. */
  readonly codeId: string;
}

export interface VerificationCodeLimiter {
  /**
   * 0: it may be told whether the try was right, and was counted if not. Else how long it must wait, right or wrong.
   */
  judge(attempt: CodeAttempt, isRight: boolean): Promise<Ms>;
}

const minuteMs: Ms = 60_000;
const perGrant: AttemptLimit = { max: 5, windowMs: 10 * minuteMs };
const perAddress: AttemptLimit = { max: 10, windowMs: 10 * minuteMs };
const perDevice: AttemptLimit = { max: 50, windowMs: 60 * minuteMs };

/** Viewers remembered at most; the oldest is forgotten first. */
const maxKnown = 20_000;

/** For one process: no disk is written for each viewer. */
export function memoryCodeLimiter(clock: Clock): VerificationCodeLimiter {
  const limiter = ({ max, windowMs }: AttemptLimit) => new FailureLimiter({ failures: max, windowMs }, clock);
  const [byGrant, byAddress, byDevice] = [limiter(perGrant), limiter(perAddress), limiter(perDevice)];
  const known = new Set<string>();

  function waitMs(attempt: CodeAttempt): Ms {
    const own = byGrant.waitMs(grantName(attempt));
    if (known.has(knownName(attempt))) return own;
    return Math.max(own, byAddress.waitMs(addressName(attempt)), byDevice.waitMs(deviceName(attempt)));
  }

  function remember(attempt: CodeAttempt): void {
    known.add(knownName(attempt));
    for (const oldest of known) {
      if (known.size <= maxKnown) return;
      known.delete(oldest);
    }
  }

  return {
    async judge(attempt, isRight) {
      const wait = waitMs(attempt);
      if (wait > 0) return wait;
      if (isRight) {
        remember(attempt);
        return 0;
      }
      byGrant.failed(grantName(attempt));
      byAddress.failed(addressName(attempt));
      byDevice.failed(deviceName(attempt));
      return 0;
    },
  };
}

/** As long as a token may live. */
const knownForMs: Ms = 7 * 24 * 60 * minuteMs;
const known: AttemptLimit = { max: 1, windowMs: knownForMs };

/**
 * For several processes on one database, each of which would give as many tries again. All who try at one device
 * take turns, right or wrong: otherwise a right guess among a thousand sent at once would be answered before the
 * wrong ones are counted. Whoever is known and right takes no turn.
 */
export function databaseCodeLimiter(db: Db, clock: Clock): VerificationCodeLimiter {
  const counts = failureCounts(db, clock);
  const rowName = (kind: string, name: string) => `code/${kind}/${digest(name)}`;

  return {
    async judge(attempt, isRight) {
      const ofKnown = rowName('known', knownName(attempt));
      const limits: readonly (readonly [string, AttemptLimit])[] = [
        [rowName('device', deviceName(attempt)), perDevice],
        [rowName('address', addressName(attempt)), perAddress],
        [rowName('grant', grantName(attempt)), perGrant],
      ];
      const seen = await counts.rows([...limits.map(([name]) => name), ofKnown]);
      const isKnown = (seen.get(ofKnown)?.windowEndsAt ?? 0) > clock.now();
      const holding = isKnown ? limits.slice(-1) : limits;
      const waitOf = (rows: typeof seen) =>
        Math.max(...holding.map(([name, limit]) => counts.waitOf(rows.get(name), limit)));
      // Whoever is held back already takes no turn and writes nothing.
      const held = waitOf(seen);
      if (held > 0 || (isKnown && isRight)) return held;
      return transact(db, async (transaction) => {
        const taken = await counts.take(transaction, limits);
        const wait = waitOf(taken);
        if (wait > 0) return wait;
        if (isRight) await counts.take(transaction, [[ofKnown, known]]);
        else for (const [name, limit] of limits) await counts.add(transaction, taken.get(name)!, limit);
        return 0;
      });
    },
  };
}

const nameOf = (...parts: readonly string[]) => JSON.stringify(parts);
const deviceName = ({ tenantId, serial }: CodeAttempt) => nameOf(tenantId, serial);
const grantName = ({ tenantId, serial, grantId }: CodeAttempt) => nameOf(tenantId, serial, grantId);
const addressName = ({ tenantId, serial, clientAddress }: CodeAttempt) =>
  nameOf(tenantId, serial, clientAddress);
const knownName = ({ tenantId, serial, grantId, codeId }: CodeAttempt) =>
  nameOf(tenantId, serial, grantId, codeId);
