import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import { instantsOfLocal } from '../../lib/kernel/zone-fold.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';

/**
 * Reads the time of a seek: a time of day, `hhmmss`, on the date that is played; or `yyyyMMddThhmmssZ`, which must be on
 * that date. Both are civil times of the camera (specification, section 5). Of one that occurs twice, the closest to what
 * is playing.
 */
export function parseSeekTime(
  text: string,
  playing: EpochMs,
  zone: Zone,
): Result<EpochMs, 'seek.format' | 'seek.otherDate'> {
  const date = zone.text(playing).slice(0, 10);
  const match = /^(?:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z|(\d\d)(\d\d)(\d\d))$/.exec(text);
  if (!match) return err('seek.format');
  const [, year, month, day, ...times] = match;
  const named = year === undefined ? date : `${year}-${month}-${day}`;
  const [hours, minutes, seconds] = times.filter((part) => part !== undefined);
  const [first, second] = instantsOfLocal(zone, `${named} ${hours}:${minutes}:${seconds}`);
  if (first === undefined) return err('seek.format');
  const isSecond = second !== undefined && Math.abs(second - playing) < Math.abs(first - playing);
  const at = isSecond ? second : first;
  return named === date ? ok(at) : err('seek.otherDate');
}
