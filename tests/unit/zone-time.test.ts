import { expect } from 'expect';
import { describe, it } from 'vitest';
import { zoneOf } from '../../lib/kernel/zone-time.ts';

const zones = [
  'Asia/Shanghai',
  'UTC',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
];

describe('times of a time zone', () => {
  it.each(zones)('agree with Intl in %s, at every hour of two years', (name) => {
    const zone = zoneOf(name);
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    for (let at = Date.UTC(2011, 0, 1); at < Date.UTC(2013, 0, 1); at += 3_600_000 * 5 + 61_000)
      expect(zone.text(at)).toBe(format.format(at));
  });

  it.each(zones)('are converted back to the same instants in %s', (name) => {
    const zone = zoneOf(name);
    let repeated = 0;
    for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2025, 0, 1); at += 1_800_000) {
      const back = zone.instant(zone.text(at));
      if (back !== at) {
        // Only a local time that occurs twice, in which case the first instant is returned.
        expect(zone.text(back!)).toBe(zone.text(at));
        expect(back).toBeLessThan(at);
        repeated += 1;
      }
    }
    expect(repeated).toBeLessThanOrEqual(2);
  });

  it('that are repeated in New York are the first; skipped ones are shifted forward', () => {
    const zone = zoneOf('America/New_York');
    expect(zone.instant('2024-11-03 01:30:00')).toBe(Date.UTC(2024, 10, 3, 5, 30));
    expect(zone.instant('2024-03-10 02:30:00')).toBe(Date.UTC(2024, 2, 10, 7, 30));
  });

  it.each(['2024-02-30 00:00:00', '2024-01-01', '2024-01-01 24:00:00', '', 'x', '2024-1-1 00:00:00'])(
    'are invalid: %j',
    (text) => {
      expect(zoneOf('Asia/Shanghai').instant(text)).toBeNull();
    },
  );

  it('require an existing time zone', () => {
    expect(() => zoneOf('Mars/Olympus')).toThrow(RangeError);
  });
});
