import type { Fragment } from 'hls.js';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { lastAtOrBefore, type RecordedTimeline } from '../recorded/recorded-timeline.ts';
import type { ShownPlace } from '../recorded/shown-taps.ts';

/** A seek between two frames shows the earlier one; rounding must not make it the one before. */
export const seekMarginMs: Ms = 1;

/** Times of the element, in seconds, and wall times: hls.js has a fragment for each part of the recording. */
export class MediaTimes {
  /** hls.js moves them slightly when it knows their real durations. Empty until it has read the playlist. */
  fragments: readonly Fragment[] = [];

  constructor(private readonly timeline: RecordedTimeline) {}

  wallOf(mediaS: number): EpochMs | null {
    const index = this.partOf(mediaS);
    const part = this.timeline.parts[index];
    const fragment = this.fragments[index];
    return part && fragment ? part.startMs + Math.round((mediaS - fragment.start) * 1_000) : null;
  }

  partOf(mediaS: number): number {
    // Rounding must not attribute the first frame of a part to the one before.
    return Math.max(
      0,
      lastAtOrBefore(this.fragments, mediaS + 0.001, (fragment) => fragment.start),
    );
  }

  /** Null: hls.js does not know the part yet. */
  mediaOf({ part: index, wallMs }: ShownPlace, marginMs: Ms): number | null {
    const fragment = this.fragments[index];
    const part = this.timeline.parts[index];
    return fragment && part ? fragment.start + (wallMs - part.startMs + marginMs) / 1_000 : null;
  }

  /** Null: nothing is played there, because the recordings or the range end. */
  playablePartAt(mediaS: number): number | null {
    const index = this.partOf(mediaS);
    const fragment = this.fragments[index];
    const part = this.timeline.parts[index];
    if (!fragment || !part || part.startMs >= this.timeline.range.end) return null;
    return mediaS >= fragment.start + fragment.duration ? null : index;
  }
}

/** Time of the element before anything is loaded: the durations before it. */
export function firstMediaTime(
  parts: RecordedTimeline['parts'],
  { index, wallMs }: { readonly index: number; readonly wallMs: EpochMs },
): number {
  const beforeMs = parts.slice(0, index).reduce((sum, part) => sum + part.durationMs, 0);
  return (beforeMs + wallMs - (parts[index]?.startMs ?? wallMs) + seekMarginMs) / 1_000;
}
