import { describe, expect, it } from '@jest/globals';
import { randomId } from '../../lib/kernel/random-id.ts';

describe('a random id', () => {
  it('has 32 digits and letters unless told otherwise, and never comes twice', () => {
    const ids = Array.from({ length: 1_000 }, () => randomId());
    expect(ids.every((id) => /^[0-9A-Za-z]{32}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(1_000);
    expect([randomId(0), randomId(7).length]).toEqual(['', 7]);
  });

  it('has every digit and letter as often as the others', () => {
    const counts = new Map<string, number>();
    for (const one of randomId(62_000)) counts.set(one, (counts.get(one) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // Expected: 1,000 each. The tolerance is six standard deviations.
    expect([...counts.values()].filter((count) => Math.abs(count - 1_000) > 190)).toEqual([]);
  });
});
