import { expect } from 'expect';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type ConsolePage, soon } from '../kit/console-page.ts';
import { ConsoleSite } from '../kit/console-site.ts';
import { overflowFaults } from '../kit/list-layout.ts';

/** The list of cameras and their form, in a browser. */

let site: ConsoleSite;
let admin: ConsolePage;
let page: Page;
beforeAll(async () => {
  site = await ConsoleSite.start();
  ({ admin, page } = site);
}, 300_000);
afterAll(() => site?.close());

async function rectOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { x, y, width, height };
}

describe('pictures in the list', () => {
  const pictures = () => page.locator('[data-state][aria-hidden="true"]:visible');

  it('appear without moving anything, and are small', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/thumbnail', async (route) => {
      await held;
      await route.continue();
    });
    await admin.openPage('/iot/camera');
    const row = page.getByRole('main').getByRole('row').nth(1);
    await soon(pictures().first()).toHaveAttribute('data-state', 'waiting');
    const before = [await rectOf(row), await rectOf(pictures().first())];
    expect(before[1]).toMatchObject({ width: 64, height: 36 });
    release();
    const image = pictures().first().locator('img');
    await image.waitFor({ timeout: 60_000 });
    expect([await rectOf(row), await rectOf(pictures().first())]).toEqual(before);
    const { width, bytes } = await image.evaluate((img: HTMLImageElement) => ({
      width: img.naturalWidth,
      bytes: img.src.length * 0.75,
    }));
    expect(width).toBeLessThanOrEqual(160);
    expect(bytes).toBeLessThan(12_000);
    await page.unroute('**/thumbnail');
    await admin.shot('cameras-1440');
    expect(await admin.findings()).toEqual([]);
  }, 180_000);

  it('are asked for once for each row', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('/thumbnail')) asked.push(pathname);
    });
    await admin.openPage('/iot/camera');
    await soon(pictures().locator('img')).toHaveCount(2);
    await page.getByRole('main').getByRole('button', { name: '刷新' }).click();
    await admin.settled();
    expect(asked).toHaveLength(new Set(asked).size);
    expect(asked).toHaveLength(2);
  }, 120_000);

  it('fit on a phone, where a camera is added by a button above the list', async () => {
    await admin.resize(390, 844);
    await admin.openPage('/iot/camera');
    await soon(pictures().locator('img')).toHaveCount(2);
    expect(await overflowFaults(admin)).toEqual([]);
    const add = page.getByRole('main').getByRole('button', { name: '接入摄像头' });
    const { x, width } = await rectOf(add);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    await admin.shot('cameras-390');
    await admin.resize(1440, 900);
  }, 120_000);
});

describe('the weekly plan', () => {
  it('is painted by a finger on a tablet', async () => {
    await admin.resize(820, 1180);
    await admin.openPage('/iot/camera');
    await admin.act('Demo 1', '修改');
    const form = page.getByRole('dialog').last();
    await form.getByRole('switch', { name: '启用计划' }).check();
    await form.getByText('按周计划').click();
    const hour = (name: string) => form.getByRole('button', { name, exact: true });
    await hour('星期三 2:00').scrollIntoViewIfNeeded();
    await admin.still();
    const [from, to] = [await rectOf(hour('星期三 2:00')), await rectOf(hour('星期三 9:00'))];
    expect(from.height).toBeGreaterThanOrEqual(24);
    expect(from.width).toBeGreaterThanOrEqual(16);
    const touch = await page.context().newCDPSession(page);
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const at = (box: typeof from, share: number) => ({
      x: from.x + (box.x - from.x) * share + from.width / 2,
      y: from.y + from.height / 2,
    });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(from, 1)] });
    for (let step = 1; step <= 14; step += 1)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(to, step / 14)] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await soon(form.getByRole('textbox', { name: '开始' })).toHaveValue('02:00');
    await soon(form.getByRole('textbox', { name: '结束' })).toHaveValue('10:00');
    await admin.shot('plan-820');
    expect(await overflowFaults(admin)).toEqual([]);
    await touch.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  }, 180_000);
});
