import { expect } from 'expect';
import { describe, it } from 'vitest';
import { ElementPace } from '../../player-frame/engines/hls/element-pace.ts';
import { FakeClock } from '../kit/fake-clock.ts';

/** An element that plays at `speed`, whatever its rate. */
function playing(rate: number) {
  const clock = new FakeClock();
  const video = { currentTime: 0, paused: false, seeking: false };
  const pace = new ElementPace(video, clock);
  pace.setRate(rate);
  return {
    pace,
    video,
    /** The share of time with key frames only, where they are 4 s apart. */
    async pass(seconds: number, speed: number, { canPlay = true, keyIntervalMs = 4_000 } = {}) {
      let byKeyFrames = 0;
      for (let step = 0; step < seconds * 4; step += 1) {
        await clock.advance(250);
        const isByKeyFrames = pace.isByKeyFrames(keyIntervalMs);
        byKeyFrames += isByKeyFrames ? 1 : 0;
        video.paused = isByKeyFrames;
        if (!isByKeyFrames) video.currentTime += speed / 4;
        pace.watch(canPlay);
      }
      return byKeyFrames / (seconds * 4);
    },
  };
}

describe('an element at 4x', () => {
  it('that reaches it shows every frame', async () => {
    expect(await playing(4).pass(60, 3.6)).toBe(0);
  });

  it('that is too slow shows key frames within five seconds, and tries again after ten, then less often', async () => {
    const { pass } = playing(4);
    expect(await pass(5, 2)).toBeGreaterThan(0.2);
    expect(await pass(6, 2)).toBe(1);
    await pass(60, 2);
    expect(await pass(120, 2)).toBeGreaterThan(0.9);
  });

  it('returns to every frame when it has become fast enough', async () => {
    const { pass } = playing(4);
    await pass(6, 2);
    await pass(12, 4);
    expect(await pass(30, 4)).toBe(0);
  });

  it('that waits for the network, or that nobody watches, is not too slow', async () => {
    expect(await playing(4).pass(30, 0, { canPlay: false })).toBe(0);
  });

  it('shows what it can where key frames are too far apart', async () => {
    expect(await playing(4).pass(30, 2, { keyIntervalMs: 10_000 })).toBe(0);
  });
});

it('at 2x an element shows what it can', async () => {
  expect(await playing(2).pass(30, 1)).toBe(0);
});
