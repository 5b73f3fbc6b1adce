import { err, ok, type Result } from '../kernel/result.ts';

/**
 * `yyyyMMddThhmmssZ`, the form of times in device addresses. The Z is part of the form and does not indicate a
 * zone: the digits are the camera's own civil time. Two of them compare as strings.
 */
export type CompactTime = string;

/** A compact time; or with dashes and colons, `yyyy-MM-ddThh:mm:ssZ`, which is UTC. An offset is read as that. */
export type PlaybackTime = string;

export const isUtc = (time: PlaybackTime): boolean => time.includes('-');

export type PadAs = 'begin' | 'end';

const compact = /^([0-9]{8})T([0-9]{6})Z$/;
const offset = /[+-]\d\d:\d\d$/;
const digits = /^[0-9]{8,14}$/;

/** What fills up a time of day that was not written to the last digit. */
const padding: Record<PadAs, string> = { begin: '000000', end: '235959' };

/** Eight digits, T, six digits, Z; or 8 to 14 digits, filled up to the start or the end of what they name. */
export function parseCompactTime(text: string, padAs: PadAs): Result<CompactTime, 'ezopen.playbackTime'> {
  const written = compact.exec(text);
  const plain = written ? `${written[1]}${written[2]}` : text;
  if (!digits.test(plain)) return err('ezopen.playbackTime');
  const full = plain + padding[padAs].slice(plain.length - 8);
  if (!isCalendarTime(full)) return err('ezopen.playbackTime');
  return ok(`${full.slice(0, 8)}T${full.slice(8)}Z`);
}

/**
 * The time of an address: UTC as it is, whose separators may be elsewhere, with an offset (`…+01:00`) in UTC, others as
 * `parseCompactTime` reads them.
 */
export function parsePlaybackTime(text: string, padAs: PadAs): Result<PlaybackTime, 'ezopen.playbackTime'> {
  const civil = text.replace(offset, 'Z');
  const read = parseCompactTime(isUtc(civil) ? civil.replace(/[-:]/g, '') : text, padAs);
  if (!read.ok || !isUtc(civil)) return read;
  if (civil === text) return ok(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? err('ezopen.playbackTime') : ok(`${new Date(at).toISOString().slice(0, -5)}Z`);
}

/** The civil time that `at` is in the zone of this machine. */
export function compactTimeOf(at: Date): CompactTime {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${String(at.getFullYear()).padStart(4, '0')}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}Z`;
}

/** The eight date digits. */
export function compactDate(time: CompactTime): string {
  return time.slice(0, 8);
}

function isCalendarTime(full: string): boolean {
  const year = Number(full.slice(0, 4));
  const month = Number(full.slice(4, 6));
  const day = Number(full.slice(6, 8));
  const isDate = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  return (
    isDate && Number(full.slice(8, 10)) < 24 && Number(full.slice(10, 12)) < 60 && Number(full.slice(12)) < 60
  );
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
