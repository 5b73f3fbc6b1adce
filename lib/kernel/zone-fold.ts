import type { EpochMs, Ms } from './units.ts';
import type { Zone } from './zone-time.ts';

// Where clocks are set back, an hour of local time occurs twice.

const day: Ms = 86_400_000;

/** The other instant with the same local time, before or after; null: there is none. */
function otherAt(zone: Pick<Zone, 'offsetAt'>, at: EpochMs): EpochMs | null {
  const offset = zone.offsetAt(at);
  for (const other of [zone.offsetAt(at - day), zone.offsetAt(at + day)]) {
    const instant = at + offset - other;
    if (other !== offset && zone.offsetAt(instant) === other) return instant;
  }
  return null;
}

/**
 * The abbreviation that tells a local time from the other one of its day, `CEST` and `CET`; null: it occurs once. Where a
 * zone has none: `UTC+10:30`.
 */
export function repeatedTimeName(zone: Pick<Zone, 'name' | 'offsetAt'>, at: EpochMs): string | null {
  return otherAt(zone, at) === null ? null : nameOf(zone.name, at, zone.offsetAt(at));
}

/** The instants of a local time `yyyy-MM-dd HH:mm:ss`, in order: one, two, or none if there is no such date or time. */
export function instantsOfLocal(zone: Zone, text: string): readonly EpochMs[] {
  const first = zone.instant(text);
  if (first === null) return [];
  const other = zone.text(first) === text ? otherAt(zone, first) : null;
  return other === null ? [first] : [first, other].sort((one, two) => one - two);
}

/** Of English, each has the abbreviations of its own part of the world. */
const locales = ['en-GB', 'en-US', 'en-AU'] as const;
const names = new Map<string, string>();

function nameOf(zone: string, at: EpochMs, offset: Ms): string {
  const id = `${zone} ${offset}`;
  const known = names.get(id);
  if (known !== undefined) return known;
  const found = locales.map((locale) => shortName(zone, at, locale));
  const name = found.find((each) => each && !/^(?:GMT|UTC)[+-]/.test(each)) ?? offsetText(offset);
  names.set(id, name);
  return name;
}

function shortName(timeZone: string, at: EpochMs, locale: string): string | undefined {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value;
}

function offsetText(offset: Ms): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (value: number) => String(value).padStart(2, '0');
  return `UTC${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
