import type { Clock } from '../kernel/clock.ts';
import { err, ok, type Result } from '../kernel/result.ts';
import type { EzopenAddress } from './address.ts';
import { type CompactTime, compactDate, compactTimeOf } from './compact-time.ts';

/** Both ends are seconds that are still played. */
export interface PlaybackWindow {
  readonly begin: CompactTime;
  readonly end: CompactTime;
}

/**
 * The stretch a recorded address names: without a begin it starts at 00:00:00 today, without an end it
 * stops at 23:59:59 of the begin's date (specification, section 5).
 */
export function playbackWindow(
  address: Pick<EzopenAddress, 'begin' | 'end'>,
  clock: Pick<Clock, 'now'>,
): Result<PlaybackWindow, 'ezopen.playbackTime'> {
  const begin = address.begin ?? `${compactDate(compactTimeOf(new Date(clock.now())))}T000000Z`;
  const end = address.end ?? `${compactDate(begin)}T235959Z`;
  if (end < begin) return err('ezopen.playbackTime');
  return ok({ begin, end });
}
