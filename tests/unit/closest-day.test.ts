import { expect } from 'expect';
import { describe, it } from 'vitest';
import { closestDay } from '../../player-frame/recorded-time/closest-day.ts';

const days = { from: '2025-02-28', today: '2025-03-20' };
const monthsOf = (dates: readonly string[], ...empty: string[]) => {
  const months = new Map<string, Set<string>>(empty.map((month) => [month, new Set()]));
  for (const date of dates)
    months.set(date.slice(0, 7), (months.get(date.slice(0, 7)) ?? new Set()).add(date));
  return months;
};

describe('the closest day with recordings', () => {
  it('is found in the same month and in the next ones', () => {
    const months = monthsOf(['2025-02-03', '2025-02-20', '2025-03-09', '2025-03-10']);
    expect(closestDay(months, days, 1)).toEqual({ date: '2025-03-09', missing: null });
    expect(closestDay(months, days, -1)).toEqual({ date: '2025-02-20', missing: null });
  });

  it('names the month that must be known first', () => {
    expect(closestDay(monthsOf([]), days, 1)).toEqual({ date: null, missing: '2025-02' });
    expect(closestDay(monthsOf([], '2025-02'), days, 1)).toEqual({ date: null, missing: '2025-03' });
    expect(closestDay(monthsOf([], '2025-02'), days, -1)).toEqual({ date: null, missing: '2025-01' });
  });

  it('is not searched in the future, nor in more than twelve months', () => {
    expect(closestDay(monthsOf([], '2025-02', '2025-03'), days, 1)).toEqual({ date: null, missing: null });
    const year = Array.from({ length: 12 }, (_, back) =>
      new Date(Date.UTC(2025, 1 - back)).toISOString().slice(0, 7),
    );
    expect(closestDay(monthsOf(['2024-02-28'], ...year), days, -1)).toEqual({ date: null, missing: null });
  });
});
