import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { eventually, type HostSite, openHostPage, startHostSite } from '../kit/host-page.ts';
import { type SharedOriel, sharedOriel } from '../kit/start-oriel.ts';

let oriel: SharedOriel;
let site: HostSite;
let browser: Browser;
let page: Page;
let appKey: string;

const url = 'ezopen://oriel/DEMO00001/1.live';

interface View {
  readonly player: {
    readonly state: { phase: string; fullScreen: boolean; webFullScreen: boolean };
    play(): Promise<void>;
    fullScreen(to: string): Promise<void>;
  };
}

beforeAll(async () => {
  oriel = await sharedOriel();
  let token = '';
  site = await startHostSite({ server: () => oriel.origin, token: async () => token });
  const made = await oriel.oriel(['app', 'create', '--name', 'full', '--origin', site.origin]);
  ({ appKey } = made as { appKey: string });
  token = ((await oriel.oriel(['token', 'issue', '--app', appKey])) as { accessToken: string }).accessToken;
  browser = await launchChromium();
  page = await openHostPage(browser, site, { app: appKey, template: 'pcLive', url });
  await page.waitForFunction("player.state?.phase === 'playing'", null, { timeout: 60_000 });
}, 180_000);

/** The initial state for each attempt. */
beforeEach(async () => {
  await page.evaluate(async () => {
    const { player } = window as unknown as View;
    for (const button of document.querySelectorAll('button')) button.remove();
    // Buttons of the page, as an integrator would have them.
    for (const to of ['fullscreen', 'web', 'none']) {
      const button = document.createElement('button');
      button.id = to;
      button.style.cssText = 'position:fixed;bottom:0;z-index:100000';
      button.onclick = () => void player.fullScreen(to);
      document.body.append(button);
    }
    if (player.state.phase !== 'playing') await player.play();
    if (player.state.fullScreen || player.state.webFullScreen) await player.fullScreen('none');
  });
  await eventually('the initial size', async () => (await widthOf()) === 600);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
});

const click = (id: string) => page.evaluate((name) => document.getElementById(name)?.click(), id);
const stateOf = () => page.evaluate(() => (window as unknown as View).player.state);
const widthOf = () => page.evaluate(() => document.querySelector('iframe')!.getBoundingClientRect().width);

describe('a button of the host page', () => {
  it('enters full screen by the browser, and the player detects it', async () => {
    await click('fullscreen');
    await eventually('full-screen', async () => (await stateOf()).fullScreen);
    await page.waitForFunction("document.fullscreenElement?.tagName === 'IFRAME'");
    await click('none');
    await eventually('the end of full screen', async () => !(await stateOf()).fullScreen);
    await page.waitForFunction('document.fullscreenElement === null');
    await eventually('a width of 600 px', async () => (await widthOf()) === 600);
  }, 120_000);

  it('detects that the viewer left full screen by a key', async () => {
    await click('fullscreen');
    await eventually('full-screen', async () => (await stateOf()).fullScreen);
    await page.evaluate(() => document.exitFullscreen());
    await eventually('the end of full screen', async () => !(await stateOf()).fullScreen);
    await eventually('a width of 600 px', async () => (await widthOf()) === 600);
  }, 120_000);

  it('lets the player fill the page, and restores it', async () => {
    await click('web');
    await eventually('page-wide', async () => (await stateOf()).webFullScreen);
    await eventually('a width of 1000 px', async () => (await widthOf()) === 1000);
    await click('none');
    await eventually('the initial size', async () => (await widthOf()) === 600);
  }, 120_000);
});

describe('full screen that the player rejects', () => {
  const refused = async (code: string) => {
    const answer = "player.fullScreen('fullscreen').catch((error) => error.code)";
    // In a click handler: without a user gesture the browser would reject it.
    await page.evaluate(`document.getElementById('none').onclick = () => { window.answer = ${answer} }`);
    await page.click('#none');
    expect(await page.evaluate('window.answer')).toBe(code);
    await page.waitForTimeout(300);
    expect(await page.evaluate('document.fullscreenElement')).toBeNull();
  };
  it('is not requested from the browser page-wide', async () => {
    await click('web');
    await eventually('page-wide', async () => (await stateOf()).webFullScreen);
    await refused('player.expanded');
    expect(await stateOf()).toMatchObject({ fullScreen: false, webFullScreen: true });
    await page.evaluate("player.fullScreen('none')");
    await eventually('the initial size', async () => (await widthOf()) === 600);
  }, 120_000);

  it('is not requested from the browser when nothing plays', async () => {
    await page.evaluate('player.stop()');
    await refused('player.notPlaying');
    await page.evaluate('player.play()');
    await page.waitForFunction("player.state?.phase === 'playing'", null, { timeout: 30_000 });
  }, 120_000);
});

describe('a double click on the video', () => {
  const doubleClick = () => page.frameLocator('iframe').locator('#oriel-root').dblclick();

  it('toggles full screen', async () => {
    await doubleClick();
    await eventually('full-screen', async () => (await stateOf()).fullScreen);
    await page.waitForTimeout(600); // otherwise two double clicks count as four clicks in a row
    await doubleClick();
    await eventually('the end of full screen', async () => !(await stateOf()).fullScreen);
    await eventually('a width of 600 px', async () => (await widthOf()) === 600);
  }, 120_000);

  it('has no effect page-wide, where full screen is not allowed', async () => {
    await click('web');
    await eventually('page-wide', async () => (await stateOf()).webFullScreen);
    await page.evaluate(
      'window.received = false; void player.once("dblclick", () => { window.received = true })',
    );
    await doubleClick();
    await eventually('the dblclick event', () => page.evaluate<boolean>('window.received'));
    await page.waitForTimeout(500);
    expect(await stateOf()).toMatchObject({ fullScreen: false, webFullScreen: true });
    await click('none');
    await eventually('the initial size', async () => (await widthOf()) === 600);
  }, 120_000);

  it('does not change full screen with doubleClickFullscreen: false, and the page is told of it', async () => {
    const options = { app: appKey, template: 'pcLive', url, doubleClickFullscreen: false };
    const other = await openHostPage(browser, site, options);
    await other.waitForFunction("player.state?.phase === 'playing'", null, { timeout: 60_000 });
    await other.evaluate(
      'window.received = false; void player.once("dblclick", () => { window.received = true })',
    );
    await other.frameLocator('iframe').locator('#oriel-root').dblclick();
    await eventually('the dblclick event', () => other.evaluate<boolean>('window.received'));
    await other.waitForTimeout(500);
    expect(await other.evaluate('player.state.fullScreen')).toBe(false);
    expect(await other.evaluate('document.fullscreenElement')).toBeNull();
    await other.close();
  }, 120_000);
});
