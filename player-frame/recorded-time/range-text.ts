import type { Ms } from '../../lib/kernel/units.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';
import type { TimeRange } from './time-range.ts';
import { clockText, momentText } from './time-text.ts';

/** Shorter ranges are shown with fractions of a second. */
const shortMs: Ms = 60_000;

const isShort = ({ begin, end }: TimeRange): boolean => end - begin < shortMs;

/** `2025-03-01 11:55:00 – 12:00:00 (5:00)`; with both dates if they differ, with milliseconds below a minute. */
export function rangeText(range: TimeRange, zone: Zone): string {
  const from = momentText(range.begin, zone, isShort(range));
  const to = momentText(range.end, zone, isShort(range));
  const isSameDay = from.slice(0, 10) === to.slice(0, 10);
  return `${from} – ${isSameDay ? to.slice(11) : to} (${lengthText(range)})`;
}

/** `11:55:00 – 12:00:00`, for ranges of the day that is shown. */
export const clockRangeText = ({ begin, end }: TimeRange, zone: Zone): string =>
  `${clockText(begin, zone)} – ${clockText(end, zone)}`;

/** `9.5 s`, `5:00`, `1:05:00`. */
export function lengthText(range: TimeRange): string {
  const length = range.end - range.begin;
  if (isShort(range)) return `${(length / 1_000).toFixed(1)} s`;
  const seconds = Math.round(length / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}
