import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CaptchaChallenge } from '../../lib/contracts/admin/calls/session.calls.ts';

/** Does the work of a challenge, as a browser does. */
export async function solveCaptcha(challenge: CaptchaChallenge): Promise<{ key: string; counter: number }> {
  const solution = await solveChallenge({ challenge: { parameters: challenge }, deriveKey });
  if (!solution) throw new Error('no key begins with the prefix');
  return { key: solution.derivedKey, counter: solution.counter };
}
