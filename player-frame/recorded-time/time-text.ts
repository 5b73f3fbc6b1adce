import type { Locale } from '../../lib/i18n/translate.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { repeatedTimeName } from '../../lib/kernel/zone-fold.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';

/** What texts need of a zone. */
export type TextZone = Pick<Zone, 'name' | 'offsetAt'>;

/** `yyyy-MM-dd HH:mm:ss`, or with milliseconds. Where this time occurs twice, followed by its name: `CEST`, `CET`. */
export function momentText(at: EpochMs, zone: TextZone, hasMilliseconds = false): string {
  const whole = Math.floor(at);
  const text = new Date(whole + zone.offsetAt(whole)).toISOString();
  const name = repeatedTimeName(zone, whole);
  return `${text.slice(0, 10)} ${text.slice(11, hasMilliseconds ? 23 : 19)}${name === null ? '' : ` ${name}`}`;
}

/** `HH:mm:ss`, followed by its name where it occurs twice. */
export const clockText = (at: EpochMs, zone: TextZone): string => momentText(at, zone).slice(11);

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
