import { addDays, type CivilDate } from '../../../lib/kernel/zone-days.ts';

/** `yyyy-MM`. */
export type CivilMonth = string;

export const monthOf = (date: CivilDate): CivilMonth => date.slice(0, 7);

export function addMonths(month: CivilMonth, by: number): CivilMonth {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}

/** The same day of another month, or its last one. */
export function addMonthsToDate(date: CivilDate, by: number): CivilDate {
  const month = addMonths(monthOf(date), by);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}${date.slice(7)}`;
  return same <= last ? same : last;
}

/** Weeks from Monday in Chinese, from Sunday in English. */
export const firstWeekday = (language: string): 0 | 1 => (language.startsWith('zh') ? 1 : 0);

/** 0 Sunday to 6. */
const weekdayOf = (date: CivilDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

export const startOfWeek = (date: CivilDate, language: string): CivilDate =>
  addDays(date, -((weekdayOf(date) - firstWeekday(language) + 7) % 7));

/** Rows of seven dates; null: a day of another month. */
export function weeksOf(month: CivilMonth, language: string): readonly (readonly (CivilDate | null)[])[] {
  const weeks: (CivilDate | null)[][] = [];
  const next = `${addMonths(month, 1)}-01`;
  for (let week = startOfWeek(`${month}-01`, language); week < next; week = addDays(week, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const date = addDays(week, index);
        return monthOf(date) === month ? date : null;
      }),
    );
  return weeks;
}

/** Names of the days of a week, in its order. */
export function weekdayNames(language: string): readonly { readonly short: string; readonly long: string }[] {
  const format = (weekday: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
  const [short, long] = [format('narrow'), format('long')];
  // 2023-01-01 was a Sunday.
  const first = Date.UTC(2023, 0, 1 + firstWeekday(language));
  return Array.from({ length: 7 }, (_, index) => {
    const at = first + index * 86_400_000;
    return { short: short.format(at), long: long.format(at) };
  });
}

/** `2025年3月`, `March 2025`. */
export const monthText = (month: CivilMonth, language: string): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );

/** `2025年3月1日星期六`, `Saturday, March 1, 2025`. */
export const dateText = (date: CivilDate, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(`${date}T00:00:00Z`),
  );
