import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { launchChromium } from '../kit/chromium.ts';
import { collectConsoleErrors, type HostSite, openHostPage, startHostSite } from '../kit/host-page.ts';
import { runIn } from '../kit/run-cli.ts';
import { type SharedOriel, sharedOriel } from '../kit/start-oriel.ts';

const soon = expectPage.configure({ timeout: 20_000 });
const storedId = 'Ee02'.repeat(8);

let oriel: SharedOriel;
let site: HostSite;
let browser: Browser;
let page: Page;
let frame: FrameLocator;
let complaints: string[];
let appKey: string;

beforeAll(async () => {
  oriel = await sharedOriel();
  let token = '';
  site = await startHostSite({ server: () => oriel.origin, token: async () => token });
  const made = await oriel.oriel(['app', 'create', '--name', 'themes', '--origin', site.origin]);
  appKey = (made as { appKey: string }).appKey;
  token = ((await oriel.oriel(['token', 'issue', '--app', appKey])) as { accessToken: string }).accessToken;
  const theme = { ...builtInThemes.voice, themeId: storedId, themeName: '门口', autoFocus: 0 };
  const imported = await runIn(oriel.dataDir, ['theme', 'import', '-'], { input: JSON.stringify(theme) });
  expect(imported.code).toBe(0);
  browser = await launchChromium();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
});
afterEach(() => page?.close());

const url = 'ezopen://oriel/DEMO00001/1.live';

async function open(options: Record<string, unknown>): Promise<void> {
  page = await openHostPage(browser, site, { app: appKey, url, language: 'zh-CN', ...options });
  complaints = collectConsoleErrors(page);
  frame = page.frameLocator('iframe');
}
const playing = () => soon(frame.locator('#oriel-root')).toHaveAttribute('data-phase', 'playing');
/** Expects these buttons of the theme in order, once there are as many. */
async function expectButtons(...ids: string[]): Promise<void> {
  const buttons = frame.locator('.oriel-bar .oriel-button:not([data-id=pictureInPicture])');
  await soon(buttons).toHaveCount(ids.length);
  const shown = buttons.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.id));
  expect(await shown).toEqual(ids);
  expect(complaints).toEqual([]);
}
const voice = ['play', 'talk', 'broadcast', 'sound', 'expend'];
const live = [
  'play',
  'capturePicture',
  'sound',
  'pantile',
  'recordvideo',
  'talk',
  'zoom',
  'hd',
  'webExpend',
  'expend',
];

describe('a template of 32 characters', () => {
  it('selects the theme stored under this ID', async () => {
    await open({ template: storedId });
    await playing();
    await expectButtons(...voice);
  }, 120_000);

  it('that the server does not have plays with the current theme', async () => {
    await open({ template: 'Ff03'.repeat(8) });
    await playing();
    await expectButtons(...live);
    await page.evaluate(`player.setThemeData('${storedId}')`);
    await expectButtons(...voice);
  }, 120_000);
});

describe('the buttons given by a page', () => {
  it.each([
    ['header and footer', 'simple', { header: ['deviceName'], footer: ['play', 'voice'] }, ['play', 'sound']],
    ['controls', 'default', { controls: ['play', 'voice', 'hd'] }, ['play', 'sound', 'hd']],
  ])(
    'by %s take precedence over the template %s',
    async (_by, template, options, buttons) => {
      await open({ template, ...options });
      await playing();
      await expectButtons(...buttons);
    },
    60_000,
  );

  it('determine whether the player starts automatically', async () => {
    const { footer } = builtInThemes.voice;
    const btnList = footer.btnList.map((button) => ({ ...button, defaultActive: 0 }));
    await open({ template: 'theme', autoplay: true, themeData: { footer: { ...footer, btnList } } });
    await soon(frame.locator('.oriel-start-button')).toBeVisible();
    await expectButtons(...voice);
    await soon(frame.locator('#oriel-root')).toHaveAttribute('data-phase', 'idle');
    await frame.locator('.oriel-bar [data-id="play"]').click();
    await playing();
  }, 120_000);
});
