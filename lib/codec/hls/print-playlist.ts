import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordedPart } from './recorded-part.ts';

/**
 * An HLS media playlist of parts in ascending order, which must not be empty. Playback begins at `begin`. A program
 * date-time is given where a run or a file begins; elsewhere it follows from the durations, which are exact to the ms.
 * `isGrowing`: parts will be added, so players request it again.
 */
export function printPlaylist(parts: readonly RecordedPart[], begin: EpochMs, isGrowing = false): string {
  const lines = [
    '#EXTM3U',
    // Version 6 for EXT-X-MAP in a playlist of complete segments.
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${targetDuration(parts)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${isGrowing ? 'EVENT' : 'VOD'}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  const offsetMs = begin - (parts[0]?.startMs ?? begin);
  if (offsetMs > 0) lines.push(`#EXT-X-START:TIME-OFFSET=${seconds(offsetMs)},PRECISE=YES`);
  let before: RecordedPart | null = null;
  for (const part of parts) {
    const isNewFile = part.uri !== before?.uri;
    if (before && part.startsRun) lines.push('#EXT-X-DISCONTINUITY');
    if (isNewFile) lines.push(`#EXT-X-MAP:URI="${part.uri}",BYTERANGE="${part.initLength}@0"`);
    if (isNewFile || part.startsRun)
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(part.startMs).toISOString()}`);
    lines.push(
      `#EXTINF:${seconds(part.durationMs)},`,
      `#EXT-X-BYTERANGE:${part.length}@${part.offset}`,
      part.uri,
    );
    before = part;
  }
  if (!isGrowing) lines.push('#EXT-X-ENDLIST');
  lines.push('');
  return lines.join('\n');
}

/**
 * An HLS multivariant playlist with one variant, at `uri` relative to it. `parts` are those of the variant: their peak is
 * its bandwidth.
 */
export function printVariant(parts: readonly RecordedPart[], uri: string): string {
  const peak = parts.reduce(
    (most, { length, durationMs }) => Math.max(most, Math.ceil((length * 8_000) / durationMs)),
    1,
  );
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-STREAM-INF:BANDWIDTH=${peak}`,
    uri,
    '',
  ].join('\n');
}

/** No duration, rounded to whole seconds, may be longer (RFC 8216, 4.3.3.1). */
function targetDuration(parts: readonly RecordedPart[]): number {
  return parts.reduce((most, { durationMs }) => Math.max(most, Math.round(durationMs / 1_000)), 1);
}

const seconds = (ms: Ms): string => (ms / 1_000).toFixed(3);
