import { isUtc, type PlaybackTime, parsePlaybackTime } from '../../lib/ezopen/compact-time.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import { civilOf } from './recorded-address.ts';
import type { CivilRange } from './recorded-events.ts';

const longestMs: Ms = 24 * 60 * 60_000;

/** Reads the option `playbackRange`. Null: not two times of one form in this order, at most 24 h apart. */
export function readPlaybackRange(
  given: { readonly begin: string; readonly end: string } | undefined,
): CivilRange | null {
  if (!given) return null;
  const begin = parsePlaybackTime(given.begin, 'begin');
  const end = parsePlaybackTime(given.end, 'end');
  if (!begin.ok || !end.ok || isUtc(begin.value) !== isUtc(end.value)) return null;
  const lengthMs = onClockOf(end.value) - onClockOf(begin.value);
  return lengthMs >= 0 && lengthMs <= longestMs ? { begin: begin.value, end: end.value } : null;
}

/** Ms in UTC, or by the clock of the camera, whose zone is not known yet. */
const onClockOf = (time: PlaybackTime): Ms => Date.parse(`${civilOf(time).replace(' ', 'T').slice(0, 19)}Z`);
