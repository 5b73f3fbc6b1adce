import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { solveChallenge as findKey } from 'altcha-lib';
import { deriveKey as deriveWithWebCrypto } from 'altcha-lib/algorithms/web/pbkdf2';
import type { CaptchaChallenge } from '../../../../lib/contracts/admin/calls/session.calls.ts';

type DeriveKey = typeof deriveWithWebCrypto;

/** Pages over http have no Web Crypto. Pauses every 10 ms, so that the page stays usable. */
const deriveWithScript: DeriveKey = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength, asyncTick: 10 }),
});

/** Web Crypto computes outside the page's thread, several keys at a time. */
const parallelKeys = 4;

/** Computes the answer of a challenge. `onProgress` gets 0 to 1. */
export async function solveChallenge(
  challenge: CaptchaChallenge,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const hasWebCrypto = globalThis.crypto?.subtle !== undefined;
  const derive = hasWebCrypto ? deriveWithWebCrypto : deriveWithScript;
  const workers = hasWebCrypto ? parallelKeys : 1;
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort());
  let tried = 0;
  const deriveKey: DeriveKey = async (...of) => {
    const derived = await derive(...of);
    tried += 1;
    // Keys in progress when another one matches end later.
    if (!controller.signal.aborted) onProgress(Math.min(1, tried / (challenge.maxCounter + 1)));
    return derived;
  };
  try {
    const solution = await Promise.race(
      Array.from({ length: workers }, (_, counterStart) =>
        findKey({
          challenge: { parameters: challenge },
          deriveKey,
          controller,
          counterStart,
          counterStep: workers,
        }),
      ),
    );
    if (!solution) throw new Error('The challenge was not solved');
    return solution.derivedKey;
  } finally {
    controller.abort();
  }
}
