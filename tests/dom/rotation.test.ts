import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, type Mock, vi } from 'vitest';
import { makeRotation } from '../../player-frame/session/features/rotation.ts';
import { featurePlayer } from '../kit/feature-player.ts';

let stage: ReturnType<typeof featurePlayer>;
let lock: Mock<(to: string) => Promise<void>>;
let unlock: Mock<() => void>;

beforeEach(() => {
  lock = vi.fn(async () => {
    throw new DOMException('not in real full-screen', 'NotSupportedError');
  });
  unlock = vi.fn();
  Object.defineProperty(screen, 'orientation', { value: { lock, unlock }, configurable: true });
  hold(390, 844);
  stage = featurePlayer(makeRotation);
  stage.player.play();
  stage.player.send({ type: 'request.display', change: { isMobile: true } });
  setVideoSize(1920, 1080);
});
afterEach(() => stage.feature.destroy?.());

/** Turns the phone: sets the window size and emits resize. */
function hold(width: number, height: number): void {
  Object.assign(window, { innerWidth: width, innerHeight: height });
  window.dispatchEvent(new Event('resize'));
}
function setVideoSize(width: number, height: number): void {
  const { player } = stage;
  const tracks = { video: { codec: 'avc1.4d401f', width, height }, audio: null };
  player.send({ type: 'event.tracks', attempt: player.attempt, tracks });
}
const expand = (expansion: 'fullscreen' | 'web' | 'none') =>
  stage.player.send({ type: 'event.expansion', expansion });
const isTurned = () => {
  const { isRotated } = stage.player.state.display;
  expect(stage.root.dataset.rotated ?? 'false').toBe(String(isRotated));
  return isRotated;
};

describe('full screen on a phone in portrait', () => {
  it('rotates wide video by 90 degrees 100 ms after a resize, and restores it on exit', async () => {
    expand('fullscreen');
    await stage.player.clock.advance(99);
    expect(isTurned()).toBe(false);
    await stage.player.clock.advance(1);
    expect(isTurned()).toBe(true);
    expand('none');
    await stage.player.clock.advance(99);
    expect(isTurned()).toBe(true);
    await stage.player.clock.advance(1);
    expect(isTurned()).toBe(false);
  });

  it('locks the screen orientation first, and does not rotate if that works', async () => {
    lock.mockImplementation(async () => hold(844, 390));
    expand('fullscreen');
    expect(lock.mock.calls).toEqual([['landscape']]);
    await stage.player.clock.advance(100);
    expect(isTurned()).toBe(false);
  });

  it('does not rotate while the browser turns the screen, and releases the lock on exit', async () => {
    let done = (): void => undefined;
    lock.mockImplementation(
      () =>
        new Promise<void>((resolve) => {
          done = resolve;
        }),
    );
    expand('fullscreen');
    // The new size arrives before or after the answer.
    hold(390, 800);
    await stage.player.clock.advance(500);
    expect(isTurned()).toBe(false);
    done();
    await stage.player.clock.advance(0);
    hold(844, 390);
    await stage.player.clock.advance(1_500);
    expect(isTurned()).toBe(false);
    expect(unlock).not.toHaveBeenCalled();
    expand('none');
    expect(unlock).toHaveBeenCalledTimes(1);
  });

  it('rotates if the lock has no effect within a second', async () => {
    lock.mockImplementation(async () => undefined);
    expand('fullscreen');
    await stage.player.clock.advance(999);
    expect(isTurned()).toBe(false);
    await stage.player.clock.advance(1);
    expect(isTurned()).toBe(true);
  });

  it('rotates if the browser does not answer within a second, and releases a late lock', async () => {
    let done = (): void => undefined;
    lock.mockImplementation(
      () =>
        new Promise<void>((resolve) => {
          done = resolve;
        }),
    );
    expand('fullscreen');
    await stage.player.clock.advance(1_000);
    expect(isTurned()).toBe(true);
    expand('none');
    done();
    await stage.player.clock.advance(100);
    expect(unlock).toHaveBeenCalledTimes(1);
  });

  it('restores the video when the phone is rotated, after the last of several resizes', async () => {
    expand('fullscreen');
    await stage.player.clock.advance(100);
    hold(600, 600);
    await stage.player.clock.advance(60);
    hold(844, 390);
    await stage.player.clock.advance(60);
    expect(isTurned()).toBe(true);
    await stage.player.clock.advance(40);
    expect(isTurned()).toBe(false);
  });

  it('also rotates page-wide, and without support for orientation lock', async () => {
    Object.defineProperty(screen, 'orientation', { value: undefined, configurable: true });
    expand('web');
    await stage.player.clock.advance(100);
    expect(isTurned()).toBe(true);
  });
});

describe('no rotation', () => {
  it.each([
    ['for tall video', () => setVideoSize(1080, 1920)],
    ['on a phone in landscape', () => hold(844, 390)],
    ['on a desktop', () => stage.player.send({ type: 'request.display', change: { isMobile: false } })],
  ])('%s', async (_where, arrange) => {
    arrange();
    expand('fullscreen');
    await stage.player.clock.advance(500);
    expect(isTurned()).toBe(false);
  });

  it('without expansion, or after the player was destroyed', async () => {
    hold(390, 844);
    await stage.player.clock.advance(500);
    expect(isTurned()).toBe(false);
    expand('fullscreen');
    stage.feature.destroy?.();
    stage.feature.destroy?.();
    hold(380, 844);
    await stage.player.clock.advance(500);
    expect(isTurned()).toBe(false);
  });

  it.each([
    ['on a desktop', () => stage.player.send({ type: 'request.display', change: { isMobile: false } })],
    ['for tall video', () => setVideoSize(1080, 1920)],
  ])('and no orientation lock %s', (_where, arrange) => {
    arrange();
    expand('fullscreen');
    expect(lock).not.toHaveBeenCalled();
  });
});
