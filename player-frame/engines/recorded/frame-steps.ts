import type { EpochMs } from '../../../lib/kernel/units.ts';
import type { LoadedPart } from './part-store.ts';
import type { RecordedTimeline } from './recorded-timeline.ts';
import type { ShownPlace } from './shown-taps.ts';

/** Times of frames on the screen are in whole ms. */
const roundingMs = 1;

/**
 * Where the frame is that follows the one on the screen by `frames`, or precedes it if negative. Null: the range ends
 * before. Rejects as `load` does.
 */
export async function frameAfter(
  { parts, range }: Pick<RecordedTimeline, 'parts' | 'range'>,
  load: (part: number) => Promise<Pick<LoadedPart, 'frames'>>,
  shown: ShownPlace,
  frames: number,
): Promise<ShownPlace | null> {
  const timesOf = async (part: number): Promise<readonly EpochMs[]> => {
    const loaded = await load(part);
    return loaded.frames
      .map(({ wallMs }) => wallMs)
      .filter((wallMs) => wallMs >= range.begin - roundingMs && wallMs < range.end)
      .sort((one, other) => one - other);
  };
  let { part } = shown;
  let times = await timesOf(part);
  let at =
    Math.max(
      0,
      times.findLastIndex((wallMs) => wallMs <= shown.wallMs + roundingMs),
    ) + frames;
  while (at < 0 || at >= times.length) {
    const next = at < 0 ? part - 1 : part + 1;
    if (!parts[next]) return null;
    const nextTimes = await timesOf(next);
    at = at < 0 ? at + nextTimes.length : at - times.length;
    [part, times] = [next, nextTimes];
  }
  return { part, wallMs: times[at]! }; // within its length
}
