import { type CompactTime, parseCompactTime } from '../../lib/ezopen/compact-time.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import { civilOf } from '../state/recorded-address.ts';
import type { CivilRange } from '../state/recorded-events.ts';

const longestMs: Ms = 24 * 60 * 60_000;

/** Reads the option `playbackRange`. Null: not two times in this order, at most 24 h apart. */
export function readPlaybackRange(
  given: { readonly begin: string; readonly end: string } | undefined,
): CivilRange | null {
  if (!given) return null;
  const begin = parseCompactTime(given.begin, 'begin');
  const end = parseCompactTime(given.end, 'end');
  if (!begin.ok || !end.ok || begin.value > end.value) return null;
  const lengthMs = onClockOf(end.value) - onClockOf(begin.value);
  return lengthMs <= longestMs ? { begin: begin.value, end: end.value } : null;
}

/** Ms by the clock of the camera, whose zone is not known yet. */
const onClockOf = (time: CompactTime): Ms => Date.parse(`${civilOf(time).replace(' ', 'T')}Z`);
