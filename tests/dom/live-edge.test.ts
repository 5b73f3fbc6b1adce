import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { JumpCover } from '../../player-frame/engines/jump-cover.ts';
import { LiveEdge } from '../../player-frame/engines/live-edge.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const { getContext } = HTMLCanvasElement.prototype;
let drawn: number[];

beforeEach(() => {
  drawn = [];
  const context = { drawImage: (video: HTMLVideoElement) => void drawn.push(video.currentTime) };
  HTMLCanvasElement.prototype.getContext = (() => context) as never;
});
afterEach(() => {
  HTMLCanvasElement.prototype.getContext = getContext;
});

/** A live video of which `bufferedS` are buffered after the frame on the screen, at 10 s. */
function playing(bufferedS: number) {
  const clock = new FakeClock();
  const stage = document.createElement('div');
  const callbacks: VideoFrameRequestCallback[] = [];
  const video = Object.assign(document.createElement('video'), {
    requestVideoFrameCallback: (callback: VideoFrameRequestCallback) => callbacks.push(callback),
    cancelVideoFrameCallback: () => void callbacks.splice(0),
  });
  const endS = 10 + bufferedS;
  Object.defineProperties(video, {
    currentTime: { value: 10, writable: true },
    videoWidth: { value: 640 },
    videoHeight: { value: 360 },
    buffered: { value: { length: 1, start: () => 0, end: () => endS } },
  });
  stage.append(video);
  const cover = new JumpCover(video, clock);
  const edge = new LiveEdge(
    video,
    clock,
    () => endS,
    () => cover.keep(),
  );
  edge.keep(
    () => true,
    () => 40,
  );
  return {
    clock,
    video,
    isCovered: () => stage.lastElementChild !== video,
    /** The browser shows a frame. */
    shows(mediaTime: number) {
      for (const callback of callbacks.splice(0)) callback(0, { mediaTime } as VideoFrameCallbackMetadata);
    },
  };
}

describe('a jump to the live edge', () => {
  it('shows no older frames, which the browser decodes on the way to it', async () => {
    const { clock, video, shows, isCovered } = playing(2);
    await clock.advance(300);
    expect(video.currentTime).toBeGreaterThan(11.5);
    expect(drawn).toEqual([10]);
    expect(isCovered()).toBe(true);
    for (const older of [8.4, 9.96]) {
      shows(older);
      expect(isCovered()).toBe(true);
    }
    shows(11.8);
    expect(isCovered()).toBe(false);
    await clock.advance(2_000);
    expect(clock.pending).toBe(1);
  });

  it('shows the video again after a second at most', async () => {
    const { clock, isCovered } = playing(2);
    await clock.advance(200);
    expect(isCovered()).toBe(true);
    await clock.advance(1_000);
    expect(isCovered()).toBe(false);
  });

  it('is not made by a video that is close to it', async () => {
    const { clock, video, isCovered } = playing(0.12);
    await clock.advance(3_000);
    expect(video.currentTime).toBe(10);
    expect(isCovered()).toBe(false);
  });
});
