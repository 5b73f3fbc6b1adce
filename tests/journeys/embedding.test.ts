import { readFile } from 'node:fs/promises';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { readFrameCode } from '../kit/frame-number.ts';
import { eventually } from '../kit/host-page.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import { demoFps, demoFrameAt } from '../kit/recorded-minutes.ts';
import { shownFrame } from '../kit/shown-frame.ts';

/** An integrator embeds a camera in a page of another origin, a visitor uses it, and the page removes it again. */

const soon = expectPage.configure({ timeout: 30_000 });

let stage: LiveStage;
let player: LivePlayer;

beforeAll(async () => {
  stage = await LiveStage.start();
  player = await stage.open({ url: 'ezopen://oriel/DEMO00001/1.hd.live', template: 'standard' });
}, 120_000);
afterAll(() => stage?.close());

const shown = async () => shownFrame(await player.document());
/** A frame after this one. */
const frameAfter = (frame: number) =>
  eventually(`a frame after ${frame}`, async () => {
    const now = await shown();
    return now !== null && now > frame && now;
  });
/** Number in a picture that the visitor saved. */
async function frameIn(path: string): Promise<number | undefined> {
  const { data, info } = await sharp(await readFile(path))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return readFrameCode(data, info.width, info.height)?.frame;
}
/** Viewers of all streams, as the server counts them. */
async function viewers(): Promise<number> {
  const { streams } = (await stage.oriel.oriel(['status'])) as { streams: { viewers: number }[] };
  return streams.reduce((sum, stream) => sum + stream.viewers, 0);
}

describe('a camera that a page of another origin embeds', () => {
  it('is shown live in the page', async () => {
    expect(new URL(player.page.url()).origin).not.toBe(stage.oriel.origin);
    const first = await frameAfter(0);
    // Live, with time for a busy machine.
    expect(Math.abs(first - demoFrameAt(Date.now()))).toBeLessThan(20 * demoFps);
    await frameAfter(await frameAfter(first));
    expect(await player.reported('handleSuccess')).not.toEqual([]);
    expect(await viewers()).toBe(1);
  });

  it('is stopped and started by its visitor', async () => {
    await player.button('停止').click();
    await player.phase('idle');
    const last = demoFrameAt(Date.now());
    await player.button('播放').first().click();
    await player.phase('playing');
    await frameAfter(last);
  });

  it('is heard when its visitor turns the sound on, at the volume that the page sets', async () => {
    await player.button('打开声音').click();
    await soon(player.button('关闭声音')).toBeVisible();
    expect(await player.call('setVolume', 40)).toEqual({});
    await soon.poll(() => player.state()).toMatchObject({ muted: false, volume: 40 });
  });

  it('is saved as a picture of what is on the screen', async () => {
    const before = await frameAfter(0);
    const [download] = await Promise.all([
      player.page.waitForEvent('download'),
      player.button('截图').click(),
    ]);
    const saved = (await frameIn(await download.path()))!;
    expect(saved).toBeGreaterThanOrEqual(before);
    expect(saved).toBeLessThanOrEqual(await frameAfter(0));
    expect(await player.reported('capturePicture')).toHaveLength(1);
  });

  it('fills the page and returns to its place', async () => {
    const { page } = player;
    // Smaller than the page, as in a page with other contents.
    await page.addStyleTag({ content: '#player{width:640px!important;height:360px!important}' });
    const width = async () => (await page.locator('iframe').boundingBox())?.width;
    await soon.poll(width).toBe(640);
    await player.button('网页全屏').click();
    await soon.poll(width).toBe(800);
    await player.button('退出网页全屏').click();
    await soon.poll(width).toBe(640);
    await frameAfter(await frameAfter(0));
  });

  it('leaves nothing behind when the page removes it', async () => {
    expect(await player.call('destroy')).toMatchObject({ engines: 1, left: 0 });
    expect(await player.page.locator('iframe').count()).toBe(0);
    await eventually('no viewer', async () => (await viewers()) === 0);
    expect(await player.call('play')).toEqual({ error: 'destroyed' });
    const messages = await player.page.consoleMessages({ filter: 'all' });
    expect(messages.filter((one) => one.type() === 'error').map((one) => one.text())).toEqual([]);
    expect(await player.page.pageErrors({ filter: 'all' })).toEqual([]);
    await player.close();
  });
});
