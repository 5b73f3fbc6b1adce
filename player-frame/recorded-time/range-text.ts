import type { TimeRange } from '../../lib/kernel/time-range.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';
import { clockText, momentText } from './time-text.ts';

const shortMs: Ms = 60_000;

/** Shown with fractions of a second. */
export const isShort = ({ begin, end }: TimeRange): boolean => end - begin < shortMs;

/** `2025-03-01 11:55:00 – 12:00:00`; with both dates if they differ, with milliseconds below a minute. */
export function rangeText(range: TimeRange, zone: Zone): string {
  const from = momentText(range.begin, zone, isShort(range));
  const to = momentText(range.end, zone, isShort(range));
  const isSameDay = from.slice(0, 10) === to.slice(0, 10);
  return `${from} – ${isSameDay ? to.slice(11) : to}`;
}

/** `11:55:00 – 12:00:00`, for ranges of the day that is shown. */
export const clockRangeText = ({ begin, end }: TimeRange, zone: Zone): string =>
  `${clockText(begin, zone)} – ${clockText(end, zone)}`;
