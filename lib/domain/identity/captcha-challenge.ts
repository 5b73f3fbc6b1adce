/**
 * Proof of work instead of a captcha image: the browser derives keys for counters from 0 upwards until one begins with
 * the given prefix. The answer is the whole key, whose second half only the server knows.
 */
import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CaptchaChallenge } from '../../contracts/admin/calls/session.calls.ts';
import type { Entropy } from '../crypto/entropy.ts';

/** Iterations of PBKDF2 per key. */
const cost = 2_000;
/**
 * The counter of the key, and so the number of keys to derive. Between 150,000 and 300,000 iterations: a slow phone
 * takes about five seconds without Web Crypto (pages over http have none), and less than one with it.
 */
const [minCounter, maxCounter] = [75, 149];

export async function createCaptchaChallenge(
  entropy: Entropy,
): Promise<{ readonly challenge: CaptchaChallenge; readonly answer: string }> {
  const random = Buffer.from(entropy.bytes(4)).readUInt32BE();
  const counter = minCounter + (random % (maxCounter - minCounter + 1));
  const created = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost, counter, deriveKey });
  const solution = await solveChallenge({ challenge: created, deriveKey, counterStart: counter });
  if (solution?.counter !== counter) throw new Error('the challenge has no solution');
  const { algorithm, nonce, salt, keyLength, keyPrefix } = created.parameters;
  return {
    challenge: { algorithm, nonce, salt, cost, keyLength, keyPrefix, maxCounter },
    answer: solution.derivedKey,
  };
}
