import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { eventually, playerFrame } from '../kit/host-page.ts';
import {
  callByButton,
  findings,
  horizontalOverflowPx,
  openSample,
  sampleWidths,
} from '../kit/sample-page.ts';
import { type SharedOriel, sharedOriel } from '../kit/start-oriel.ts';

let oriel: SharedOriel;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  oriel = await sharedOriel();
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await oriel?.stop();
});

beforeEach(async () => {
  ({ page, problems } = await openSample(browser, `${oriel.sampleOrigin}/ezuikit`));
  await page.waitForSelector('body[data-phase="playing"]');
});

afterEach(() => page.context().close());

const call = (name: string, selector?: string) => callByButton(page, name, selector);

describe('the EZUIKit page of the sample host', () => {
  it('loads the facade by a plain script, and shows the code that it runs', async () => {
    const markup = await (await fetch(`${oriel.sampleOrigin}/ezuikit`)).text();
    expect(markup).toMatch(
      new RegExp(`<script src="${oriel.origin}/sdk/v1/ezuikit.global.js" data-app="[0-9a-f]+">`),
    );
    expect(markup).not.toContain('{{');
    const code = await (await fetch(`${oriel.sampleOrigin}/ezuikit-player.js`)).text();
    expect(await page.textContent('#snippet')).toBe(code);
    expect(await page.textContent('#log')).toContain('handleSuccess');
    expect(problems).toEqual([]);
  });

  it('plays, takes a snapshot and a recording, and runs the usual calls', async () => {
    expect(await call('capturePicture')).toBe('capturePicture: {"code":0,"fileName":"ezuikit.jpg"}');
    expect(
      await page.$eval('#picture img', async (image) => {
        await (image as HTMLImageElement).decode();
        return (image as HTMLImageElement).naturalWidth;
      }),
    ).toBe(640);
    expect(await call('startSave')).toContain('"code":0');
    for (const name of ['openSound', 'closeSound', 'enableZoom', 'zoomAdd', 'zoomSub']) await call(name);
    expect(await page.textContent('#result')).toBe('zoomSub: 1');
    for (const name of ['closeZoom', 'openPtz', 'closePtz']) expect(await call(name)).toBe(`${name} ✓`);
    expect(await call('getOSDTime')).toMatch(/"data":\d{10}\}$/);
    expect(await call('getDefinitionList')).toContain('"level":2');
    expect(await call('stopSave')).toBe('stopSave: ezuikit.mp4');
    const seconds = await eventually('a playable recording', () =>
      page.$eval('#video video', (video) => (video as HTMLVideoElement).duration || null),
    );
    expect(seconds).toBeGreaterThan(0.2);
    expect(problems).toEqual([]);
  });

  it('changes quality, theme, camera and size, and starts again', async () => {
    expect(await call('changeVideoLevel', '[data-value="0"]')).toContain('"level":0');
    expect(await call('changeVideoLevel', '[data-value="2"]')).toContain('"level":2');
    const frame = await playerFrame(page);
    await frame.waitForSelector('[data-id="pantile"]');
    expect(await call('changeTheme', '[data-value="security"]')).toBe('changeTheme ✓');
    await frame.waitForSelector('[data-id="pantile"]', { state: 'detached' });
    expect(await call('changeTheme', '[data-value="pcLive"]')).toBe('changeTheme ✓');
    await frame.waitForSelector('[data-id="pantile"]');
    expect(await call('changePlayUrl')).toContain('DEMO00002');
    expect(await call('stop')).toBe('stop: true');
    expect(await call('stop')).toContain('player.notPlaying');
    expect(await call('play')).toBe('play: true');
    const width = async () => (await (await page.$('iframe'))?.boundingBox())?.width;
    expect(await call('browserFullscreen')).toBe('browserFullscreen ✓');
    await eventually('a player as wide as the page', async () => (await width()) === 1440);
    await page.$eval('[data-call="exitBrowserFullscreen"]', (button) => (button as HTMLElement).click());
    await eventually('the original player size', async () => ((await width()) ?? 0) < 1_000);
    for (const each of sampleWidths) {
      await page.setViewportSize({ width: each, height: 900 });
      await eventually(`a player of size ${each}`, async () => (await horizontalOverflowPx(page)) === 0);
    }
    expect(await call('destroy')).toBe('destroy ✓');
    expect(await page.$$('iframe')).toHaveLength(0);
    expect(await call('play')).toContain('destroyed');
    expect(await call('new EZUIKitPlayer')).toBe('new EZUIKitPlayer ✓');
    await page.waitForSelector('#video-container iframe');
    expect(problems).toEqual([]);
  });

  it('has no serious axe findings, light and dark', async () => {
    await page.evaluate(
      await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findings(page)).toEqual([]);
    }
  });
});
