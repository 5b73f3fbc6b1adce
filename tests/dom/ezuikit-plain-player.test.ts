import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, type Mock, vi } from 'vitest';
import {
  type PlainEngine,
  type PlainError,
  PlainPlayer,
} from '../../host-sdk/ezuikit/helpers/plain-player.ts';

let video: HTMLVideoElement;
let engine: { [Name in keyof PlainEngine]: Mock<() => void> };
let fail: (kind: PlainError['kind']) => void;
let reported: unknown[];
let player: PlainPlayer;

beforeEach(async () => {
  vi.useFakeTimers();
  HTMLMediaElement.prototype.play = async () => {};
  video = document.createElement('video');
  engine = { load: vi.fn(), recover: vi.fn(), destroy: vi.fn() };
  reported = [];
  const handleError = (error: unknown) => reported.push(error);
  player = new PlainPlayer(
    video,
    'https://a.example/live.flv',
    { handleError },
    async (_video, _url, onError) => {
      fail = (kind) => onError({ kind, message: `${kind} failed` });
      return engine;
    },
  );
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  player.destroy();
  vi.useRealTimers();
});

const started = () => video.dispatchEvent(new Event('playing'));

describe('a plain HLS or FLV address', () => {
  it('is loading, then playing', async () => {
    expect([player.loading, player.isPlaying]).toEqual([true, false]);
    const played = player.play();
    started();
    await played;
    expect([player.loading, player.isPlaying]).toEqual([false, true]);
    player.stop();
    expect(player.isPlaying).toBe(false);
    expect(engine.destroy).toHaveBeenCalledTimes(1);
  });

  it('resolves play() at once if it plays already: there is no event to wait for', async () => {
    started();
    Object.defineProperty(video, 'paused', { value: false });
    await expect(player.play()).resolves.toBeUndefined();
  });

  it('reloads after a network error, with increasing delays, and immediately after it has played', async () => {
    const retriedAfterMs = async (): Promise<number> => {
      const before = engine.load.mock.calls.length;
      fail('network');
      for (let waitedMs = 0; ; waitedMs += 250) {
        if (engine.load.mock.calls.length > before) return waitedMs;
        await vi.advanceTimersByTimeAsync(250);
      }
    };
    const waits: number[] = [];
    for (let error = 0; error < 6; error += 1) waits.push(await retriedAfterMs());
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
    started();
    expect(await retriedAfterMs()).toBe(500);
    expect(reported).toEqual([]);
  });

  it('recovers after a media error', async () => {
    fail('media');
    await vi.advanceTimersByTimeAsync(2_000);
    fail('media');
    expect(engine.recover).toHaveBeenCalledTimes(2);
    expect(engine.destroy).not.toHaveBeenCalled();
    expect(reported).toEqual([]);
  });

  it.each([
    ['any other fatal error', () => fail('other'), 'other failed'],
    ['a media error that recovering did not mend', () => [fail('media'), fail('media')], 'media failed'],
  ])('ends with %s, and reports it', async (_what, happen, msg) => {
    const played = player.play();
    happen();
    await expect(played).rejects.toThrow(msg);
    expect(engine.destroy).toHaveBeenCalledTimes(1);
    expect(reported).toEqual([{ code: -1, msg, type: 'handleError' }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(engine.load).toHaveBeenCalledTimes(1);
  });

  it('stops retrying when it was stopped', async () => {
    fail('network');
    player.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(engine.load).toHaveBeenCalledTimes(1);
  });
});
