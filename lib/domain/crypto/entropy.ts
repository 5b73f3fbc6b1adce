import { randomBytes } from 'node:crypto';
import type { EpochMs } from '../../kernel/units.ts';

/** Random bytes, passed in so that tests are repeatable. Cryptographically secure in production. */
export interface Entropy {
  bytes(count: number): Uint8Array;
}

export const systemEntropy: Entropy = { bytes: (count) => randomBytes(count) };

/** 32 hex digits: 48 bits of time, so that ids sort by creation, and 80 random bits. */
export function newId(entropy: Entropy, now: EpochMs): string {
  return now.toString(16).padStart(12, '0') + Buffer.from(entropy.bytes(10)).toString('hex');
}

/** 43 characters with 256 random bits. */
export function newSecret(entropy: Entropy): string {
  return Buffer.from(entropy.bytes(32)).toString('base64url');
}
