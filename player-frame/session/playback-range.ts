import { compactDate, parseCompactTime } from '../../lib/ezopen/compact-time.ts';
import type { CivilRange } from '../state/recorded-events.ts';

/** Reads the option `playbackRange`. Null: not two times of one day in this order. */
export function readPlaybackRange(
  given: { readonly begin: string; readonly end: string } | undefined,
): CivilRange | null {
  if (!given) return null;
  const begin = parseCompactTime(given.begin, 'begin');
  const end = parseCompactTime(given.end, 'end');
  if (!begin.ok || !end.ok) return null;
  const isOneDay = compactDate(begin.value) === compactDate(end.value);
  return isOneDay && begin.value <= end.value ? { begin: begin.value, end: end.value } : null;
}
