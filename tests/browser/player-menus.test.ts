import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { recordIndexed } from '../kit/indexed-minutes.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';

/** Every menu of every template, measured: each entry is inside of the frame, or can be scrolled to, and is hit there. */

const soon = expectPage.configure({ timeout: 30_000 });
const minute = 60_000;
const begin = Math.floor(Date.now() / (10 * minute)) * 10 * minute - 120 * minute;
/** In Shanghai, the zone of a new installation. */
const civil = (at: number) => new Date(at + 480 * minute).toISOString().replace(/[-:T]/g, '').slice(0, 14);
const live = 'ezopen://oriel/DEMO00001/1.hd.live';
const recorded = `ezopen://oriel/DEMO00001/1.cloud.rec?begin=${civil(begin)}`;

const sizes = [
  [390, 220],
  [390, 844],
  [640, 408],
] as const;

let stage: LiveStage;
beforeAll(async () => {
  stage = await LiveStage.start();
  await recordIndexed(stage, [{ serial: 'DEMO00001', from: begin, durationMs: minute }]);
}, 240_000);
afterAll(() => stage?.close());

const open = (template: string, url: string, isMobile: boolean): Promise<LivePlayer> =>
  stage.open(
    { template, url, isMobile, linkButton: true },
    { width: 640, height: 408, context: { hasTouch: isMobile } },
  );

/** Faults of the open menu: an entry outside of the frame, or covered. Empty if there are none. */
async function faultsOf({ frame }: LivePlayer): Promise<readonly string[]> {
  const menu = frame.getByRole('menu');
  await soon(menu).toBeVisible();
  // Where it moves to, not where it comes from.
  await menu.evaluate((list) => Promise.all(list.getAnimations().map(({ finished }) => finished)));
  return menu.evaluate((list) => {
    const isInside = ({ left, top, right, bottom }: DOMRect) =>
      left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    const items = [...list.querySelectorAll<HTMLElement>('.oriel-menu-item')];
    const faults = isInside(list.getBoundingClientRect()) ? [] : ['menu outside'];
    for (const item of items) {
      item.scrollIntoView({ block: 'nearest' });
      const box = item.getBoundingClientRect();
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!isInside(box) || box.height < 32) faults.push(`${item.textContent} outside`);
      else if (!hit || !item.contains(hit)) faults.push(`${item.textContent} covered by ${hit?.className}`);
    }
    return items.length === 0 ? ['no entries'] : faults;
  });
}

const menuButtons = ({ frame }: LivePlayer): Locator => frame.locator('[aria-haspopup="menu"]');

async function resize(player: LivePlayer, [width, height]: (typeof sizes)[number]): Promise<string> {
  await player.page.setViewportSize({ width, height });
  const inside = await player.document();
  await soon.poll(() => inside.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
  await inside.evaluate(() => new Promise(requestAnimationFrame));
  return `${width} x ${height}`;
}

/** Faults of the menus of all buttons in all sizes. */
async function walk(player: LivePlayer, isMobile: boolean): Promise<readonly string[]> {
  const { page, frame } = player;
  const faults: string[] = [];
  for (const size of sizes) {
    const place = await resize(player, size);
    for (const button of await menuButtons(player).all()) {
      const id = await button.getAttribute('data-id');
      await (isMobile ? button.tap() : button.click());
      await player.shoot(`menu-${size.join('x')}-${isMobile ? 'phone' : 'desktop'}-${id}`);
      faults.push(...(await faultsOf(player)).map((fault) => `${place} ${id}: ${fault}`));
      await soon(frame.locator('.oriel-menu-item:focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await soon(frame.getByRole('menu')).toHaveCount(0);
      await soon(button).toBeFocused();
    }
  }
  return faults;
}

describe.each([
  ['pcLive', live, 'hd', [true, false]],
  ['security', live, 'hd', [true, false]],
  ['theme', live, 'hd', [true]],
  ['standard', recorded, 'speed', [true]],
  ['pcRec', recorded, 'speed', [true, false]],
  ['mobileLive', live, 'hd', [true]],
  ['mobileRec', recorded, 'speed', [true]],
] as const)('menus of %s with %s', (template, url, id, places) => {
  it.each(places)('are inside of the frame (on a phone: %s)', async (isMobile) => {
    const player = await open(template, url, isMobile);
    await soon(player.frame.locator(`[data-id="${id}"]`)).toHaveAttribute('aria-haspopup', 'menu');
    expect(await walk(player, isMobile)).toEqual([]);
    await player.close();
  });
});

describe('the menu of the right mouse button', () => {
  it.each([true, false])('is inside of the frame (on a phone: %s)', async (isMobile) => {
    const player = await open('voice', live, isMobile);
    const inside = await player.document();
    const faults: string[] = [];
    for (const size of sizes) {
      const place = await resize(player, size);
      for (const far of [0, 1]) {
        await inside.evaluate((share) => {
          const at = { clientX: innerWidth * share, clientY: innerHeight * share };
          document.body.dispatchEvent(
            new MouseEvent('contextmenu', { ...at, bubbles: true, cancelable: true }),
          );
        }, far);
        faults.push(...(await faultsOf(player)).map((fault) => `${place} at ${far}: ${fault}`));
        await player.page.keyboard.press('Escape');
        await soon(player.frame.getByRole('menu')).toHaveCount(0);
      }
    }
    expect(faults).toEqual([]);
    await player.close();
  });
});

describe('the sheet of a menu on a phone', () => {
  it('ends with a choice and with a tap beside it, which reaches nothing below', async () => {
    const player = await open('mobileRec', recorded, true);
    const { page, frame } = player;
    await page.setViewportSize({ width: 390, height: 844 });
    const speed = frame.locator('[data-id="speed"]');
    await speed.tap();
    await frame.getByRole('menuitemradio', { name: '2 倍速' }).tap();
    await soon(frame.getByRole('menu')).toHaveCount(0);
    await soon(speed).toBeFocused();
    expect(await player.state()).toMatchObject({ phase: 'playing' });
    await speed.tap();
    await soon(frame.getByRole('menuitemradio', { name: '2 倍速' })).toHaveAttribute('aria-checked', 'true');
    // Over the play button.
    const play = (await frame.locator('.oriel-mid .oriel-button').boundingBox())!;
    await page.touchscreen.tap(play.x + play.width / 2, play.y + play.height / 2);
    await soon(frame.getByRole('menu')).toHaveCount(0);
    await soon(speed).toBeFocused();
    await soon(frame.locator('.oriel-mid .oriel-button')).toHaveAttribute('aria-label', '暂停');
    await player.close();
  });
});
