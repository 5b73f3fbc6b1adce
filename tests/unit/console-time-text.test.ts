import { describe, expect, it } from '@jest/globals';
import { shortcutRange } from '../../app/_console/resource/dates/shortcuts.ts';
import { readTime, timeIn } from '../../app/_console/resource/dates/time-text.ts';

describe('a time that somebody types', () => {
  it.each([
    ['2026-11-21 07:08:09', '2026-11-21 07:08:09'],
    [' 2026-11-21T07:08 ', '2026-11-21 07:08:00'],
    ['2026/1/2', '2026-01-02 00:00:00'],
    ['2026.1.2 9:05', '2026-01-02 09:05:00'],
    ['2026年11月21日 18：30', '2026-11-21 18:30:00'],
    ['20261121', '2026-11-21 00:00:00'],
    ['20261121 070809', '2026-11-21 07:08:09'],
    ['2024-02-29', '2024-02-29 00:00:00'],
  ])('%s is %s', (typed, time) => {
    expect(readTime(typed, '00:00:00')).toBe(time);
  });

  it.each([
    '',
    'x',
    '2026',
    '2026-11',
    '2026-02-29',
    '2026-13-01',
    '2026-11-21 24:00',
    '2026-11-21 7:60',
    '0001-01-01',
    '1899-12-31',
  ])('%j is none', (typed) => {
    expect(readTime(typed, '00:00:00')).toBeNull();
  });

  it('ends with the last second of what was named, where it is the end of a range', () => {
    expect(readTime('2026-11-21', '23:59:59')).toBe('2026-11-21 23:59:59');
    expect(readTime('2026-11-21 07:08', '23:59:59')).toBe('2026-11-21 07:08:59');
  });
});

describe('an instant', () => {
  const at = Date.UTC(2026, 10, 20, 16, 0, 1);

  it('is told by the clocks of a zone', () => {
    expect(timeIn('Asia/Shanghai', at)).toBe('2026-11-21 00:00:01');
    expect(timeIn('America/New_York', at)).toBe('2026-11-20 11:00:01');
  });

  it('is told by those of the browser where the zone is not known', () => {
    const here = timeIn(undefined, at);
    expect(here).toMatch(/^2026-11-2[01] \d\d:\d\d:\d\d$/);
    expect(timeIn('Mars/Olympus', at)).toBe(here);
  });
});

describe('ranges that are asked for often', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01 00:00:00', '2026-03-01 23:59:59'],
    ['week', '2026-03-01', '2026-02-23 00:00:00', '2026-03-01 23:59:59'],
    ['month', '2026-03-01', '2026-01-31 00:00:00', '2026-03-01 23:59:59'],
    ['thisMonth', '2024-02-10', '2024-02-01 00:00:00', '2024-02-29 23:59:59'],
    ['thisMonth', '2026-12-31', '2026-12-01 00:00:00', '2026-12-31 23:59:59'],
  ] as const)('%s, on %s', (shortcut, today, from, to) => {
    expect(shortcutRange(shortcut, today)).toEqual({ from, to });
  });
});
