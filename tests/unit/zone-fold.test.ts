import { expect } from 'expect';
import { describe, it } from 'vitest';
import { instantsOfLocal, repeatedTimeName } from '../../lib/kernel/zone-fold.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';

describe('an hour that occurs twice', () => {
  it.each([
    ['Europe/Berlin', '2025-10-25T23:59:59Z', null],
    ['Europe/Berlin', '2025-10-26T00:00:00Z', 'CEST'],
    ['Europe/Berlin', '2025-10-26T00:59:59Z', 'CEST'],
    ['Europe/Berlin', '2025-10-26T01:00:00Z', 'CET'],
    ['Europe/Berlin', '2025-10-26T01:59:59Z', 'CET'],
    ['Europe/Berlin', '2025-10-26T02:00:00Z', null],
    // Where clocks are set forward, none occurs twice.
    ['Europe/Berlin', '2025-03-30T01:30:00Z', null],
    ['America/New_York', '2025-11-02T05:30:00Z', 'EDT'],
    ['America/New_York', '2025-11-02T06:30:00Z', 'EST'],
    ['Australia/Sydney', '2025-04-05T15:30:00Z', 'AEDT'],
    // Without abbreviations.
    ['America/Santiago', '2025-04-06T02:30:00Z', 'UTC-03:00'],
    ['America/Santiago', '2025-04-06T03:30:00Z', 'UTC-04:00'],
    ['Asia/Shanghai', '2025-10-26T01:30:00Z', null],
    ['+05:30', '2025-10-26T01:30:00Z', null],
  ])('%s %s: %s', (zone, at, name) => {
    expect(repeatedTimeName(zoneOf(zone), Date.parse(at))).toBe(name);
  });

  it('has two instants', () => {
    const at = (text: string) =>
      instantsOfLocal(zoneOf('Europe/Berlin'), text).map((instant) => new Date(instant).toISOString());
    expect(at('2025-10-26 02:30:00')).toEqual(['2025-10-26T00:30:00.000Z', '2025-10-26T01:30:00.000Z']);
    expect(at('2025-10-26 03:00:00')).toEqual(['2025-10-26T02:00:00.000Z']);
    // Skipped: the same distance after the jump.
    expect(at('2025-03-30 02:30:00')).toEqual(['2025-03-30T01:30:00.000Z']);
    expect(at('2025-02-30 02:30:00')).toEqual([]);
  });
});
