import type { EpochMs, Ms } from './units.ts';
import type { Zone } from './zone-time.ts';

/** A stretch in which the offset of a zone does not change. */
export interface ZoneStretch {
  readonly from: EpochMs;
  /** Exclusive. If it is before the end of the requested time, the clocks change here. */
  readonly to: EpochMs;
  readonly offsetMs: Ms;
}

const day: Ms = 86_400_000;
/** Clocks change at most once in this time. */
const probeMs: Ms = 7 * day;
const quarter: Ms = 900_000;

/** The stretches of [from, to), in order. */
export function zoneStretches(
  zone: Pick<Zone, 'offsetAt'>,
  from: EpochMs,
  to: EpochMs,
): readonly ZoneStretch[] {
  const stretches: ZoneStretch[] = [];
  let begin = from;
  let offsetMs = zone.offsetAt(from);
  for (let probe = from; probe < to; ) {
    const next = Math.min(to, probe + probeMs);
    const nextOffset = zone.offsetAt(next);
    if (nextOffset !== offsetMs) {
      const change = changeBetween(zone, probe, next, offsetMs);
      if (change >= to) break;
      stretches.push({ from: begin, to: change, offsetMs });
      begin = change;
      offsetMs = nextOffset;
    }
    probe = next;
  }
  if (begin < to) stretches.push({ from: begin, to, offsetMs });
  return stretches;
}

/** The quarter of an hour at which the offset is no longer `before`. */
function changeBetween(zone: Pick<Zone, 'offsetAt'>, from: EpochMs, to: EpochMs, before: Ms): EpochMs {
  let low = Math.floor(from / quarter);
  let high = Math.ceil(to / quarter);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (zone.offsetAt(middle * quarter) === before) low = middle;
    else high = middle;
  }
  return high * quarter;
}

/** `yyyy-MM-dd`. */
export type CivilDate = string;

export function dateOf(zone: Pick<Zone, 'offsetAt'>, at: EpochMs): CivilDate {
  return new Date(at + zone.offsetAt(at)).toISOString().slice(0, 10);
}

/** First moment of the date. */
export function startOfDate(zone: Pick<Zone, 'offsetAt' | 'instant'>, date: CivilDate): EpochMs {
  const midnight = zone.instant(`${date} 00:00:00`);
  if (midnight === null) throw new RangeError(`no such date: ${date}`);
  // A skipped midnight is mapped to the same distance after the jump, which began the day.
  const [, after] = zoneStretches(zone, midnight - day / 4, midnight + 1);
  return after && dateOf(zone, after.from) === date ? after.from : midnight;
}

/** Midnight to midnight, 23 to 25 hours later. */
export function dayOf(
  zone: Pick<Zone, 'offsetAt' | 'instant'>,
  date: CivilDate,
): { start: EpochMs; end: EpochMs } {
  return { start: startOfDate(zone, date), end: startOfDate(zone, addDays(date, 1)) };
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
}
