import { expect } from 'expect';
import { describe, it } from 'vitest';
import { weekdayNames, weeksOf } from '../../player-frame/features/date-picker/month-grid.ts';

const languages = ['zh-CN', 'en-US'] as const;
/** Of two years, one of them a leap year: months that begin on each day of the week. */
const months = Array.from({ length: 24 }, (_, index) => {
  const year = 2024 + Math.floor(index / 12);
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}`;
});
const daysOf = (month: string): string[] => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
};

describe.each(languages)('a month of the date picker in %s', (language) => {
  it.each(months)('%s has each of its days once, in order', (month) => {
    const weeks = weeksOf(month, language);
    expect(weeks.flat().filter(Boolean)).toEqual(daysOf(month));
    for (const week of weeks) {
      expect(week).toHaveLength(7);
      expect(week.some(Boolean)).toBe(true);
    }
  });

  it.each(months)('%s has each day below the name of its weekday', (month) => {
    const names = weekdayNames(language).map(({ long }) => long);
    const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    for (const week of weeksOf(month, language))
      for (const [index, date] of week.entries())
        if (date) expect(names[index]).toBe(format.format(Date.parse(`${date}T00:00:00Z`)));
  });
});
