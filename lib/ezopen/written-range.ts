import type { EpochMs } from '../kernel/units.ts';
import type { Zone } from '../kernel/zone-time.ts';
import { isUtc, type PlaybackTime } from './compact-time.ts';
import { utcTime, writtenTime } from './written-time.ts';

/** Both ends of a range for an address, in one form. The last second is the one before `end`. */
export function writtenRange(
  { start, end }: { readonly start: EpochMs; readonly end: EpochMs },
  zone: Zone,
): { readonly begin: PlaybackTime; readonly end: PlaybackTime } {
  const written = { begin: writtenTime(start, zone), end: writtenTime(end - 1, zone) };
  return isUtc(written.begin) === isUtc(written.end)
    ? written
    : { begin: utcTime(start), end: utcTime(end - 1) };
}
