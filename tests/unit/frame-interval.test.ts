import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TagTimes } from '../../lib/codec/flv/tag-times.ts';
import { FrameInterval } from '../../lib/codec/frame-interval.ts';
import { aacTrack, h264Track, h265Track, join, pcmaTrack, sampleStream } from './flv-sample.ts';

function intervalAfter(timestamps: readonly number[]): number | null {
  const interval = new FrameInterval();
  for (const timestamp of timestamps) interval.add(timestamp);
  return interval.ms;
}

describe('frame interval', () => {
  it('is unknown before the second frame, and after a reset', () => {
    expect(intervalAfter([])).toBeNull();
    expect(intervalAfter([1_000])).toBeNull();
    const interval = new FrameInterval();
    interval.add(0);
    interval.add(40);
    interval.reset();
    interval.add(9_000);
    expect(interval.ms).toBeNull();
  });

  it.each([1_000 / 60, 40, 1_000, 5_000])('is measured with the second frame: %d ms', (everyMs) => {
    expect(intervalAfter([0, everyMs])).toBeCloseTo(everyMs);
  });

  it('follows a longer interval at once and a shorter one within a second of frames', () => {
    expect(intervalAfter([0, 40, 80, 1_080])).toBe(1_000);
    const fast = Array.from({ length: 25 }, (_, index) => 1_080 + index * 40);
    expect(intervalAfter([0, 40, 80, ...fast])).toBeLessThan(100);
  });

  it('ignores a clock that was set back or far ahead', () => {
    expect(intervalAfter([5_000, 5_040, 100, 140])).toBe(40);
    expect(intervalAfter([0, 40, 3_600_000, 3_600_040])).toBe(40);
  });
});

describe('times of FLV tags', () => {
  it.each([
    ['H.264 and AAC', h264Track, aacTrack],
    ['H.265 and G.711', h265Track, pcmaTrack],
  ])('are those of every frame, in pieces of any size: %s', (_, video, audio) => {
    const sample = sampleStream(video, audio);
    const bytes = join(sample.tags);
    const read = (pieceBytes: number): unknown[] => {
      const tags: unknown[] = [];
      const times = new TagTimes((kind, timestampMs) => tags.push([kind, timestampMs]));
      for (let at = 0; at < bytes.length; at += pieceBytes) times.push(bytes.subarray(at, at + pieceBytes));
      return tags;
    };
    const whole = read(bytes.length);
    const times = [1_000, 1_066, 1_132, 1_198, 1_264, 1_330];
    expect(whole).toEqual(
      times.flatMap((time) => [
        ['video', time],
        ['audio', time + 3],
      ]),
    );
    fc.assert(fc.property(fc.integer({ min: 1, max: 700 }), (size) => expect(read(size)).toEqual(whole)));
  });
});
