import { describe, expect, it } from '@jest/globals';
import type { RecordedPart } from '../../lib/codec/hls/recorded-part.ts';
import { RecordedTimeline } from '../../player-frame/engines/recorded/recorded-timeline.ts';

const part = (startMs: number, startsRun = false): RecordedPart => ({
  uri: 'x.mp4',
  initLength: 900,
  offset: 900,
  length: 100,
  startMs,
  durationMs: 4_000,
  startsRun,
});
/** 10 s to 18 s, and 30 s to 34 s. */
const parts = [part(10_000, true), part(14_000), part(30_000, true)];
const timeline = new RecordedTimeline(parts, { start: 12_000, end: 40_000 });

describe('a time of a recorded range', () => {
  it.each([
    ['within a part', 15_000, { index: 1, wallMs: 15_000 }],
    ['at the start of a part', 14_000, { index: 1, wallMs: 14_000 }],
    ['before the range: its begin', 3_000, { index: 0, wallMs: 12_000 }],
    ['in a gap: what follows', 20_000, { index: 2, wallMs: 30_000 }],
    ['after the last part: nothing', 35_000, null],
    ['after the range: nothing', 40_000, null],
  ])('is shown %s', (_where, time, place) => {
    expect(timeline.placeOf(time)).toEqual(place);
  });

  it('knows the gap before a part', () => {
    expect(timeline.gapBefore(1)).toBeNull();
    expect(timeline.gapBefore(2)).toEqual({ from: 18_000, to: 30_000 });
  });

  it('reaches its end unless recordings end more than a second before', () => {
    expect(timeline.reachesEnd).toBe(false);
    expect(new RecordedTimeline(parts, { start: 12_000, end: 35_000 }).reachesEnd).toBe(true);
  });
});
