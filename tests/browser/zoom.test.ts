import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import type { SharedOriel } from '../kit/start-oriel.ts';

const soon = expectPage.configure({ timeout: 30_000 });

let stage: LiveStage<SharedOriel>;
let player: LivePlayer;

beforeAll(async () => {
  stage = await LiveStage.startShared();
}, 180_000);
afterAll(() => stage?.close());
afterEach(() => player?.close());

/** From the transform of the view: scale, and the point at the centre of the player. */
async function seen(): Promise<{ scale: number; x: number; y: number }> {
  const inside = await player.document();
  return inside.evaluate(() => {
    const view = document.querySelector<HTMLElement>('.oriel-view')!;
    const found = /translate\(([-\d.e]+)%, ([-\d.e]+)%\) scale\(([-\d.e]+)\)/.exec(view.style.transform);
    if (!found) return { scale: 1, x: 0.5, y: 0.5 };
    const scale = Number(found[3]);
    return { scale, x: (0.5 - Number(found[1]) / 100) / scale, y: (0.5 - Number(found[2]) / 100) / scale };
  });
}
const scale = async () => (await seen()).scale;

async function zoomOn(): Promise<void> {
  await player.button('电子放大').click();
  await soon(player.frame.locator('.oriel-zoom')).toBeVisible();
}

describe('electronic zoom on a desktop', () => {
  it('has a vertical slider with plus and minus and shows the scale', async () => {
    player = await stage.open();
    await zoomOn();
    const slider = player.frame.getByRole('slider', { name: '电子放大' });
    await soon(player.frame.locator('.oriel-zoom-scale')).toHaveText('1.0X');
    const box = await slider.boundingBox();
    expect(box!.height).toBeGreaterThan(box!.width);
    await player.button('放大').click();
    await player.button('放大').click();
    await soon(player.frame.locator('.oriel-zoom-scale')).toHaveText('3.0X');
    expect(await player.faults()).toEqual([]);
    await player.shoot('zoom-800');
    await player.button('缩小').click();
    await slider.focus();
    await player.page.keyboard.press('ArrowUp');
    await soon(slider).toHaveAttribute('aria-valuetext', '放大倍数 3.0X');
    await soon
      .poll(() => player.reported('enableZoom'))
      .toEqual([1, 2, 3, 2, 3].map((one) => ({ scale: one })));
    await soon.poll(async () => (await player.state()).zoom).toBe(3);
    await player.button('电子放大').click();
    await soon.poll(scale).toBe(1);
    await soon.poll(() => player.reported('closeZoom')).toHaveLength(1);
  }, 120_000);

  it('scales in whole steps at the pointer, shows that 8.0X is reached, and never goes below 1x', async () => {
    player = await stage.open();
    await zoomOn();
    const at = { x: 200, y: 120 };
    await player.page.mouse.move(at.x, at.y);
    const under = async () => {
      const { scale: by, x, y } = await seen();
      return { x: x + (at.x / 800 - 0.5) / by, y: y + (at.y / 450 - 0.5) / by };
    };
    const outcome = await player.receive('.oriel-toasts');
    const before = await under();
    for (let notch = 2; notch <= 8; notch += 1) {
      await player.page.mouse.wheel(0, -100);
      await soon.poll(scale).toBe(notch);
      const after = await under();
      expect(Math.abs(after.x - before.x) * 800 * notch).toBeLessThan(1);
      expect(Math.abs(after.y - before.y) * 450 * notch).toBeLessThan(1);
    }
    await player.page.mouse.wheel(0, -100);
    await soon.poll(outcome).toContain('已放大到最大倍数 8.0X');
    await player.shoot('zoom-limit-800');
    for (let notch = 0; notch < 9; notch += 1) await player.page.mouse.wheel(0, 100);
    await soon.poll(scale).toBe(1);
  }, 120_000);

  it('pans with the pointer up to the edge of the video, and a double click toggles full screen', async () => {
    player = await stage.open();
    await zoomOn();
    await player.call('enableZoom', 4);
    await player.page.mouse.move(400, 200);
    await player.page.mouse.down();
    await player.page.mouse.move(440, 218, { steps: 4 });
    await player.page.mouse.up();
    await soon.poll(async () => (await seen()).x).toBeCloseTo(0.5 - 40 / 800 / 4, 3);
    await soon.poll(async () => (await seen()).y).toBeCloseTo(0.5 - 18 / 450 / 4, 3);
    await player.page.mouse.move(100, 100);
    await player.page.mouse.down();
    for (let turn = 0; turn < 8; turn += 1) {
      await player.page.mouse.move(700, 380);
      await player.page.mouse.move(790, 440);
    }
    await player.page.mouse.up();
    await player.page.mouse.move(200, 200);
    await player.page.mouse.down();
    await player.page.mouse.move(799, 449, { steps: 5 });
    await player.page.mouse.up();
    const { x, y } = await seen();
    expect(x).toBeGreaterThanOrEqual(0.125);
    expect(y).toBeGreaterThanOrEqual(0.125);
    await player.page.mouse.dblclick(400, 225);
    await soon.poll(async () => (await player.state()).fullScreen).toBe(true);
    expect(await scale()).toBe(4);
  }, 120_000);

  it('supports + − arrows and 0', async () => {
    player = await stage.open();
    await zoomOn();
    await player.page.mouse.click(400, 200);
    await player.page.keyboard.press('+');
    await player.page.keyboard.press('+');
    await soon.poll(scale).toBe(3);
    await player.page.keyboard.press('ArrowRight');
    await soon.poll(async () => (await seen()).x).toBeGreaterThan(0.5);
    await player.page.keyboard.press('-');
    await soon.poll(scale).toBe(2);
    await player.page.keyboard.press('0');
    await soon.poll(scale).toBe(1);
  }, 120_000);

  it('pans letterboxed video to its own edge, not to that of the player', async () => {
    player = await stage.open({}, { width: 600, height: 600 });
    await zoomOn();
    await player.call('enableZoom', 8);
    await player.page.mouse.move(300, 200);
    await player.page.mouse.down();
    for (let turn = 0; turn < 12; turn += 1) {
      await player.page.mouse.move(300, 200 + (turn % 2 ? 0 : 300), { steps: 2 });
      if (turn % 2 === 0) {
        await player.page.mouse.up();
        await player.page.mouse.move(300, 200);
        await player.page.mouse.down();
      }
    }
    await player.page.mouse.up();
    // The video is 16:9 in a square: its upper edge is at (1 - 9/16) / 2 of the player.
    await soon.poll(async () => (await seen()).y - 0.5 / 8).toBeCloseTo((1 - 9 / 16) / 2, 2);
    // Only video in the middle column, no bar above it.
    await player.shoot('zoom-letterbox-600');
  }, 120_000);

  it('captures snapshots of the zoomed region at full resolution', async () => {
    player = await stage.open();
    await player.call('enableZoom', 4);
    const { width, height } = await player.state();
    const whole = await player.call('capturePicture', {});
    expect(whole).toMatchObject({ width, height, blob: { type: 'image/jpeg' } });
    expect(await player.call('capturePicture', { zoomed: true, format: 'png' })).toMatchObject({
      width: Math.round(Number(width) / 4),
      height: Math.round(Number(height) / 4),
      blob: { type: 'image/png' },
    });
  }, 120_000);
});

