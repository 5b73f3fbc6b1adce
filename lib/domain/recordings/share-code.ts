/**
 * Codes of share links: 16 characters with 80 random bits. The first four are the mark, which is shown to people who
 * manage links and, as a watermark, to those who watch; 60 bits remain unknown to both.
 */
import type { Entropy } from '../crypto/entropy.ts';

/** Without I, L, O and U, which look like other characters or spell words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;
export const markLength = 4;

export function newShareCode(entropy: Entropy): string {
  return Array.from(entropy.bytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** As it was written down: without dashes, in capitals, with look-alikes replaced. Null: no code. */
export function parseShareCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[-\s]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : null;
}
