import { expect } from 'expect';
import { describe, it } from 'vitest';
import { parseCron, shortestInterval } from '../../lib/domain/jobs/cron.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';

const shanghai = zoneOf('Asia/Shanghai');
const from = shanghai.instant('2026-05-01 10:00:00') ?? 0;
const times = (cron: string, count = 3, zone = shanghai, at = from) =>
  parseCron(cron, zone)
    ?.next(at, count)
    .map((time) => zone.text(time)) ?? null;

describe('a cron expression', () => {
  it.each([
    ['0 0/15 * * * ?', ['2026-05-01 10:15:00', '2026-05-01 10:30:00', '2026-05-01 10:45:00']],
    ['0 0 3 * * ?', ['2026-05-02 03:00:00', '2026-05-03 03:00:00', '2026-05-04 03:00:00']],
    ['0 0 3 * * *', ['2026-05-02 03:00:00', '2026-05-03 03:00:00', '2026-05-04 03:00:00']],
    ['0 0 12 ? * MON-FRI', ['2026-05-01 12:00:00', '2026-05-04 12:00:00', '2026-05-05 12:00:00']],
    // Weekdays count from Sunday, 1.
    ['0 0 12 ? * 1', ['2026-05-03 12:00:00', '2026-05-10 12:00:00', '2026-05-17 12:00:00']],
    ['0 15 10 L * ?', ['2026-05-31 10:15:00', '2026-06-30 10:15:00', '2026-07-31 10:15:00']],
    ['0 15 10 ? * 6L', ['2026-05-29 10:15:00', '2026-06-26 10:15:00', '2026-07-31 10:15:00']],
    ['0 15 10 ? * 6#3', ['2026-05-15 10:15:00', '2026-06-19 10:15:00', '2026-07-17 10:15:00']],
    ['0 0 0 1 1 ? 2030', ['2030-01-01 00:00:00']],
    ['0 0 0 1 1 ? 2020', []],
    ['0 0 0 31 2 ?', []],
  ])('%s runs at these times', (cron, expected) => {
    expect(times(cron)).toEqual(expected);
  });

  it.each([
    '* * * * *',
    '0 0 3 * *',
    '0 0 3 * * ? 2026 1',
    '60 0 3 * * ?',
    '0 0 25 * * ?',
    '0 0 3 1 * 2',
    '0 0 3 ? * ?',
    '? 0 3 * * ?',
    '0 0 3 ?/2 * *',
    '0 0 3 * FOO ?',
    '@daily',
    '0 0 H * * ?',
    '',
    'x',
  ])('%j is rejected', (cron) => {
    expect(parseCron(cron, shanghai)).toBeNull();
  });

  it('follows the clock of its zone when that changes', () => {
    const berlin = zoneOf('Europe/Berlin');
    const spring = berlin.instant('2026-03-28 12:00:00') ?? 0;
    const autumn = berlin.instant('2026-10-24 12:00:00') ?? 0;
    expect(times('0 30 3 * * ?', 2, berlin, spring)).toEqual(['2026-03-29 03:30:00', '2026-03-30 03:30:00']);
    // A time that does not exist, and one that occurs twice: each date has one run.
    expect(times('0 30 2 * * ?', 2, berlin, spring)?.map((text) => text.slice(0, 10))).toEqual([
      '2026-03-29',
      '2026-03-30',
    ]);
    expect(times('0 30 2 * * ?', 2, berlin, autumn)?.map((text) => text.slice(0, 10))).toEqual([
      '2026-10-25',
      '2026-10-26',
    ]);
  });

  it.each([
    ['0/9 * * * * ?', 6_000],
    ['0/10 * * * * ?', 10_000],
    ['0,5 0 3 * * ?', 5_000],
    ['59,0 * * * * ?', 1_000],
    ['0 * * * * ?', 60_000],
    ['0 0 0 1 1 ? 2030', null],
  ])('%s has runs at least this far apart', (cron, expected) => {
    const schedule = parseCron(cron, shanghai);
    expect(schedule && shortestInterval(schedule, from)).toBe(expected);
  });
});
