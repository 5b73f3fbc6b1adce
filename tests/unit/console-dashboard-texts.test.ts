import { describe, expect, it } from '@jest/globals';
import { bytesText, rateText, zoneAheadMs } from '../../app/_console/pages/dashboard/dashboard-data.ts';

describe('formatted numbers of the dashboard', () => {
  it.each([
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_536, '1.5 KB'],
    [75_161_927_680, '70 GB'],
  ])('%i bytes are %s', (bytes, words) => {
    expect(bytesText(bytes)).toBe(words);
  });

  it.each([
    [470.4, '470 kbit/s'],
    [2_450, '2.5 Mbit/s'],
  ])('%d kbit/s are %s', (rate, words) => {
    expect(rateText(rate)).toBe(words);
  });

  it.each([
    // Read from the server's clock, whose point was measured up to some seconds before.
    ['Asia/Shanghai', '2026-11-21 03:25:12', 8 * 3_600_000],
    ['Asia/Kolkata', '2026-11-21 00:55:12', 5.5 * 3_600_000],
    ['America/New_York', '2026-11-20 14:25:12', -5 * 3_600_000],
  ])('the time zone of %s is recognised by a time of it', (_zone, time, ahead) => {
    expect(zoneAheadMs(time, Date.UTC(2026, 10, 20, 19, 25, 3))).toBe(ahead);
  });
});
