import type { EpochMs, Ms } from '../../lib/kernel/units.ts';

/** Stretches of recorded time: sorted, without overlaps. Columns of numbers, because a year has 500,000 segments. */
export interface Bands {
  readonly starts: Float64Array;
  /** Exclusive. */
  readonly ends: Float64Array;
}

export interface Stretch {
  readonly start: EpochMs;
  /** Exclusive. */
  readonly end: EpochMs;
}

export const noBands: Bands = { starts: new Float64Array(), ends: new Float64Array() };

/** Players play across shorter gaps without a discontinuity. */
const joinedGapMs: Ms = 1_000;

/** Sorts, and joins what overlaps or is at most a second apart. Empty and inverted stretches are left out. */
export function bandsOf(stretches: Iterable<Stretch>): Bands {
  const sorted = [...stretches].filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  const starts = new Float64Array(sorted.length);
  const ends = new Float64Array(sorted.length);
  let count = 0;
  for (const { start, end } of sorted) {
    if (count > 0 && start <= ends[count - 1]! + joinedGapMs) {
      ends[count - 1] = Math.max(ends[count - 1]!, end);
      continue;
    }
    starts[count] = start;
    ends[count] = end;
    count += 1;
  }
  return { starts: starts.slice(0, count), ends: ends.slice(0, count) };
}

/** The first index from `from` on whose value is above `value`; the length if there is none. */
export function firstAbove(values: Float64Array, value: number, from = 0): number {
  let low = from;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Like `firstAbove`, quick if the result is close to `guess`: searches from there in growing steps. */
export function firstAboveNear(values: Float64Array, value: number, guess: number): number {
  let step = 1;
  let low = Math.min(guess, values.length);
  let high = low;
  while (high < values.length && values[high]! <= value) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  while (low > 0 && values[low - 1]! > value) {
    high = low - 1;
    low = Math.max(0, low - step);
    step *= 2;
  }
  high = Math.min(high, values.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The band that contains this time. */
export function bandAt({ starts, ends }: Bands, at: EpochMs): Stretch | null {
  const index = firstAbove(ends, at);
  return index < starts.length && starts[index]! <= at ? { start: starts[index]!, end: ends[index]! } : null;
}

/** Start of the first band that begins after this time. */
export function nextStart({ starts }: Bands, at: EpochMs): EpochMs | null {
  return starts[firstAbove(starts, at)] ?? null;
}

/** Start of the band at this time, or of the last one before it, if that is before `at`. */
export function previousStart({ starts }: Bands, at: EpochMs): EpochMs | null {
  const after = firstAbove(starts, at);
  const last = starts[after - 1] === at ? after - 2 : after - 1;
  return starts[last] ?? null;
}

/** The band's edge closest to this time, if it is at most `withinMs` away. */
export function closestEdge({ starts, ends }: Bands, at: EpochMs, withinMs: Ms): EpochMs | null {
  const start = firstAbove(starts, at);
  const end = firstAbove(ends, at);
  let closest: EpochMs | null = null;
  for (const edge of [starts[start - 1], starts[start], ends[end - 1], ends[end]]) {
    if (edge === undefined || Math.abs(edge - at) > withinMs) continue;
    if (closest === null || Math.abs(edge - at) < Math.abs(closest - at)) closest = edge;
  }
  return closest;
}

/** Both, joined. */
export function unitedBands(one: Bands, other: Bands): Bands {
  if (one.starts.length === 0) return other;
  if (other.starts.length === 0) return one;
  return bandsOf([...stretchesOf(one), ...stretchesOf(other)]);
}

export function* stretchesOf({ starts, ends }: Bands): Generator<Stretch> {
  for (let index = 0; index < starts.length; index += 1) yield { start: starts[index]!, end: ends[index]! };
}
