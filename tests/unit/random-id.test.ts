import { expect } from 'expect';
import { describe, it } from 'vitest';
import { randomId } from '../../lib/kernel/random-id.ts';

describe('a random id', () => {
  it('has 32 digits and letters by default, and is unique', () => {
    const ids = Array.from({ length: 1_000 }, () => randomId());
    expect(ids.every((id) => /^[0-9A-Za-z]{32}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(1_000);
    expect([randomId(0), randomId(7).length]).toEqual(['', 7]);
  });

  it('uses every digit and letter equally often', () => {
    const counts = new Map<string, number>();
    for (const one of randomId(62_000)) counts.set(one, (counts.get(one) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // Expected: 1,000 each. The tolerance is six standard deviations.
    expect([...counts.values()].filter((count) => Math.abs(count - 1_000) > 190)).toEqual([]);
  });
});