describe('electronic zoom on a phone', () => {
  const phone = { viewport: { width: 390, height: 219 }, hasTouch: true };

  /** A pinch with two fingers as touch events. */
  async function pinch(from: number, to: number, middle = { x: 195, y: 110 }): Promise<void> {
    const cdp = await player.context.newCDPSession(player.page);
    const fingers = (apart: number) => [
      { x: middle.x - apart / 2, y: middle.y, id: 1 },
      { x: middle.x + apart / 2, y: middle.y, id: 2 },
    ];
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) });
    for (let part = 1; part <= 8; part += 1) {
      const apart = from + ((to - from) * part) / 8;
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
    }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  it('shows a small badge, follows two fingers and snaps to a whole step', async () => {
    player = await stage.open(
      { template: 'mobileLive', isMobile: true },
      { width: 390, height: 219, context: phone },
    );
    await player.call('enableZoom', 1);
    const badge = player.frame.locator('.oriel-zoom-badge');
    await soon(badge).toHaveText('1.0X');
    expect(await player.frame.locator('.oriel-zoom').count()).toBe(0);
    await pinch(50, 160);
    await soon.poll(scale).toBe(3);
    await soon(badge).toHaveText('3.0X');
    expect(await player.faults()).toEqual([]);
    await player.shoot('zoom-390');
    await pinch(160, 40);
    await soon.poll(scale).toBe(1);
    await badge.tap();
    await soon.poll(scale).toBe(2);
  }, 120_000);

  it('follows a touchpad pinch, which is reported as a wheel with ctrl', async () => {
    player = await stage.open();
    await player.call('enableZoom', 1);
    const inside = await player.document();
    await inside.evaluate(() => {
      const options = {
        deltaY: -69.3,
        ctrlKey: true,
        clientX: 400,
        clientY: 225,
        cancelable: true,
        bubbles: true,
      };
      const event = new WheelEvent('wheel', options);
      document.querySelector('.oriel-view')!.dispatchEvent(event);
      if (!event.defaultPrevented) throw new Error('the event was not cancelled, so the page would zoom');
    });
    await soon.poll(scale).toBe(2);
  }, 120_000);
});
