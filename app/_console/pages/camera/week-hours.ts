/** The hours of a weekly plan. Pure functions; spans that are being typed and are no times are left out. */
import type { RecordSpan } from '../../../../lib/contracts/admin/record-plan.ts';

export const weekDays = [1, 2, 3, 4, 5, 6, 7] as const;
const dayMinutes = 1_440;

export type HourState = 'all' | 'part' | 'none';

const minuteOf = (time: string): number => {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  return hours === undefined ? Number.NaN : Number(hours) * 60 + Number(minutes);
};
const timeOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Whether each minute of the day is recorded. */
function minutesOf(spans: readonly RecordSpan[], day: number): boolean[] {
  const minutes = Array.from({ length: dayMinutes }, () => false);
  for (const span of spans)
    if (span.day === day) minutes.fill(true, minuteOf(span.from) || 0, minuteOf(span.to) || 0);
  return minutes;
}

/** Of the 24 hours of a day. */
export function hoursOf(spans: readonly RecordSpan[], day: number): readonly HourState[] {
  const minutes = minutesOf(spans, day);
  return Array.from({ length: 24 }, (_, hour) => {
    const count = minutes.slice(hour * 60, hour * 60 + 60).filter(Boolean).length;
    return count === 60 ? 'all' : count === 0 ? 'none' : 'part';
  });
}

/** The plan with an hour of a day recorded, or not. Adjacent times of that day become one span. */
export function withHour(
  spans: readonly RecordSpan[],
  { day, hour }: { readonly day: number; readonly hour: number },
  isOn: boolean,
): readonly RecordSpan[] {
  const minutes = minutesOf(spans, day).fill(isOn, hour * 60, hour * 60 + 60);
  const own: RecordSpan[] = [];
  for (let at = 0; at < dayMinutes; at += 1) {
    if (!minutes[at] || minutes[at - 1]) continue;
    const end = minutes.indexOf(false, at);
    own.push({ day, from: timeOf(at), to: timeOf(end < 0 ? dayMinutes : end) });
  }
  return [...spans.filter((span) => span.day < day), ...own, ...spans.filter((span) => span.day > day)];
}
