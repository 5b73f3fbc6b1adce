import type { RecordedPart } from '../../codec/hls/recorded-part.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Gop } from '../recordings/gop-index.ts';

/** Parts of at least this length, unless a GOP alone is longer: fewer requests, and a playlist of a day stays small. */
const partMs: Ms = 4_000;
/** A longer time without recordings is a discontinuity. */
const gapMs: Ms = 1_000;

/**
 * GOPs joined to parts of about 4 s, which stay within one file and one run. Times are whole milliseconds, and a part
 * lasts until the next one of its run begins, so that a player that adds durations keeps the wall time.
 * `headBytes` gives the length of the head of a segment file.
 */
export function partsOf(
  gops: readonly Gop[],
  headBytes: (segmentMs: EpochMs) => number,
): readonly RecordedPart[] {
  const parts: RecordedPart[] = [];
  let isContinued = false;
  for (let index = 0; index < gops.length; ) {
    const first = gops[index]!;
    let last = first;
    index += 1;
    while (index < gops.length && isJoined(first, last, gops[index]!)) {
      last = gops[index]!;
      index += 1;
    }
    const next = gops[index];
    const startMs = Math.round(first.startMs);
    const isFollowed = next !== undefined && follows(last, next);
    const endMs = isFollowed ? next.startMs : endOf(last);
    const initLength = headBytes(first.segmentMs);
    // VLC begins anew after a discontinuity without reading EXT-X-MAP again, so the head is part of the bytes there.
    const offset = !isContinued && parts.length > 0 && first.offset === initLength ? 0 : first.offset;
    parts.push({
      uri: `${first.segmentMs}.mp4`,
      initLength,
      offset,
      length: last.offset + last.bytes - offset,
      startMs,
      durationMs: Math.max(1, Math.round(endMs) - startMs),
      startsRun: !isContinued,
    });
    isContinued = isFollowed;
  }
  return parts;
}

function isJoined(first: Gop, last: Gop, next: Gop): boolean {
  const isAdjacent = next.segmentMs === last.segmentMs && next.offset === last.offset + last.bytes;
  return isAdjacent && follows(last, next) && endOf(last) - first.startMs < partMs - last.durationMs / 2;
}

/** The time between them, if any, is played like a frame that lasts longer. */
function follows(last: Gop, next: Gop): boolean {
  const betweenMs = next.startMs - endOf(last);
  return !next.startsRun && betweenMs <= gapMs && next.startMs > last.startMs;
}

const endOf = (gop: Gop): EpochMs => gop.startMs + gop.durationMs;
