import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The stored form of tokens and application secrets, in hex. A fast hash is right here, unlike for passwords: the
 * values are 256 random bits, which cannot be guessed however fast the hash is. A slow hash would only let callers
 * consume our processor.
 */
export function digest(value: string): string {
  return createHash('sha256').update(value, 'utf8').digest('hex');
}

/** Compares texts in a time that depends only on the length of the first one. */
export function isSameText(expected: string, given: string): boolean {
  const left = createHash('sha256').update(expected, 'utf8').digest();
  const right = createHash('sha256').update(given, 'utf8').digest();
  return timingSafeEqual(left, right);
}
