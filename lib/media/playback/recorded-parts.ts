import type { RecordedPart } from '../../codec/hls/recorded-part.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import type { FoundGops } from '../recordings/found-gops.ts';
import type { Gop } from '../recordings/gop-index.ts';
import type { RecordingReader } from '../recordings/recording-reader.ts';

/** Parts of at least this length, unless a GOP alone is longer: fewer requests, and a playlist of a day stays small. */
const partMs: Ms = 4_000;
/** A longer time without recordings is a discontinuity. */
const gapMs: Ms = 1_000;

/** The parts of what was found, in pieces. Segments that were removed meanwhile are left out. Rejects as `FoundGops` does. */
export async function* recordedParts(
  reader: RecordingReader,
  key: RecordingKey,
  found: FoundGops,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedPart[], void, undefined> {
  const joiner = new PartJoiner();
  let segmentMs: EpochMs | null = null;
  /** Length of the head of this segment; null: it was removed. */
  let headBytes: number | null = null;
  for await (const gops of found.pieces(signal)) {
    const parts: RecordedPart[] = [];
    for (const gop of gops) {
      if (segmentMs !== gop.segmentMs) {
        ({ segmentMs } = gop);
        // A segment has the name of its first GOP, which follows the head.
        const isFirst = Math.round(gop.startMs) === segmentMs;
        headBytes = isFirst ? gop.offset : ((await reader.segment(key, segmentMs))?.headBytes ?? null);
      }
      if (headBytes === null) continue;
      const part = joiner.add(gop, headBytes);
      if (part) parts.push(part);
    }
    if (parts.length > 0) yield parts;
  }
  const last = joiner.end();
  if (last) yield [last];
}

/** Consecutive GOPs of one part. */
interface OpenPart {
  readonly first: Gop;
  readonly last: Gop;
  /** Of `ftyp` and `moov` of its file. */
  readonly headBytes: number;
}

/**
 * Joins GOPs to parts of about 4 s, which stay within one file and one run. Times are whole milliseconds, and a part lasts
 * until the next one of its run begins, so that a player that adds durations keeps the wall time.
 */
class PartJoiner {
  private open: OpenPart | null = null;
  private isContinued = false;
  private count = 0;

  /** Returns the part that is complete with it. */
  add(gop: Gop, headBytes: number): RecordedPart | null {
    const { open } = this;
    if (open && isJoined(open, gop)) {
      this.open = { ...open, last: gop };
      return null;
    }
    const part = open && this.close(open, gop);
    this.open = { first: gop, last: gop, headBytes };
    return part;
  }

  end(): RecordedPart | null {
    return this.open && this.close(this.open, null);
  }

  private close({ first, last, headBytes }: OpenPart, next: Gop | null): RecordedPart {
    const startMs = Math.round(first.startMs);
    const isFollowed = next !== null && follows(last, next);
    const endMs = isFollowed ? next.startMs : endOf(last);
    // VLC begins anew after a discontinuity without reading EXT-X-MAP again, so the head is part of the bytes there.
    const hasHead = !this.isContinued && this.count > 0 && first.offset === headBytes;
    const offset = hasHead ? 0 : first.offset;
    const startsRun = !this.isContinued;
    this.isContinued = isFollowed;
    this.count += 1;
    return {
      uri: `${first.segmentMs}.mp4`,
      initLength: headBytes,
      offset,
      length: last.offset + last.bytes - offset,
      startMs,
      durationMs: Math.max(1, Math.round(endMs) - startMs),
      startsRun,
    };
  }
}

function isJoined({ first, last }: OpenPart, next: Gop): boolean {
  const isAdjacent = next.segmentMs === last.segmentMs && next.offset === last.offset + last.bytes;
  return isAdjacent && follows(last, next) && endOf(last) - first.startMs < partMs - last.durationMs / 2;
}

/** The time between them, if any, is played like a frame that lasts longer. */
function follows(last: Gop, next: Gop): boolean {
  const betweenMs = next.startMs - endOf(last);
  return !next.startsRun && betweenMs <= gapMs && next.startMs > last.startMs;
}

const endOf = (gop: Gop): EpochMs => gop.startMs + gop.durationMs;
