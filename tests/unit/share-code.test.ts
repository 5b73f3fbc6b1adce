import { expect } from 'expect';
import { describe, it } from 'vitest';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { markLength, newShareCode, parseShareCode } from '../../lib/domain/recordings/share-code.ts';

describe('the code of a share link', () => {
  const code = newShareCode(systemEntropy);
  /** Bits of the characters that are not shown to others. */
  const hiddenBits = (code.length - markLength) * Math.log2(32);

  it('has 80 bits, of which those who see its mark do not know 60', () => {
    expect(code.length * Math.log2(32)).toBe(80);
    expect(hiddenBits).toBe(60);
  });

  it('is found by a million guesses in one of a billion cases at most, with a thousand links that are open', () => {
    const found = (guesses: number, links: number, bits: number) =>
      -Math.expm1(guesses * Math.log1p(-links / 2 ** bits));
    expect(found(1_000_000, 1_000, 80)).toBeLessThan(1e-9);
    // Of one link whose mark is known.
    expect(found(1_000_000, 1, hiddenBits)).toBeLessThan(1e-9);
  });

  it('has each of its 32 letters equally often', () => {
    const counts = new Map<string, number>();
    const bytes = Uint8Array.from({ length: 16 * 256 }, (_, index) => index % 256);
    for (let made = 0; made < 256; made += 1)
      for (const letter of newShareCode({
        bytes: (count) => bytes.subarray(made * count, (made + 1) * count),
      }))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect([counts.size, new Set(counts.values())]).toEqual([32, new Set([128])]);
  });

  it.each([
    ['as it is', code],
    ['in small letters', code.toLowerCase()],
    ['with dashes and spaces', `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`],
    ['with O for 0, and I or l for 1', code.replaceAll('0', 'O').replace('1', 'I').replaceAll('1', 'l')],
  ])('is read %s', (_name, text) => {
    expect(parseShareCode(text)).toBe(code);
  });

  it.each(['', 'ABC', `${code}A`, code.replace(/.$/, 'U'), code.replace(/.$/, '中'), '../../etc/passwd'])(
    'is not %j',
    (text) => {
      expect(parseShareCode(text)).toBeNull();
    },
  );
});
