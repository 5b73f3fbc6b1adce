import { expect } from 'expect';
import { describe, it } from 'vitest';
import { shortcutRange } from '../../app/_console/resource/dates/shortcuts.ts';
import { isNoTime, readTime, timeIn } from '../../app/_console/resource/dates/time-text.ts';

describe('a time entered by a user', () => {
  it.each([
    ['2026-11-21 07:08:09', '2026-11-21 07:08:09'],
    [' 2026-11-21T07:08 ', '2026-11-21 07:08:00'],
    ['2026/1/2', '2026-01-02 00:00:00'],
    ['2026.1.2 9:05', '2026-01-02 09:05:00'],
    ['2026年11月21日 18：30', '2026-11-21 18:30:00'],
    ['2026/1/2 3:4', '2026-01-02 03:04:00'],
    ['2026-1-2', '2026-01-02 00:00:00'],
    ['2026.1.2 3:04', '2026-01-02 03:04:00'],
    ['2026 / 1 / 2, 3:4:5', '2026-01-02 03:04:05'],
    ['2026-01-02T03:04:05.678', '2026-01-02 03:04:05'],
    ['２０２６／１／２　３：４', '2026-01-02 03:04:00'],
    ['2026年1月2日3时4分', '2026-01-02 03:04:00'],
    ['2026年1月2日 3时4分5秒', '2026-01-02 03:04:05'],
    ['2026 年 1 月 2 号 8点', '2026-01-02 08:00:00'],
    ['20260102', '2026-01-02 00:00:00'],
    ['20260102 3:04', '2026-01-02 03:04:00'],
    ['202601020304', '2026-01-02 03:04:00'],
    ['20260102030405', '2026-01-02 03:04:05'],
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
    '1/2/2026',
    '26-1-2',
    '2026-1-2 3',
    '2026-1-2 3:4:5:6',
    '2026-1-23:04',
    '2026-1-2晚8:00',
    '2026年1月2日晚8点',
    '2026-1-2 下午3:04',
    '2026-01-02T03:04:05Z',
    '2026-01-02T03:04:05+02:00',
    '2026010',
    '202601023',
  ])('%j is invalid', (typed) => {
    expect(readTime(typed, '00:00:00')).toBeNull();
  });

  it.each(['1/2/2026', '26-1-2', '2-1', 'x', '-'])('%s is invalid whatever follows', (typed) => {
    expect(isNoTime(typed)).toBe(true);
  });

  it.each(['', '2', '2026', '2026-', '2026-13', '20260102', ' 2026'])(
    '%j can still become valid',
    (typed) => {
      expect(isNoTime(typed)).toBe(false);
    },
  );

  it('ends with the last second of the named period, as the end of a range', () => {
    expect(readTime('2026-11-21', '23:59:59')).toBe('2026-11-21 23:59:59');
    expect(readTime('2026-11-21 07:08', '23:59:59')).toBe('2026-11-21 07:08:59');
  });
});

describe('an instant', () => {
  const at = Date.UTC(2026, 10, 20, 16, 0, 1);

  it('is formatted in a time zone', () => {
    expect(timeIn('Asia/Shanghai', at)).toBe('2026-11-21 00:00:01');
    expect(timeIn('America/New_York', at)).toBe('2026-11-20 11:00:01');
  });

  it('is formatted in the zone of the browser if none is known', () => {
    const localText = timeIn(undefined, at);
    expect(localText).toMatch(/^2026-11-2[01] \d\d:\d\d:\d\d$/);
    expect(timeIn('Mars/Olympus', at)).toBe(localText);
  });
});

describe('preset ranges', () => {
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
