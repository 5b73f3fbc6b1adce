import { expect } from 'expect';
import { describe, it } from 'vitest';
import { FrameInterval } from '../../lib/codec/frame-interval.ts';

function intervalAfter(timestamps: readonly number[]): number | null {
  const interval = new FrameInterval();
  for (const timestamp of timestamps) interval.add(timestamp);
  return interval.ms;
}

describe('frame interval', () => {
  it('is unknown before the second frame, and after a reset', () => {
    expect(intervalAfter([])).toBeNull();
    expect(intervalAfter([1_000])).toBeNull();
    const interval = new FrameInterval();
    interval.add(0);
    interval.add(40);
    interval.reset();
    interval.add(9_000);
    expect(interval.ms).toBeNull();
  });

  it.each([1_000 / 60, 40, 1_000, 5_000])('is measured with the second frame: %d ms', (everyMs) => {
    expect(intervalAfter([0, everyMs])).toBeCloseTo(everyMs);
  });

  it('follows a longer interval at once and a shorter one within a second of frames', () => {
    expect(intervalAfter([0, 40, 80, 1_080])).toBe(1_000);
    const fast = Array.from({ length: 25 }, (_, index) => 1_080 + index * 40);
    expect(intervalAfter([0, 40, 80, ...fast])).toBeLessThan(100);
  });

  it('ignores a clock that was set back or far ahead', () => {
    expect(intervalAfter([5_000, 5_040, 100, 140])).toBe(40);
    expect(intervalAfter([0, 40, 3_600_000, 3_600_040])).toBe(40);
  });
});
