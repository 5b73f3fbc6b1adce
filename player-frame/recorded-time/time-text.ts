import type { Locale } from '../../lib/i18n/translate.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';

/** `yyyy-MM-dd HH:mm:ss`, or with milliseconds. */
export function momentText(at: EpochMs, zone: Pick<Zone, 'offsetAt'>, hasMilliseconds = false): string {
  const whole = Math.floor(at);
  const text = new Date(whole + zone.offsetAt(whole)).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, hasMilliseconds ? 23 : 19)}`;
}

/** `HH:mm:ss`. */
export const clockText = (at: EpochMs, zone: Pick<Zone, 'offsetAt'>): string =>
  momentText(at, zone).slice(11);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Month and day: `3月1日`, `Mar 1`. */
export function dayText(civil: Ms, language: Locale): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
    formats.set(language, format);
  }
  return format.format(civil);
}
