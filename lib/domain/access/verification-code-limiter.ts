/**
 * Slows down guessing of verification codes, which are short. Wrong codes are counted in three ways, so that a new
 * token alone gives no new attempts. A grant that has presented the correct code is limited only by its own mistakes:
 * otherwise one guesser could keep a device's real viewers from coming back.
 */
import type { Ms } from '../../kernel/units.ts';
import { digest } from '../crypto/digest.ts';
import type { FailureLimit, FailureLimiter, LimitedName } from '../limits/failure-limiter.ts';

/** One attempt at the verification code of a device. */
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
   * 0: the caller may reveal whether the code was correct, and a wrong one was counted. Otherwise how long the
   * attempt must wait, correct or not.
   */
  judge(attempt: CodeAttempt, isRight: boolean): Promise<Ms>;
  /**
   * The same for a code that is not the current one, but may be an earlier one. `isRight` is slow, so it is called only
   * if the attempt need not wait, and for one attempt of a device at a time: simultaneous guesses are counted before
   * they cost anything. A grant with an earlier code does not become known, because whoever had access earlier could
   * then guess the current code.
   */
  judgeEarlier(attempt: CodeAttempt, isRight: () => Promise<boolean>): Promise<EarlierCode>;
}

export type EarlierCode = { readonly retryAfterMs: Ms; readonly isRight: boolean };

const minuteMs: Ms = 60_000;
const perDevice: FailureLimit = { kind: 'code/device', maxFailures: 50, windowMs: 60 * minuteMs };
const perAddress: FailureLimit = { kind: 'code/address', maxFailures: 10, windowMs: 10 * minuteMs };
const perGrant: FailureLimit = { kind: 'code/grant', maxFailures: 5, windowMs: 10 * minuteMs };
/**
 * Not a failure: a grant that is counted here once is known until the window ends. That is as long as an access token
 * may live, so a known grant never ceases to be one while it is valid.
 */
const known: FailureLimit = { kind: 'code/known', maxFailures: 1, windowMs: 7 * 24 * 60 * minuteMs };

export function verificationCodeLimiter(failures: FailureLimiter): VerificationCodeLimiter {
  /** The last attempt with an earlier code, by device. */
  const turns = new Map<string, Promise<unknown>>();

  async function limitsOf({ tenantId, serial, grantId, clientAddress, codeId }: CodeAttempt) {
    const device: LimitedName = [perDevice, nameOf(tenantId, serial)];
    const address: LimitedName = [perAddress, nameOf(tenantId, serial, clientAddress)];
    const grant: LimitedName = [perGrant, nameOf(tenantId, serial, grantId)];
    const ofKnown: LimitedName = [known, nameOf(tenantId, serial, grantId, codeId)];
    const isKnown = (await failures.check([ofKnown])) > 0;
    return { device, address, ofKnown, isKnown, limiting: isKnown ? [grant] : [device, address, grant] };
  }

  async function judgeNow(attempt: CodeAttempt, check: () => Promise<boolean>): Promise<EarlierCode> {
    const { device, address, isKnown, limiting } = await limitsOf(attempt);
    const wait = await failures.check(limiting);
    if (wait > 0) return { retryAfterMs: wait, isRight: false };
    const isRight = await check();
    const retryAfterMs = await failures.count(limiting, isRight ? 0 : 1);
    if (retryAfterMs === 0 && !isRight && isKnown) {
      for (const other of [device, address]) await failures.count([other]);
    }
    return { retryAfterMs, isRight };
  }

  return {
    async judgeEarlier(attempt, isRight) {
      const name = nameOf(attempt.tenantId, attempt.serial);
      const turn = (turns.get(name) ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => judgeNow(attempt, isRight));
      turns.set(name, turn);
      try {
        return await turn;
      } finally {
        if (turns.get(name) === turn) turns.delete(name);
      }
    },

    async judge(attempt, isRight) {
      const { device, address, ofKnown, isKnown, limiting } = await limitsOf(attempt);
      // A read first: an attempt that must wait, and one of a known viewer that is correct, write nothing.
      const wait = await failures.check(limiting);
      if (wait > 0 || (isKnown && isRight)) return wait;
      // Correct ones are serialised too: the correct one of a thousand simultaneous guesses would otherwise be
      // accepted before the wrong ones are counted.
      const waitAfterCount = await failures.count(limiting, isRight ? 0 : 1);
      if (waitAfterCount > 0) return waitAfterCount;
      if (isRight) await failures.count([ofKnown]);
      else if (isKnown) for (const other of [device, address]) await failures.count([other]);
      return 0;
    },
  };
}

/** Of one length, whatever the parts are. */
const nameOf = (...parts: readonly string[]) => digest(JSON.stringify(parts));
