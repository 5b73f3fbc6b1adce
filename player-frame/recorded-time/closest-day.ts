import type { CivilDate } from '../../lib/kernel/zone-days.ts';

/** Months that are searched in each direction. */
const maxMonths = 12;

export interface ClosestDay {
  /** Null: there is none, or it is not known yet. */
  readonly date: CivilDate | null;
  /** Month `yyyy-MM` whose dates must be known first. */
  readonly missing: string | null;
}

/**
 * The closest date with recordings after (1) or before (-1) a date, in the months that are close.
 *
 * @param months dates with recordings, by month `yyyy-MM`
 */
export function closestDay(
  months: ReadonlyMap<string, ReadonlySet<CivilDate>>,
  { from, today }: { readonly from: CivilDate; readonly today: CivilDate },
  by: 1 | -1,
): ClosestDay {
  let month = from.slice(0, 7);
  for (let count = 0; count < maxMonths && month <= today.slice(0, 7); count += 1) {
    const dates = months.get(month);
    if (!dates) return { date: null, missing: month };
    const beyond = [...dates].filter((date) => (by === 1 ? date > from : date < from)).sort();
    const date = by === 1 ? beyond[0] : beyond.at(-1);
    if (date !== undefined) return { date, missing: null };
    month = monthBeside(month, by);
  }
  return { date: null, missing: null };
}

function monthBeside(month: string, by: 1 | -1): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7);
}
