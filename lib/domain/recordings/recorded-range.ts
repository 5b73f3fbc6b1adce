import type { EzopenAddress } from '../../ezopen/address.ts';
import { type CompactTime, isUtc, type PlaybackTime } from '../../ezopen/compact-time.ts';
import { playbackWindow } from '../../ezopen/playback-window.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { type Zone, zoneOf } from '../../kernel/zone-time.ts';
import { lappError } from '../errors/lapp-errors.ts';

export interface RecordedRange {
  readonly fromMs: EpochMs;
  /** Exclusive. */
  readonly toMs: EpochMs;
  /** The zone of the civil times that were given. */
  readonly zone: Zone;
}

/**
 * The range that a recorded address names. Its civil times are in its `timeZone`, else in the zone of the organisation.
 * Nothing was recorded before 1970. Throws 10001 if it ends before that or before it begins, or its `timeZone` does not
 * exist.
 */
export function recordedRange(
  address: Pick<EzopenAddress, 'begin' | 'end' | 'timeZone'>,
  organisationZone: Zone,
  now: EpochMs,
): RecordedRange {
  const zone = address.timeZone === null ? organisationZone : namedZone(address.timeZone);
  // Addresses are read loosely: their reader is part of what players load first.
  const isMalformed = [address.begin, address.end].some(
    (time) => time && isUtc(time) && !utcPattern.test(time),
  );
  if (isMalformed) throw lappError('10001', { field: 'ezopen.playbackTime' });
  const window = playbackWindow(address, { now: () => now }, (at) => compactIn(zone, at));
  const from = window.ok ? instantOf(zone, window.value.begin) : null;
  // The last second is played to its end.
  const to = window.ok ? instantOf(zone, window.value.end) : null;
  if (from === null || to === null || to < from || to <= 0)
    throw lappError('10001', { field: 'ezopen.playbackTime' });
  return { fromMs: Math.max(0, from), toMs: to + 1_000, zone };
}

/** The zone that a `timeZone` names: `8`, `-3.5`, `+05:30`, `Asia/Kolkata`. Throws 10001 for one that exists nowhere. */
export function namedZone(text: string): Zone {
  const hours = hoursOf(text);
  const zone = hours === null ? existing(text) : zoneOfHours(hours);
  if (!zone) throw lappError('10001', { field: 'ezopen.query' });
  return zone;
}

/** Null: not an offset. */
function hoursOf(text: string): number | null {
  const [, sign, hours, minutes] = /^([+-])([0-9]{2}):([0-5][0-9])$/.exec(text) ?? [];
  if (sign) return Number(`${sign}1`) * (Number(hours) + Number(minutes) / 60);
  return Number.isNaN(Number(text)) ? null : Number(text);
}

function zoneOfHours(hours: number): Zone | null {
  // Zones differ by whole quarters of an hour.
  if (hours < -12 || hours > 14 || !Number.isInteger(hours * 4)) return null;
  if (hours === 0) return zoneOf('Etc/UTC');
  // The names count westwards.
  if (Number.isInteger(hours)) return zoneOf(`Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`);
  const minutes = Math.round(Math.abs(hours) * 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return zoneOf(`${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`);
}

/** As they were first written: zones are kept, and `Intl` accepts names in any case. */
const spellings = new Map<string, string>();

function existing(name: string): Zone | null {
  const spelling = spellings.get(name.toLowerCase()) ?? name;
  try {
    const zone = zoneOf(spelling);
    spellings.set(name.toLowerCase(), spelling);
    return zone;
  } catch {
    return null;
  }
}

function compactIn(zone: Zone, at: EpochMs): CompactTime {
  const [date = '', time = ''] = zone.text(at).replace(/[-:]/g, '').split(' ');
  return `${date}T${time}Z`;
}

const utcPattern = /^[0-9]{4}(?:-[0-9]{2}){2}T[0-9]{2}(?::[0-9]{2}){2}Z$/;

/** Times before 1970 are all the same: zones of the first years would have to be known. */
function instantOf(zone: Zone, time: PlaybackTime): EpochMs | null {
  if (time < '1970') return -1;
  if (isUtc(time)) return Date.parse(time);
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(time) ?? [];
  return zone.instant(`${year}-${month}-${day} ${hour}:${minute}:${second}`);
}
