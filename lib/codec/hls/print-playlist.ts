import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordedPart } from './recorded-part.ts';

/** What the beginning of a playlist says of all of its parts, which are added in ascending order. */
export class PlaylistFigures {
  parts = 0;
  /** Of the first part. */
  startMs: EpochMs | null = null;
  bytes = 0;
  durationMs: Ms = 0;
  longestMs: Ms = 0;
  /** Bits per second of the part with the most of them. */
  peak = 1;

  add(parts: readonly RecordedPart[]): this {
    for (const { startMs, length, durationMs } of parts) {
      this.parts += 1;
      this.startMs ??= startMs;
      this.bytes += length;
      this.durationMs += durationMs;
      this.longestMs = Math.max(this.longestMs, durationMs);
      this.peak = Math.max(this.peak, Math.ceil((length * 8_000) / durationMs));
    }
    return this;
  }
}

/**
 * An HLS media playlist of parts in ascending order, which must not be empty. Playback begins at `begin`. A program
 * date-time is given where a run or a file begins; elsewhere it follows from the durations, which are exact to the ms.
 * `isGrowing`: parts will be added, so players request it again.
 */
export function printPlaylist(parts: readonly RecordedPart[], begin: EpochMs, isGrowing = false): string {
  const head = printPlaylistHead(new PlaylistFigures().add(parts), begin, isGrowing);
  return head + printParts(parts, null) + (isGrowing ? '' : playlistEnd);
}

/** The lines before the parts. */
export function printPlaylistHead(
  { startMs, longestMs }: PlaylistFigures,
  begin: EpochMs,
  isGrowing = false,
): string {
  const lines = [
    '#EXTM3U',
    // Version 6 for EXT-X-MAP in a playlist of complete segments.
    '#EXT-X-VERSION:6',
    // No duration, rounded to whole seconds, may be longer (RFC 8216, 4.3.3.1).
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.round(longestMs / 1_000))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${isGrowing ? 'EVENT' : 'VOD'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  const offsetMs = begin - (startMs ?? begin);
  if (offsetMs > 0) lines.push(`#EXT-X-START:TIME-OFFSET=${seconds(offsetMs)},PRECISE=YES`);
  lines.push('');
  return lines.join('\n');
}

/** The lines of some parts. `before`: the part that precedes them in the playlist. */
export function printParts(parts: readonly RecordedPart[], before: RecordedPart | null): string {
  const lines: string[] = [];
  let last = before;
  for (const part of parts) {
    const isNewFile = part.uri !== last?.uri;
    if (last && part.startsRun) lines.push('#EXT-X-DISCONTINUITY');
    if (isNewFile) lines.push(`#EXT-X-MAP:URI="${part.uri}",BYTERANGE="${part.initLength}@0"`);
    if (isNewFile || part.startsRun)
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(part.startMs).toISOString()}`);
    lines.push(
      `#EXTINF:${seconds(part.durationMs)},`,
      `#EXT-X-BYTERANGE:${part.length}@${part.offset}`,
      part.uri,
    );
    last = part;
  }
  lines.push('');
  return lines.join('\n');
}

/** Nothing will be added. */
export const playlistEnd = '#EXT-X-ENDLIST\n';

/**
 * An HLS multivariant playlist with one variant, at `uri` relative to it. `peak` is that of its parts: its bandwidth.
 */
export function printVariant({ peak }: PlaylistFigures, uri: string): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-STREAM-INF:BANDWIDTH=${peak}`,
    uri,
    '',
  ].join('\n');
}

const seconds = (ms: Ms): string => (ms / 1_000).toFixed(3);
