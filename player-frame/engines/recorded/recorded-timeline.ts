import { endOf, type RecordedPart } from '../../../lib/codec/hls/recorded-part.ts';
import type { TimeRange } from '../../../lib/kernel/time-range.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';

/** A shorter time without recordings is played like a frame that lasts longer. */
const gapMs: Ms = 1_000;

/** The recorded parts of a range, by wall time. More may follow while they are recorded. */
export class RecordedTimeline {
  readonly parts: readonly RecordedPart[];

  constructor(
    parts: readonly RecordedPart[],
    readonly range: TimeRange,
  ) {
    this.parts = [...parts];
  }

  /** Adds what follows the last part, and returns the number of new parts. */
  add(parts: readonly RecordedPart[]): number {
    const own = this.parts as RecordedPart[];
    const before = own.length;
    for (const part of parts) {
      // Times are rounded.
      if (part.startMs < this.end - 1) continue;
      own.push({
        ...part,
        startsRun: own.length === 0 || (part.startsRun && part.startMs - this.end > gapMs),
      });
    }
    return own.length - before;
  }

  /** Of the last part. */
  get end(): EpochMs {
    const last = this.parts.at(-1);
    return last ? endOf(last) : this.range.begin;
  }

  /**
   * What to show at `time`: the part, and the wall time within it. In a gap it is the next part; null after the last
   * one, or outside the range.
   */
  placeOf(time: EpochMs): { readonly index: number; readonly wallMs: EpochMs } | null {
    const wanted = Math.max(time, this.range.begin);
    if (wanted >= this.range.end) return null;
    const found = lastAtOrBefore(this.parts, wanted, (part) => part.startMs);
    const part = this.parts[found];
    if (part && wanted < endOf(part)) return { index: found, wallMs: wanted };
    const after = this.parts[found + 1];
    return after && after.startMs < this.range.end ? { index: found + 1, wallMs: after.startMs } : null;
  }

  /** The time without recordings before a part; null if it follows its predecessor. */
  gapBefore(index: number): TimeRange | null {
    const before = this.parts[index - 1];
    const part = this.parts[index];
    if (!before || !part || part.startMs - endOf(before) <= gapMs) return null;
    return { begin: endOf(before), end: part.startMs };
  }

  /** The last time without recordings from one part to a later one; null if there is none. */
  gapWithin(from: number, to: number): TimeRange | null {
    for (let index = to; index > from; index -= 1) {
      const gap = this.gapBefore(index);
      if (gap) return gap;
    }
    return null;
  }

  /** Whether recordings reach the end of the range. */
  get reachesEnd(): boolean {
    const last = this.parts.at(-1);
    return last !== undefined && this.range.end - endOf(last) <= gapMs;
  }
}

/** Index of the last item whose value is at most `wanted`; -1 if there is none. Values ascend. */
export function lastAtOrBefore<Item>(
  items: readonly Item[],
  wanted: number,
  value: (item: Item) => number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (value(items[middle]!) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
