/** Times of a cron expression in the Quartz form: second, minute, hour, day, month, weekday (1 is Sunday), and year. */
import { Cron } from 'croner';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Zone } from '../../kernel/zone-time.ts';

export interface Schedule {
  /** The first time after this one. Null: there is none. */
  after(at: EpochMs): EpochMs | null;
  /** At most `count` times after this one. */
  next(at: EpochMs, count: number): readonly EpochMs[];
}

/** Below this, a schedule requires a permission. */
export const shortestIntervalMs: Ms = 10_000;

/**
 * Null if it is no such expression. Quartz requires a `?` for either day or weekday; here both may also be `*`. Both of
 * them limited means something else in every product, so it is rejected.
 */
export function parseCron(expression: string, zone: Pick<Zone, 'name'>): Schedule | null {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 6 && fields.length !== 7) return null;
  if (fields.some((field, at) => field.includes('?') && (field !== '?' || (at !== 3 && at !== 5))))
    return null;
  const [day, weekday] = [fields[3], fields[5]].map((field) => field !== '*' && field !== '?');
  if ((day && weekday) || (fields[3] === '?' && fields[5] === '?')) return null;
  let cron: Cron;
  try {
    cron = new Cron(fields.map((field) => (field === '?' ? '*' : field)).join(' '), {
      paused: true,
      timezone: zone.name,
      mode: '6-or-7-parts',
      // Quartz counts the days of the week from 1, Sunday, and begins steps at a number: 0/15.
      alternativeWeekdays: true,
      sloppyRanges: true,
    });
  } catch {
    return null; // The library's messages are English and name its own classes.
  }
  return {
    after: (at) => cron.nextRun(new Date(at))?.getTime() ?? null,
    next: (at, count) => cron.nextRuns(count, new Date(at)).map((time) => time.getTime()),
  };
}

/** Of the next minute of runs, in which every second of the expression occurs. Null: fewer than two runs. */
export function shortestInterval(schedule: Schedule, from: EpochMs): Ms | null {
  const times = schedule.next(from, 62);
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
  return gaps.length === 0 ? null : Math.min(...gaps);
}
