import type { Clock } from '../kernel/clock.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import type { EpochMs } from '../kernel/units.ts';
import type { EzopenAddress } from './address.ts';
import { type CompactTime, compactDate, compactTimeOf, isUtc, type PlaybackTime } from './compact-time.ts';

/** Both ends are seconds that are still played. */
export interface PlaybackWindow {
  readonly begin: PlaybackTime;
  readonly end: PlaybackTime;
}

/**
 * The stretch a recorded address names: without a begin it starts at 00:00:00 today, without an end it
 * stops at 23:59:59 of the begin's date (specification, section 5). `civilTime`: the civil time of an instant;
 * without it, that of this machine's zone. Only two times of the same form are compared.
 */
export function playbackWindow(
  address: Pick<EzopenAddress, 'begin' | 'end'>,
  clock: Pick<Clock, 'now'>,
  civilTime: (at: EpochMs) => CompactTime = (at) => compactTimeOf(new Date(at)),
): Result<PlaybackWindow, 'ezopen.playbackTime'> {
  const begin = address.begin ?? `${compactDate(civilTime(clock.now()))}T000000Z`;
  const civilBegin = isUtc(begin) ? civilTime(Date.parse(begin)) : begin;
  const end = address.end ?? `${compactDate(civilBegin)}T235959Z`;
  if (isUtc(begin) === isUtc(end) && end < begin) return err('ezopen.playbackTime');
  return ok({ begin, end });
}
