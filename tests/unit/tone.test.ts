import { expect } from 'expect';
import { describe, it } from 'vitest';
import { dominantHz, levelAt, makeTone, rms } from '../kit/tone.ts';

describe('measurement of tones', () => {
  it.each([
    [8_000, 440],
    [16_000, 997],
    [44_100, 1_000],
    [48_000, 3_000],
  ])('finds frequency and level of a tone at %i Hz', (rate, hz) => {
    const tone = makeTone(rate, hz, 600, 0.2);
    expect(Math.abs(dominantHz(tone, rate) - hz)).toBeLessThanOrEqual(1);
    expect(rms(tone)).toBeCloseTo(0.2, 3);
    expect(levelAt(tone, rate, hz)).toBeCloseTo(0.2, 2);
    expect(levelAt(tone, rate, hz * 0.7)).toBeLessThan(0.001);
  });

  it('finds the stronger one of two tones, and none in silence', () => {
    const [strong, weak] = [makeTone(16_000, 500, 500, 0.3), makeTone(16_000, 1_500, 500, 0.1)];
    const both = strong.map((value, index) => value + weak[index]!);
    expect(dominantHz(both, 16_000)).toBeCloseTo(500, 0);
    expect(levelAt(both, 16_000, 1_500)).toBeCloseTo(0.1, 2);
    expect(dominantHz(new Int16Array(8_000), 16_000)).toBe(0);
  });

  it('continues a tone where an earlier part ended', () => {
    const parts = [makeTone(8_000, 440, 20), makeTone(8_000, 440, 20, 0.2, 20)];
    expect(Int16Array.from(parts.flatMap((part) => [...part]))).toEqual(makeTone(8_000, 440, 40));
  });
});
