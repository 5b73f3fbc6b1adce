import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { recordIndexed } from '../kit/indexed-minutes.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';

/** Players on phones, measured: targets of 44 px, one switch of the storage, buttons that nothing covers. */

const soon = expectPage.configure({ timeout: 30_000 });
const minute = 60_000;
const begin = Math.floor(Date.now() / (10 * minute)) * 10 * minute - 120 * minute;
/** In Shanghai, the zone of a new installation. */
const civil = (at: number) => new Date(at + 480 * minute).toISOString().replace(/[-:T]/g, '').slice(0, 14);
const live = 'ezopen://oriel/DEMO00001/1.hd.live';
const recorded = `ezopen://oriel/DEMO00001/1.cloud.rec?begin=${civil(begin)}`;
const encrypted = 'ezopen://oriel/DEMO00002/1.cloud.rec';
const emptyDay = 'ezopen://oriel/DEMO00001/1.cloud.rec?begin=20250302';

let stage: LiveStage;
beforeAll(async () => {
  stage = await LiveStage.start();
  await recordIndexed(stage, [{ serial: 'DEMO00001', from: begin, durationMs: minute }]);
  await stage.oriel.oriel(['camera', 'update', 'DEMO00002', '--encrypted'], 'ABCDEF\n');
}, 240_000);
afterAll(() => stage?.close());

type Size = readonly [width: number, height: number];

const open = (
  options: Readonly<Record<string, unknown>>,
  [width, height]: Size,
  isPlaying = true,
): Promise<LivePlayer> =>
  stage.open(
    { isMobile: true, linkButton: true, ...options },
    {
      ...{ width, height, isPlaying },
      context: { hasTouch: true },
    },
  );

/** Controls whose hit area is smaller than 44 x 44 px, or that are covered, with what was measured. */
async function smallTargets(player: LivePlayer, within = 'body'): Promise<readonly string[]> {
  await player.page.waitForTimeout(400); // they fade in
  return (await player.document()).evaluate((scope) => {
    const hits = (element: Element, x: number, y: number) =>
      element.contains(document.elementFromPoint(x, y));
    /** Length of the hit area in a direction. */
    const reach = (element: Element, x: number, y: number, dx: number, dy: number) => {
      let length = 0;
      while (length < 60 && hits(element, x + dx * (length + 1), y + dy * (length + 1))) length += 1;
      return length;
    };
    const controls = document
      .querySelector(scope)!
      .querySelectorAll('button, input, select, [role="slider"]');
    return [...controls].flatMap((element) => {
      if (element.closest('.oriel-dates, .oriel-stats')) element.scrollIntoView({ block: 'center' });
      const box = element.getBoundingClientRect();
      const isTimeline = element.closest('.oriel-timeline') !== null;
      if (box.width === 0 || getComputedStyle(element).visibility === 'hidden' || isTimeline) return [];
      if (element.getAttribute('aria-hidden') === 'true') return [];
      const [x, y] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
      const name = element.getAttribute('aria-label') ?? element.textContent;
      // Scrolled out of the card, whose buttons stay.
      if (element.closest('.oriel-card-foot') && !hits(element, x, y)) return [];
      if (!hits(element, x, y)) return [`${name}: covered by ${document.elementFromPoint(x, y)?.className}`];
      const width = 1 + reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0);
      const height = 1 + reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1);
      return width >= 43 && height >= 43 ? [] : [`${name}: ${width} x ${height}`];
    });
  }, within);
}

const sizes = [
  [390, 220],
  [390, 844],
] as const satisfies readonly Size[];

