import { expect } from 'expect';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { EzuikitPage } from '../kit/ezuikit-page.ts';
import { type EzuikitWorld, startEzuikitWorld } from '../kit/ezuikit-world.ts';
import { readFrameCode } from '../kit/frame-number.ts';
import { eventually } from '../kit/host-page.ts';
import { demoFps, demoFrameAt } from '../kit/recorded-minutes.ts';
import { shownFrame } from '../kit/shown-frame.ts';

/** A page that was written for EZUIKit, of which only the address of its script was changed. */

const id = 'video-container';
let world: EzuikitWorld;
let page: EzuikitPage;

beforeAll(async () => {
  world = await startEzuikitWorld();
  page = await world.open();
  await page.make({
    url: 'ezopen://open.ys7.com/DEMO00001/1.hd.live',
    template: 'pcLive',
    width: 600,
    height: 400,
    env: { domain: 'https://open.ys7.com' },
    staticPath: './ezuikit_static',
  });
}, 120_000);
afterAll(() => world?.close());

const frameAfter = (frame: number) =>
  eventually(`a frame after ${frame}`, async () => {
    const now = await shownFrame(await page.frame());
    return now !== null && now > frame && now;
  });

describe('a page written for EZUIKit', () => {
  it('plays a moving picture, and receives its callbacks', async () => {
    const first = await frameAfter(0);
    // Live, with time for a busy machine.
    expect(Math.abs(first - demoFrameAt(Date.now()))).toBeLessThan(20 * demoFps);
    await frameAfter(first);
    for (const type of ['handleInitSuccess', 'handleSuccess'])
      expect((await page.heard(type))[0]).toEqual({ retcode: 0, id, type });
  });

  it('turns the sound on, and hears of it by the event', async () => {
    expect(await page.call('openSound')).toBe(1);
    expect(await page.heard('openSound')).toMatchObject([{ code: 1 }]);
  });

  it('gets a picture of what is on the screen', async () => {
    const before = await frameAfter(0);
    const picture = await page.page.evaluate(async () => {
      const { made } = window as unknown as {
        made: { capturePicture(name: string): Promise<{ data: { base64: string; fileName: string } }> };
      };
      return (await made.capturePicture('door')).data;
    });
    expect(picture.fileName).toBe('door.jpg');
    const jpeg = Buffer.from(picture.base64.replace('data:image/jpeg;base64,', ''), 'base64');
    const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const shown = readFrameCode(data, info.width, info.height)?.frame;
    expect(shown).toBeGreaterThanOrEqual(before);
    expect(shown).toBeLessThanOrEqual(await frameAfter(0));
    expect(await page.heard('capturePicture')).toMatchObject([{ code: 0 }]);
  });

  it('shows another camera', async () => {
    const other = 'ezopen://open.ys7.com/DEMO00002/1.live';
    expect(await page.call('changePlayUrl', { url: other })).toBe(other);
    expect(await page.heard('changePlayUrl')).toMatchObject([{ code: 0 }]);
    await frameAfter(await frameAfter(0));
  });

  it('stops and plays again; calls that are not possible reject as before', async () => {
    expect(await page.call('stop')).toBe(true);
    expect(await page.heard('stop')).toMatchObject([{ code: 0 }]);
    expect(await page.call('stop')).toMatchObject({ rejected: { message: '当前非播放状态' } });
    expect(await page.call('enable3DZoom')).toMatchObject({ rejected: { code: 'unsupported' } });
    expect(await page.heard('handleError')).toContainEqual(
      expect.objectContaining({ msg: expect.stringContaining('enable3DZoom') }),
    );
    expect(await page.call('play')).toBe(true);
    await frameAfter(0);
  });

  it('removes the player', async () => {
    expect(await page.call('destroy')).toBeNull();
    expect(await page.page.locator('iframe').count()).toBe(0);
    expect(await page.call('play')).toMatchObject({ rejected: { code: 'destroyed' } });
    const messages = await page.page.consoleMessages({ filter: 'all' });
    expect(messages.filter((one) => one.type() === 'error').map((one) => one.text())).toEqual([]);
    expect(await page.page.pageErrors({ filter: 'all' })).toEqual([]);
    await page.page.context().close();
  });
});
