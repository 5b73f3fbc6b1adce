import { type EzopenAddress, parseEzopen, printEzopen } from '../../lib/ezopen/address.ts';
import { compactDate, isUtc, type PlaybackTime } from '../../lib/ezopen/compact-time.ts';
import { compactOf, writtenTime } from '../../lib/ezopen/written-time.ts';
import type { TimeRange } from '../../lib/kernel/time-range.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import { type Zone, zoneOf } from '../../lib/kernel/zone-time.ts';
import type { CivilRange, RecordType } from './recorded-events.ts';

// Addresses of the same camera for live video and for its recordings. An invalid address is returned as it is: requesting
// it reports the reason.

function changed(address: string, change: (parsed: EzopenAddress) => Partial<EzopenAddress>): string {
  const parsed = parseEzopen(address);
  return parsed.ok ? printEzopen({ ...parsed.value, ...change(parsed.value) }) : address;
}

export const liveAddress = (address: string): string =>
  changed(address, () => ({ mode: 'live', begin: null, end: null, alarmId: null }));

/** `yyyyMMdd`, or null: the current day of the camera. `timeZone`: of the camera, as far as it is known. */
export function dateOf(address: string, timeZone: string | null): string | null {
  const parsed = parseEzopen(address);
  if (!parsed.ok || !parsed.value.begin) return null;
  const { begin } = parsed.value;
  return compactDate(isUtc(begin) ? compactOf(zoneOf(timeZone ?? 'UTC').text(Date.parse(begin))) : begin);
}

export function isSameCamera(one: string, other: string): boolean {
  const [first, second] = [parseEzopen(one), parseEzopen(other)];
  if (!first.ok || !second.ok) return false;
  return (
    first.value.deviceSerial === second.value.deviceSerial && first.value.channelNo === second.value.channelNo
  );
}

/** The recordings of one day, `yyyyMMdd`; null: the current day of the camera. */
export const dayAddress = (address: string, recordType: RecordType, date: string | null): string =>
  rangeAddress(address, recordType, date === null ? null : dayRange(date));

export const dayRange = (date: string): CivilRange => ({
  begin: `${date}T000000Z`,
  end: `${date}T235959Z`,
});

export const rangeAddress = (address: string, recordType: RecordType, range: CivilRange | null): string =>
  changed(address, () => ({
    mode: recordType,
    begin: range?.begin ?? null,
    end: range?.end ?? null,
    alarmId: null,
  }));

/** The same range in the other storage. */
export const sameRangeAddress = (address: string, recordType: RecordType): string =>
  changed(address, () => ({ mode: recordType, alarmId: null }));

/** An address, and the time in it to begin with. */
export interface RecordedMoment {
  readonly address: string;
  readonly startAt: EpochMs;
}

/**
 * The recordings in which this moment is. Our storage is opened for the whole day, that of a camera from the requested
 * second on (specification, section 4). Outside of a fixed range, its begin is played.
 */
export function addressAt(
  address: string,
  recordType: RecordType,
  at: EpochMs,
  { zone, fixed }: { readonly zone: Zone; readonly fixed: CivilRange | null },
): RecordedMoment {
  const startAt = fixed ? within(at, fixed, zone) : at;
  const day = fixed ?? dayRange(compactDate(compactOf(zone.text(startAt))));
  const range = recordType === 'rec' ? { ...day, begin: writtenTime(startAt, zone) } : day;
  return { address: rangeAddress(address, recordType, range), startAt };
}

function within(at: EpochMs, fixed: CivilRange, zone: Zone): EpochMs {
  const range = instantsOf(fixed, zone);
  return range && (at < range.begin || at >= range.end) ? range.begin : at;
}

/** The last second is played to its end. Null: no such dates. */
export function instantsOf({ begin, end }: CivilRange, zone: Zone): TimeRange | null {
  const instant = (time: PlaybackTime) => (isUtc(time) ? Date.parse(time) : zone.instant(civilOf(time)));
  const [first, last] = [instant(begin), instant(end)];
  return first === null || last === null ? null : { begin: first, end: last + 1_000 };
}

/** The reverse: the last second is the one before `end`. */
export const civilRangeOf = ({ begin, end }: TimeRange, zone: Zone): CivilRange => ({
  begin: writtenTime(begin, zone),
  end: writtenTime(end - 1, zone),
});

/** The reverse of `compactOf`. */
export function civilOf(compact: string): string {
  return compact.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3 $4:$5:$6');
}
