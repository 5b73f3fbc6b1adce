import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * How tokens and application secrets are stored. A plain fast hash is right here and would be wrong for a
 * password: these values are 256 random bits, so nobody can try them all however fast the hash is, and a
 * slow one would only let strangers burn our processor. Hex.
 */
export function digest(value: string): string {
  return createHash('sha256').update(value, 'utf8').digest('hex');
}

/** Compares texts in a time that depends on the length of the first alone. */
export function isSameText(expected: string, given: string): boolean {
  const left = createHash('sha256').update(expected, 'utf8').digest();
  const right = createHash('sha256').update(given, 'utf8').digest();
  return timingSafeEqual(left, right);
}
