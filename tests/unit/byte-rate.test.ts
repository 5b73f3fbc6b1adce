import { expect } from 'expect';
import { describe, it } from 'vitest';
import { ByteRate } from '../../lib/media/stream/byte-rate.ts';

describe('the bit rate of a stream', () => {
  it('is the mean of the last five whole seconds', () => {
    const rate = new ByteRate();
    for (let second = 0; second < 9; second += 1) rate.add(125_000 * (second + 1), second * 1_000);
    // The average of seconds 4 to 8, with 5,000 to 9,000 kbit each.
    expect(rate.kbps(9_000)).toBe(7_000);
  });

  it('is available after the first whole second', () => {
    const rate = new ByteRate();
    rate.add(125_000, 500);
    expect(rate.kbps(900)).toBe(0);
    expect(rate.kbps(1_100)).toBe(1_000);
    expect(rate.kbps(2_100)).toBe(500);
  });

  it('is empty after a pause in the data, and after a restart', () => {
    const rate = new ByteRate();
    rate.add(125_000, 0);
    expect(rate.kbps(60_000)).toBe(0);
    rate.add(125_000, 60_000);
    rate.clear();
    rate.add(125_000, 61_000);
    expect(rate.kbps(62_000)).toBe(1_000);
  });
});
