import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { RecordedPart } from '../../lib/codec/hls/recorded-part.ts';
import { Growth } from '../../player-frame/engines/recorded/growth.ts';
import { RecordedTimeline } from '../../player-frame/engines/recorded/recorded-timeline.ts';
import { FakeClock } from '../kit/fake-clock.ts';

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
const timeline = new RecordedTimeline(parts, { begin: 12_000, end: 40_000 });

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
    expect(timeline.gapBefore(2)).toEqual({ begin: 18_000, end: 30_000 });
  });

  it('reaches its end unless recordings end more than a second before', () => {
    expect(timeline.reachesEnd).toBe(false);
    expect(new RecordedTimeline(parts, { begin: 12_000, end: 35_000 }).reachesEnd).toBe(true);
  });
});

describe('a recording that is still being written', () => {
  const range = { begin: 10_000, end: 100_000 };

  /** Answers with what is recorded after a time, like the server. */
  function growing(clock: FakeClock, recorded: RecordedPart[]) {
    const requests: number[] = [];
    const grown = new RecordedTimeline(recorded, range);
    const growth = new Growth({
      clock,
      timeline: grown,
      fetch: async (from) => {
        requests.push(from);
        return recorded.filter(({ startMs, durationMs }) => startMs + durationMs > from);
      },
      onGrown: () => {},
    });
    return { timeline: grown, growth, requests };
  }

  it('adds what follows the last part, while its end is near', async () => {
    const clock = new FakeClock(18_000);
    const recorded = [part(10_000, true), part(14_000)];
    const { timeline, growth, requests } = growing(clock, recorded);
    await clock.advance(3_000);
    expect(requests).toEqual([]);
    growth.position = { wallMs: 11_000, rate: 1 };
    recorded.push(part(18_000, true));
    await clock.advance(1_000);
    expect(requests).toEqual([18_001]);
    expect(timeline.end).toBe(22_000);
    expect(timeline.parts.at(-1)).toMatchObject({ startMs: 18_000, startsRun: false });
    expect(timeline.placeOf(19_000)).toEqual({ index: 2, wallMs: 19_000 });
  });

  it('expects more for 15 s, and then looks for it every 10 s', async () => {
    const clock = new FakeClock(18_000);
    const { growth, requests } = growing(clock, [part(14_000, true)]);
    growth.position = { wallMs: 17_900, rate: 1 };
    await clock.advance(14_000);
    expect(growth.isExpected).toBe(true);
    expect(requests).toHaveLength(7);
    await clock.advance(1_000);
    expect(growth.isExpected).toBe(false);
    requests.length = 0;
    await clock.advance(30_000);
    expect(requests).toHaveLength(3);
  });

  it('is not requested again when its range is over', async () => {
    const clock = new FakeClock(86_400_000);
    const { growth, requests } = growing(clock, [part(14_000, true)]);
    growth.position = { wallMs: 17_900, rate: 1 };
    await clock.advance(10_000);
    expect([growth.isExpected, requests]).toEqual([false, []]);
  });
});
