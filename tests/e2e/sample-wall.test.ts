import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { eventually } from '../kit/host-page.ts';
import { findings, horizontalOverflowPx, openSample, sampleWidths } from '../kit/sample-page.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

let oriel: OrielInstance;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  oriel = await startOriel({ hasSamplePage: true });
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await oriel?.stop();
});

beforeEach(async () => {
  // Four tiles of less than 480 px.
  ({ page, problems } = await openSample(browser, `${oriel.sampleOrigin}/wall`, 900));
  await tilesIn('playing', 4);
});

afterEach(() => page.context().close());

const tilesIn = (phase: string, count: number) =>
  eventually(
    `${count} tiles ${phase}`,
    async () => (await page.$$(`.tile[data-phase="${phase}"]`)).length === count,
    60_000,
  );

const received = () =>
  page.$$eval('.listen', (all) => all.map((button) => button.getAttribute('aria-pressed') === 'true'));

describe('the video wall of the sample host', () => {
  it('plays four sub streams, and shows their totals', async () => {
    const facts = await page.$$eval('.tile .facts', (all) => all.map((one) => one.textContent));
    expect(facts).toEqual(Array(4).fill('320×180 · sd'));
    await eventually(
      'four players in the total',
      async () => (await page.textContent('#playing')) === '4 / 4',
    );
    await eventually('the total bit rate', async () => {
      const [, amount, unit] = /^([\d.]+) ([kM])bit\/s$/.exec((await page.textContent('#bits')) ?? '') ?? [];
      return Number(amount) * (unit === 'M' ? 1_000 : 1) > 100;
    });
    expect(problems).toEqual([]);
  });

  it('plays the audio of one player at a time', async () => {
    for (const at of [1, 3]) {
      await page.click(`.tile:nth-child(${at + 1}) .listen`);
      const wanted = [0, 1, 2, 3].map((index) => index === at);
      await eventually(`audio of ${at} only`, async () => String(await received()) === String(wanted));
    }
    await page.click('.tile:nth-child(4) .listen');
    await eventually('no audio', async () => (await received()).every((isPinyinMatch) => !isPinyinMatch));
  });

  it('stops and plays all, and changes their number without restarting the others', async () => {
    await page.click('#stop-all');
    await tilesIn('idle', 4);
    expect(await page.textContent('#result')).toBe('');
    await page.click('#stop-all');
    await eventually('the reason', async () => (await page.textContent('#result')) === 'Nothing is playing');
    await page.evaluate(() => {
      for (const frame of document.querySelectorAll('iframe')) frame.dataset.old = 'yes';
    });
    await page.click('[data-count="9"]');
    expect(await page.$$('.tile iframe')).toHaveLength(9);
    await page.click('[data-count="4"]');
    await eventually('four frames', async () => (await page.$$('iframe')).length === 4);
    expect(await page.$$('iframe[data-old]')).toHaveLength(4);
    await page.click('#play-all');
    await tilesIn('playing', 4);
    expect(problems).toEqual([]);
  });

  it('speaks to the cameras of all tiles, and lists which receive it', async () => {
    const listed = () => page.$$eval('#receivers li', (all) => all.map((one) => one.textContent));
    await page.click('#broadcast');
    const cameras = ['DEMO00001/1', 'DEMO00002/1'].map((camera) => `${camera}: receiving`);
    await eventually('both cameras', async () => String(await listed()) === String(cameras));
    expect(await page.getAttribute('#broadcast', 'aria-pressed')).toBe('true');
    await page.click('#broadcast');
    await eventually('the end', async () => (await listed()).length === 0);
    expect(await page.getAttribute('#broadcast', 'aria-pressed')).toBe('false');
    expect(problems).toEqual([]);
  });

  it('supports both languages, fits every width, and has no serious axe findings', async () => {
    await page.click('#page-language');
    expect(await page.textContent('h1')).toBe('Oriel 视频墙');
    expect(await page.getAttribute('.listen', 'aria-label')).toBe('播放声音: 摄像机 1');
    for (const width of sampleWidths) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await horizontalOverflowPx(page)]).toEqual([width, 0]);
    }
    await page.evaluate(
      await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page)).toEqual([]);
    }
  });
});
