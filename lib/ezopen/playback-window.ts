import type { Clock } from '../kernel/clock.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import type { EpochMs } from '../kernel/units.ts';
import type { EzopenAddress } from './address.ts';
import { type CompactTime, compactDate, compactTimeOf } from './compact-time.ts';

/** Both ends are seconds that are still played. */
export interface PlaybackWindow {
  readonly begin: CompactTime;
  readonly end: CompactTime;
}

/**
 * The stretch a recorded address names: without a begin it starts at 00:00:00 today, without an end it
 * stops at 23:59:59 of the begin's date (specification, section 5). `civilTime`: the civil time of an instant;
 * without it, that of this machine's zone.
 */
export function playbackWindow(
  address: Pick<EzopenAddress, 'begin' | 'end'>,
  clock: Pick<Clock, 'now'>,
  civilTime: (at: EpochMs) => CompactTime = (at) => compactTimeOf(new Date(at)),
): Result<PlaybackWindow, 'ezopen.playbackTime'> {
  const begin = address.begin ?? `${compactDate(civilTime(clock.now()))}T000000Z`;
  const end = address.end ?? `${compactDate(begin)}T235959Z`;
  if (end < begin) return err('ezopen.playbackTime');
  return ok({ begin, end });
}
