import { type Bands, firstAbove, firstAboveNear } from './bands.ts';
import type { TimeView } from './time-view.ts';

/**
 * Bands as runs of pixels: `[begin, end)` pairs in ascending order, without touching ones. A band is at least one
 * pixel wide. The work depends on the number of pixels, not of bands: bands that share a pixel are skipped by search.
 * `into` is reused between drawings; it needs two entries per pixel. Returns the number of runs.
 */
export function pixelRuns({ starts, ends }: Bands, view: TimeView, into: Int32Array): number {
  const { origin, msPerPixel, width } = view;
  const until = origin + width * msPerPixel;
  let runs = 0;
  /** Bands in the pixel before: the next one has about as many. */
  let perPixel = 0;
  let index = firstAbove(ends, origin);
  while (index < starts.length && starts[index]! < until && runs * 2 + 1 < into.length) {
    const first = Math.max(0, Math.floor((starts[index]! - origin) / msPerPixel));
    // Divisions round: a band may begin a pixel earlier than the search for it assumes.
    const isTouching = runs > 0 && first <= into[runs * 2 - 1]!;
    if (isTouching) runs -= 1;
    const begin = isTouching ? into[runs * 2]! : first;
    let end = first + 1;
    for (;;) {
      end = Math.max(end, Math.ceil((ends[index]! - origin) / msPerPixel));
      // The last band that begins before the pixel after this run has ended.
      const last = firstAboveNear(starts, origin + end * msPerPixel, index + perPixel) - 1;
      if (last === index || end >= width) break;
      perPixel = last - index;
      index = last;
    }
    into[runs * 2] = begin;
    into[runs * 2 + 1] = Math.min(width, end);
    runs += 1;
    index += 1;
  }
  return runs;
}
