import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { makeAdaptiveQuality } from '../../player-frame/session/features/adaptive-quality.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { camera, hdCamera } from '../kit/recorded-player.ts';

let stage: ReturnType<typeof featurePlayer>;
beforeEach(() => {
  resize(1_280);
  stage = featurePlayer(makeAdaptiveQuality);
});
afterEach(() => stage.feature.destroy?.());

function resize(widthPx: number, devicePixelRatio = 1): void {
  Object.assign(window, { innerWidth: widthPx, devicePixelRatio });
  window.dispatchEvent(new Event('resize'));
}
const allow = () => stage.player.send({ type: 'request.display', change: { isAdaptive: true } });
const address = () => stage.player.state.address;
const wait = (ms: number) => stage.player.clock.advance(ms);

describe('adaptive quality', () => {
  beforeEach(() => allow());

  it('selects the sub stream one second after the player became small, and the main stream when it is large', async () => {
    stage.player.play(hdCamera);
    resize(320);
    await wait(999);
    expect(address()).toBe(hdCamera);
    await wait(1);
    expect(address()).toBe(camera);
    stage.player.resolved();
    stage.player.firstFrame();
    resize(1_280);
    await wait(1_000);
    expect(address()).toBe(hdCamera);
  });

  it('uses device pixels', async () => {
    stage.player.play(hdCamera);
    resize(320, 2);
    await wait(1_000);
    expect(address()).toBe(hdCamera);
  });

  it('waits until the window is no longer being resized', async () => {
    stage.player.play(hdCamera);
    for (let width = 470; width > 300; width -= 20) {
      resize(width);
      await wait(500);
    }
    expect(address()).toBe(hdCamera);
    await wait(500);
    expect(address()).toBe(camera);
  });

  it('is applied at the first frame too', async () => {
    resize(320);
    await wait(2_000);
    stage.player.play(hdCamera);
    await wait(1_000);
    expect(address()).toBe(camera);
  });

  it('ends when the viewer selects a quality', async () => {
    stage.player.play(camera);
    stage.player.send({ type: 'request.setQuality', quality: 'hd' });
    stage.player.resolved();
    stage.player.firstFrame();
    resize(320);
    await wait(2_000);
    expect(address()).toBe(hdCamera);
  });

  it('ends when the player is destroyed', async () => {
    stage.player.play(hdCamera);
    stage.feature.destroy?.();
    stage.feature.destroy?.();
    resize(320);
    await wait(2_000);
    expect(address()).toBe(hdCamera);
  });
});

it('keeps the quality if it is disabled', async () => {
  stage.player.play(hdCamera);
  resize(320);
  await wait(2_000);
  expect(address()).toBe(hdCamera);
});
