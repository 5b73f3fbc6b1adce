import { expect } from 'expect';
import { describe, it } from 'vitest';
import { parsePlaylist } from '../../lib/codec/hls/parse-playlist.ts';
import { printPlaylist } from '../../lib/codec/hls/print-playlist.ts';
import type { RecordedPart } from '../../lib/codec/hls/recorded-part.ts';

const noon = Date.UTC(2025, 2, 1, 12);

/** Parts of 4 s, the last one of 1.96 s, in two files with a gap of ten minutes between. */
const parts: readonly RecordedPart[] = [
  {
    uri: '1.mp4',
    initLength: 900,
    offset: 900,
    length: 5_000,
    startMs: noon,
    durationMs: 4_000,
    startsRun: true,
  },
  {
    uri: '1.mp4',
    initLength: 900,
    offset: 5_900,
    length: 4_000,
    startMs: noon + 4_000,
    durationMs: 4_000,
    startsRun: false,
  },
  {
    uri: '2.mp4',
    initLength: 910,
    offset: 910,
    length: 3_000,
    startMs: noon + 608_000,
    durationMs: 1_960,
    startsRun: true,
  },
];

describe('the playlist of a recorded range', () => {
  it('names bytes, times and gaps as RFC 8216 asks for', () => {
    expect(printPlaylist(parts, noon + 1_500).split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:6',
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-START:TIME-OFFSET=1.500,PRECISE=YES',
      '#EXT-X-MAP:URI="1.mp4",BYTERANGE="900@0"',
      '#EXT-X-PROGRAM-DATE-TIME:2025-03-01T12:00:00.000Z',
      '#EXTINF:4.000,',
      '#EXT-X-BYTERANGE:5000@900',
      '1.mp4',
      '#EXTINF:4.000,',
      '#EXT-X-BYTERANGE:4000@5900',
      '1.mp4',
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-MAP:URI="2.mp4",BYTERANGE="910@0"',
      '#EXT-X-PROGRAM-DATE-TIME:2025-03-01T12:10:08.000Z',
      '#EXTINF:1.960,',
      '#EXT-X-BYTERANGE:3000@910',
      '2.mp4',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });

  it('has a target duration that no part exceeds once rounded', () => {
    const long = parts.map((part) => ({ ...part, durationMs: 4_501 }));
    expect(printPlaylist(long, noon)).toContain('#EXT-X-TARGETDURATION:5\n');
  });

  it('says the same to its reader', () => {
    expect(parsePlaylist(printPlaylist(parts, noon))).toEqual({ ok: true, value: parts });
  });

  it.each([
    ['<html></html>', 'not a playlist'],
    ['#EXTM3U\n#EXT-X-ENDLIST\n', 'a playlist without parts'],
    ['#EXTM3U\n#EXTINF:4,\nother.ts\n', 'a part without its tags: 0'],
  ])('refuses %j', (text, error) => {
    expect(parsePlaylist(text)).toEqual({ ok: false, error });
  });
});
