import type { EpochMs } from '../kernel/units.ts';
import type { Zone } from '../kernel/zone-time.ts';
import type { CompactTime, PlaybackTime } from './compact-time.ts';

/** `yyyyMMddThhmmssZ` of `yyyy-MM-dd hh:mm:ss`. */
export function compactOf(civilTime: string): CompactTime {
  const digits = civilTime.replace(/\D/g, '');
  return `${digits.slice(0, 8)}T${digits.slice(8, 14)}Z`;
}

/** The time of an address for this moment: UTC where the civil time occurs twice, and would mean the first. */
export function writtenTime(at: EpochMs, zone: Zone): PlaybackTime {
  const text = zone.text(at);
  return at - zone.instant(text)! < 1_000
    ? // it is a local time
      compactOf(text)
    : utcTime(at);
}

export const utcTime = (at: EpochMs): PlaybackTime => `${new Date(at).toISOString().slice(0, 19)}Z`;
