import type { EzopenAddress } from '../../ezopen/address.ts';
import type { CompactTime } from '../../ezopen/compact-time.ts';
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
 * Throws 10001 if it ends before it begins, or its `timeZone` does not exist.
 */
export function recordedRange(
  address: Pick<EzopenAddress, 'begin' | 'end' | 'timeZone'>,
  organisationZone: Zone,
  now: EpochMs,
): RecordedRange {
  const zone = address.timeZone === null ? organisationZone : zoneOfHours(address.timeZone);
  const window = playbackWindow(address, { now: () => now }, (at) => compactIn(zone, at));
  const from = window.ok ? instantOf(zone, window.value.begin) : null;
  // The last second is played to its end.
  const to = window.ok ? instantOf(zone, window.value.end) : null;
  if (from === null || to === null || to < from) throw lappError('10001', { field: 'ezopen.playbackTime' });
  return { fromMs: from, toMs: to + 1_000, zone };
}

/** The zone with this offset from UTC. Throws 10001 for one that exists nowhere. */
export function zoneOfHours(hours: number): Zone {
  if (hours < -12 || hours > 14) throw lappError('10001', { field: 'ezopen.query' });
  // The names count westwards.
  return zoneOf(hours === 0 ? 'Etc/UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`);
}

function compactIn(zone: Zone, at: EpochMs): CompactTime {
  const [date = '', time = ''] = zone.text(at).replace(/[-:]/g, '').split(' ');
  return `${date}T${time}Z`;
}

function instantOf(zone: Zone, time: CompactTime): EpochMs | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(time) ?? [];
  return zone.instant(`${year}-${month}-${day} ${hour}:${minute}:${second}`);
}
