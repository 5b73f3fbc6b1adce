import { expect } from 'expect';
import { describe, it } from 'vitest';
import { bytesText } from '../../app/_console/pages/parts/bytes-text.ts';
import { zoneAheadMs } from '../../app/_console/pages/parts/hour-axis.ts';
import { rateText } from '../../app/_console/pages/parts/rate-text.ts';

describe('formatted numbers of the dashboard', () => {
  it.each([
    [0, '0 B'],
    [1_023, '1023 B'],
    [1_536, '1.5 KB'],
    [75_161_927_680, '70 GB'],
  ])('%i bytes are %s', (bytes, expected) => {
    expect(bytesText(bytes)).toBe(expected);
  });

  it.each([
    [470.4, '470 kbit/s'],
    [2_450, '2.5 Mbit/s'],
  ])('%d kbit/s are %s', (rate, expected) => {
    expect(rateText(rate)).toBe(expected);
  });

  it.each([
    // The instant was taken some seconds before the server's time, so the offset is rounded.
    ['Asia/Shanghai', '2026-11-21 03:25:12', 8 * 3_600_000],
    ['Asia/Kolkata', '2026-11-21 00:55:12', 5.5 * 3_600_000],
    ['America/New_York', '2026-11-20 14:25:12', -5 * 3_600_000],
  ])('the time zone of %s is recognised by a time of it', (_zone, time, ahead) => {
    expect(zoneAheadMs(time, Date.UTC(2026, 10, 20, 19, 25, 3))).toBe(ahead);
  });
});
