/** Days as they are stored: `yyyymmdd` as a number. */
import { addDays, type CivilDate } from '../../kernel/zone-days.ts';

/** Both included. */
export interface DayRange {
  readonly from: CivilDate;
  readonly to: CivilDate;
}

export const dayNumber = (date: CivilDate): number => Number(date.replaceAll('-', ''));

export function dateOfNumber(day: number): CivilDate {
  const text = String(day);
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`;
}

export const daysIn = ({ from, to }: DayRange): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

/** As many days, just before. */
export function rangeBefore(range: DayRange): DayRange {
  const days = daysIn(range);
  return { from: addDays(range.from, -days), to: addDays(range.from, -1) };
}

export const monthStart = (date: CivilDate): CivilDate => `${date.slice(0, 7)}-01`;

/** First day of the month after. */
export const nextMonth = (date: CivilDate): CivilDate => monthStart(addDays(monthStart(date), 31));

/** Parts of a range that are at most a week long. */
export function byWeek({ from, to }: DayRange): readonly DayRange[] {
  const parts: DayRange[] = [];
  for (let begin = from; begin <= to; begin = addDays(begin, 7)) {
    const last = addDays(begin, 6);
    parts.push({ from: begin, to: last < to ? last : to });
  }
  return parts;
}
