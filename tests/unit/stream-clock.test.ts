import { expect } from 'expect';
import { describe, it } from 'vitest';
import { readOrielTag, StreamClock } from '../../player-frame/engines/stream-clock.ts';

/** The server's clock is 5 s ahead of the viewer's, the camera's clock an hour behind it. */
const serverAheadMs = 5_000;
const cameraBehindMs = 3_600_000;
const startAt = 1_760_000_000_000;

/**
 * A clock tag for the frame at `mediaMs`: sent `waitedMs` after the server received the frame, received `tripMs` later.
 */
function add(clock: StreamClock, mediaMs: number, waitedMs: number, tripMs: number): void {
  const madeAt = startAt + mediaMs;
  const tag = {
    mediaMs,
    wallMs: madeAt - cameraBehindMs,
    serverMs: madeAt + serverAheadMs + waitedMs,
    isFrame: true,
  };
  clock.add(tag, madeAt + waitedMs + tripMs);
}

describe('stream clock', () => {
  it('is unknown before the first tag', () => {
    expect(new StreamClock().wallOf(0)).toBeNull();
    expect(new StreamClock().latencyOf(0, startAt)).toBeNull();
  });

  it('returns the capture time of a frame by the clock of the camera', () => {
    const clock = new StreamClock();
    add(clock, 10_000, 0, 3);
    expect(clock.wallOf(10_480)).toBe(startAt + 10_480 - cameraBehindMs);
  });

  it('measures the age of a frame although the clocks differ', () => {
    const clock = new StreamClock();
    add(clock, 10_000, 1_800, 4); // a cached key frame, sent 1.8 s after the server received it
    add(clock, 12_000, 2, 4); // a live frame
    expect(clock.latencyOf(12_400, startAt + 12_400 + 2 + 4 + 50)).toBe(50);
  });

  it('corrects itself with a faster tag', () => {
    const clock = new StreamClock();
    add(clock, 10_000, 0, 80);
    add(clock, 12_000, 0, 5);
    expect(clock.latencyOf(12_100, startAt + 12_100 + 5 + 40)).toBe(40);
  });

  it('returns a gap in a replay once, with the first frame behind it', () => {
    const clock = new StreamClock();
    const tag = { mediaMs: 2_000, wallMs: startAt + 60_000, serverMs: 0, isFrame: true };
    add(clock, 0, 0, 0);
    clock.add({ ...tag, gapFrom: startAt + 2_000 }, 0);
    expect(clock.takeGap(1_999)).toBeNull();
    expect(clock.takeGap(2_040)).toEqual({ type: 'gap', begin: startAt + 2_000, end: startAt + 60_000 });
    expect(clock.takeGap(2_080)).toBeNull();
  });

  it('measures the age while the server corrects the time of a camera', () => {
    const clock = new StreamClock();
    // The camera counts too fast for 10 s, and then its time is brought back to that of arrival.
    const aheadMs = (second: number) => Math.max(0, 1_200 - Math.abs(second - 10) * 120);
    for (let second = 0; second < 60; second += 1) {
      const madeAt = startAt + second * 1_000;
      const mediaMs = second * 1_000 + aheadMs(second);
      clock.add({ mediaMs, wallMs: madeAt, serverMs: madeAt, isFrame: false }, madeAt + 5);
      expect(clock.latencyOf(mediaMs, madeAt + 5 + 300)).toBeLessThan(1_400);
    }
    expect(clock.latencyOf(59_000, startAt + 59_000 + 5 + 300)).toBe(300);
  });

  it('never returns a negative age', () => {
    const clock = new StreamClock();
    add(clock, 10_000, 0, 5);
    expect(clock.latencyOf(11_000, startAt)).toBe(0);
  });
});

describe('the delay of the connection', () => {
  /** A camera that counts at `speed`; of each second of data, the tag and then the frames arrive `tripMs(second)` later. */
  function delays(speed: number, tripMs: (second: number) => number): number[] {
    const clock = new StreamClock();
    return Array.from({ length: 40 }, (_, second) => {
      const sentAt = startAt + second * 1_000;
      const mediaMs = second * 1_000 * speed;
      clock.add(
        { mediaMs, wallMs: sentAt, serverMs: sentAt + serverAheadMs, isFrame: false },
        sentAt + tripMs(second),
      );
      return clock.linkDelayOf(mediaMs + 900 * speed, sentAt + 900 + tripMs(second))!;
    });
  }

  it.each([0.7, 0.84, 1, 1.3])("is not the clock's, of a camera that counts at %d", (speed) => {
    expect(Math.max(...delays(speed, () => 5))).toBeLessThan(300);
  });

  it('is that of data that waited at the server or on the way', () => {
    const late = delays(1, (second) => (second < 20 ? 5 : 2_005)).slice(20);
    expect(late[0]).toBeGreaterThan(1_990);
    // What is late all the time is forgotten slowly.
    expect(late.at(-1)).toBeGreaterThan(1_890);
  });

  it('is known before the next tag arrives', () => {
    const clock = new StreamClock();
    add(clock, 0, 0, 5);
    expect(clock.linkDelayOf(400, startAt + 5 + 3_400)).toBe(3_000);
  });

  it('is none for the frames of a cached group of pictures, and for a camera that paused', () => {
    const clock = new StreamClock();
    expect(clock.linkDelayOf(0, startAt)).toBeNull();
    add(clock, 10_000, 0, 5);
    expect(clock.linkDelayOf(14_000, startAt + 10_010)).toBe(0);
    add(clock, 20_000, 0, 5);
    expect(clock.linkDelayOf(20_040, startAt + 20_045)).toBe(0);
  });
});

describe('script tags of the server', () => {
  it('are parsed', () => {
    expect(readOrielTag('onOrielClock', { mediaMs: 1, wallMs: 2, serverMs: 3 })).toEqual({
      name: 'clock',
      tag: { mediaMs: 1, wallMs: 2, serverMs: 3, isFrame: true },
    });
    const replayed = { mediaMs: 1, wallMs: 9, serverMs: 3, speed: 2, gapFrom: 2 };
    expect(readOrielTag('onOrielClock', replayed)).toEqual({
      name: 'clock',
      tag: { ...replayed, isFrame: true },
    });
    expect(
      readOrielTag('onOrielStatus', { state: 'retrying', code: 'source.silent', retryInMs: 400 }),
    ).toEqual({
      name: 'status',
      event: { type: 'source', state: 'retrying', code: 'source.silent', retryInMs: 400 },
    });
    expect(readOrielTag('onOrielAlive', { quietMs: 1_000 })).toEqual({ name: 'alive', quietMs: 1_000 });
    expect(readOrielTag('onOrielEnd', { code: '10002' })).toEqual({ name: 'end', code: '10002' });
  });

  it.each([
    ['onOrielClock', { mediaMs: 1, wallMs: 'soon', serverMs: 3 }],
    ['onOrielClock', { mediaMs: Number.NaN, wallMs: 2, serverMs: 3 }],
    ['onOrielClock', null],
    ['onOrielStatus', { state: 'gone' }],
    ['onOrielStatus', []],
    ['onOrielAlive', { quietMs: 'long' }],
    ['onCuePoint', { mediaMs: 1 }],
  ])('%s with %j is ignored', (name, value) => {
    expect(readOrielTag(name, value)).toBeNull();
  });
});