describe.each(sizes)('targets of a phone of %i x %i', (...size) => {
  it.each(['mobileLive', 'security', 'voice'])('are 44 px in %s', async (template) => {
    const player = await open({ template, url: live }, size);
    await player.shoot(`phone-${template}-${size.join('x')}`);
    expect(await smallTargets(player)).toEqual([]);
    await player.close();
  });

  it('are 44 px in mobileRec: bars, hours, a selection, the calendar', async () => {
    const player = await open({ template: 'mobileRec', url: recorded.replace(/\?.*/, '') }, size, false);
    const { frame } = player;
    await soon(frame.locator('.oriel-app')).toBeVisible();
    const isDocked = size[1] > 600;
    await player.shoot(`phone-mobileRec-${size.join('x')}`);
    const small = [...(await smallTargets(player))];
    if (!isDocked) await frame.locator('.oriel-panel-open').tap();
    await soon(frame.locator('.oriel-panel')).toBeVisible();
    await player.shoot(`phone-mobileRec-${size.join('x')}-hours`);
    if (!isDocked) small.push(...(await smallTargets(player, '.oriel-panel-head')));
    await frame.locator('.oriel-panel-date').tap();
    await soon(frame.locator('.oriel-dates')).toBeVisible();
    await player.shoot(`phone-mobileRec-${size.join('x')}-calendar`);
    small.push(...(await smallTargets(player, '.oriel-dates')));
    expect(small).toEqual([]);
    await player.close();
  });

  it('are 44 px where the code of an encrypted camera is asked for', async () => {
    const player = await open({ template: 'mobileRec', url: encrypted }, size, false);
    await soon(player.frame.locator('.oriel-code')).toBeVisible();
    await player.shoot(`phone-code-${size.join('x')}`);
    expect(await smallTargets(player, '.oriel-code')).toEqual([]);
    await player.close();
  });

  it('are 44 px in the statistics', async () => {
    const player = await open({ template: 'mobileLive', url: live }, size);
    await player.frame.locator('.oriel-live-button').tap();
    await soon(player.frame.locator('.oriel-stats')).toBeVisible();
    expect(await smallTargets(player, '.oriel-stats')).toEqual([]);
    await player.close();
  });
});

describe('in a low player of a phone', () => {
  const low = [390, 220] as const;

  it('nothing covers the buttons of a day without recordings, and the header stays', async () => {
    const player = await open({ template: 'mobileRec', url: emptyDay }, low, false);
    await soon(player.frame.locator('.oriel-card')).toBeVisible();
    await soon(player.frame.locator('.oriel-header')).toBeVisible();
    await player.shoot('phone-empty-390');
    expect(await smallTargets(player)).toEqual([]);
    await player.close();
  });

  it.each(['pcRec', 'security'])('nothing covers the button to retry in %s', async (template) => {
    const player = await open({ template, url: live }, low);
    await player.context.route('**/api/lapp/live/url/ezopen', (route) => route.abort());
    await player.page.evaluate(
      (url) => {
        const { player } = window as unknown as { player: { changePlayUrl(to: string): Promise<unknown> } };
        player.changePlayUrl(url).catch(() => {});
      },
      live.replace('DEMO00001', 'DEMO00002'),
    );
    await soon(player.frame.locator('.oriel-retry')).toBeVisible();
    await player.shoot(`phone-reconnecting-${template}`);
    expect(await smallTargets(player)).toEqual([]);
    await player.close();
  });
});

describe('on a phone', () => {
  it('the hours of the day have the only switch of the storage, and the name is before the serial number', async () => {
    const player = await open({ template: 'mobileRec', url: recorded }, [390, 844]);
    const { frame } = player;
    await soon(frame.getByRole('button', { name: '存储卡录像' })).toBeVisible();
    await soon(
      frame.locator('.oriel-header [data-id="cloudRec"], .oriel-header [data-id="rec"]'),
    ).toHaveCount(0);
    const left = async (id: string) =>
      (await frame.locator(`.oriel-device[data-id="${id}"]`).boundingBox())!.x;
    expect(await left('deviceName')).toBeLessThan(await left('deviceID'));
    await player.close();
  });

  it('the controls of a wall fill their frame', async () => {
    const options = { template: 'pcRec', url: live, controlsOnly: true, autoplay: false };
    const player = await open(options, [390, 160], false);
    await soon(player.frame.locator('.oriel-footer')).toBeVisible();
    await player.shoot('phone-controls-390');
    const edges = await (await player.document()).evaluate(() =>
      ['.oriel-header', '.oriel-footer', '.oriel-timeline'].map((selector) => {
        const { top, bottom } = document.querySelector(selector)!.getBoundingClientRect();
        return [Math.round(top), Math.round(bottom)];
      }),
    );
    expect(edges.map(([top]) => top)).toEqual([0, edges[0]![1], 112]);
    expect(edges[1]![1]).toBe(112);
    await player.close();
  });
});
