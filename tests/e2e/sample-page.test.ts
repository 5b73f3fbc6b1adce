import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { methods } from '../../host-sdk/calls.generated.ts';
import { namedTemplates } from '../../lib/contracts/theme/template.ts';
import { launchChromium } from '../kit/chromium.ts';
import { eventually, playerFrame } from '../kit/host-page.ts';
import {
  callByButton,
  findings,
  horizontalOverflowPx,
  openSample,
  openTab,
  sampleWidths,
} from '../kit/sample-page.ts';
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

async function open(): Promise<void> {
  ({ page, problems } = await openSample(browser, oriel.sampleOrigin));
  await page.waitForSelector('.camera:nth-child(1)[data-phase="playing"]');
}
const close = () => page.context().close();

const call = (name: string, selector?: string) => callByButton(page, name, selector);

interface SampleWindow {
  readonly cameras: { readonly player: { readonly state: Record<string, unknown> } }[];
}

/** Waits until a property of the first player's state is `value`. */
const untilState = (name: string, value: unknown) =>
  eventually(`${name} ${value}`, () =>
    page.evaluate(
      ([key, wanted]) =>
        (window as unknown as SampleWindow).cameras[0]?.player.state[key as string] === wanted,
      [name, value] as const,
    ),
  );

const playing = () => page.waitForSelector('.camera:nth-child(1)[data-phase="playing"]');

describe('the sample host page', () => {
  beforeAll(open, 60_000);
  afterAll(close);

  it('shows both demo cameras live, without console messages', async () => {
    await expect(page.waitForSelector('.camera:nth-child(2)[data-phase="playing"]')).resolves.toBeTruthy();
    expect(await page.textContent('.camera:nth-child(1) footer')).toMatch(/^640×360/);
    expect(problems).toEqual([]);
  });

  it('has a control for every call of the SDK', async () => {
    const controls = await page.$$eval('[data-call]', (all) =>
      all.map((one) => (one as HTMLElement).dataset.call),
    );
    const calls = methods.map(([name]) => name);
    expect([...new Set(controls)].sort()).toEqual([...calls, 'createPlayer', 'destroy'].sort());
  });

  it('updates the statistics of the player', async () => {
    await openTab(page, '#stats');
    const shown = async () =>
      Number(await page.textContent('#stats tr:has([data-text="stats_framesShown"]) td'));
    const first = await eventually('statistics', async () => (await shown()) || null);
    await eventually('more frames', async () => (await shown()) > first);
    expect(await page.textContent('#stats')).toMatch(/bit\/s/);
    expect(await call('getStats')).toBe('getStats ✓');
  });

  it('sets audio and volume', async () => {
    expect(await call('openSound')).toBe('openSound ✓');
    await untilState('muted', false);
    await page.fill('#volume', '40');
    await untilState('volume', 40);
    expect(await call('closeSound')).toBe('closeSound ✓');
    await untilState('muted', true);
    expect(problems).toEqual([]);
  });

  it('supports both languages', async () => {
    expect(await page.textContent('h1')).toBe('Oriel sample page');
    await page.click('#page-language');
    expect(await page.textContent('h1')).toBe('Oriel 示例页面');
    expect(await page.getAttribute('html', 'lang')).toBe('zh-CN');
    expect(await page.textContent('.camera:nth-child(1) b')).toBe('摄像机 1');
    expect(await page.textContent('#chosen')).toContain('摄像机 1');
    const player = page.frameLocator('.camera:nth-child(1) iframe');
    await player.getByRole('button', { name: '截图', exact: true }).waitFor();
    expect(await page.inputValue('#language')).toBe('zh-CN');
    await page.click('#page-language');
    expect(await page.textContent('.camera:nth-child(2) b')).toBe('Camera 2');
  });

  it('supports the keyboard in tabs and pages, and keeps language and theme', async () => {
    await page.focus('[role="tab"]');
    for (const panel of ['panel-recorded', 'panel-view']) {
      await page.keyboard.press('ArrowRight');
      expect(await page.isVisible(`#${panel}`)).toBe(true);
    }
    await page.keyboard.press('End');
    expect(await page.isVisible('#panel-stats')).toBe(true);
    await page.click('#page-language');
    await page.click('#page-theme');
    await page.focus('nav a[href="/wall"]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/wall');
    expect(await page.textContent('h1')).toBe('Oriel 视频墙');
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    expect(await page.getAttribute('nav a[href="/wall"]', 'aria-current')).toBe('page');
  });
});

describe('the sample host page, loaded for each test', () => {
  beforeEach(open);
  afterEach(close);

  it('plays, stops, changes the camera, destroys a player and creates another', async () => {
    const time = /^getOSDTime: (\d+) = /.exec(await call('getOSDTime'));
    expect(Math.abs(Number(time?.[1]) - Date.now())).toBeLessThan(5_000);
    expect(await call('stop')).toBe('stop ✓');
    await page.waitForSelector('.camera:nth-child(1)[data-phase="idle"]');
    expect(await call('stop')).toContain('player.notPlaying');
    expect(await call('play')).toBe('play ✓');
    await playing();
    await page.fill('#address', 'ezopen://oriel/DEMO00002/1.live');
    expect(await call('changePlayUrl')).toBe('changePlayUrl ✓');
    expect(await page.textContent('#snippet')).toContain("url: 'ezopen://oriel/DEMO00002/1.live'");
    await page.fill('#secret-key', 'ABCDEF');
    expect(await call('setSecretKey')).toBe('setSecretKey ✓');
    expect(await page.textContent('#snippet')).toContain('await player.setSecretKey(code);');
    expect(await page.textContent('body')).not.toContain('ABCDEF');
    expect(await call('destroy')).toMatch(/^destroy: .*"engines":1.*"left":0/);
    expect(await page.$$('iframe')).toHaveLength(1);
    expect(await call('play')).toContain('No player: call createPlayer first');
    expect(await call('createPlayer')).toBe('createPlayer ✓');
    await playing();
    expect(problems).toEqual([]);
  });

  it('zooms, opens the PTZ pad, fills the page, and changes the appearance', async () => {
    await openTab(page, '#scale');
    await page.fill('#scale', '3');
    await untilState('zoom', 3);
    expect(await call('closeZoom')).toBe('closeZoom ✓');
    await untilState('zoom', undefined);
    expect(await call('enableZoom')).toBe('enableZoom: 3');
    expect(await call('openPtz')).toBe('openPtz ✓');
    await untilState('ptz', true);
    const frame = await playerFrame(page);
    // The page's token allows PTZ.
    await frame.press('.oriel-ptz button', 'ArrowRight');
    await page.waitForSelector('#log li:has-text("ptz"):has-text(\'"direction":3,"code":"200"\')');
    expect(await call('closePtz')).toBe('closePtz ✓');
    for (const [id, value] of [
      ['quality', 'auto'],
      ['scale-mode', 'fill'],
      ['poster', 'drawn'],
      ['language', 'zh-CN'],
      ['quality', 'sd'],
    ] as const)
      await page.selectOption(`#${id}`, value);
    await untilState('quality', 'sd');
    await frame.waitForSelector('html[lang="zh-CN"] [data-scale-mode="fill"]');
    expect(await page.textContent('#snippet')).toContain("language: 'zh-CN'");
    expect(await call('stop')).toBe('stop ✓');
    const poster = await frame.waitForSelector('.oriel-poster');
    expect(await poster.getAttribute('src')).toMatch(/^data:image\/jpeg/);
    // Full screen requires a playing video.
    expect(await call('fullScreen', '[data-value="web"]')).toContain('player.notPlaying');
    expect(await call('play')).toBe('play ✓');
    expect(await call('autoResize')).toBe('autoResize ✓');
    expect(await page.$$('.stage.tall')).toHaveLength(1);
    const width = async () => (await (await page.$('iframe'))?.boundingBox())?.width;
    for (const to of ['web', 'fullscreen']) {
      expect(await call('fullScreen', `[data-value="${to}"]`)).toBe('fullScreen ✓');
      await eventually(`a player as wide as the page, by ${to}`, async () => (await width()) === 1440);
      if (to === 'web') await page.keyboard.press('Escape');
      // The button is behind the player.
      else await page.$eval('[data-value="none"]', (button) => (button as HTMLElement).click());
      await eventually('the original player size', async () => ((await width()) ?? 0) < 700);
    }
    // A page may not request full screen for the player without a gesture; the browser logs that, and the player fills
    // the page.
    expect(problems.filter((text) => !text.includes('requestFullscreen'))).toEqual([]);
  });

  it('shows snapshots and recordings with their sizes', async () => {
    await openTab(page, '#file-name');
    await page.fill('#file-name', 'harbour');
    await page.selectOption('#format', 'png');
    expect(await call('capturePicture')).toMatch(/^capturePicture: harbour\.png · 640×360 · \d+ KB$/);
    expect(
      await page.$eval('#picture img', async (image) => {
        await (image as HTMLImageElement).decode();
        return (image as HTMLImageElement).naturalWidth;
      }),
    ).toBe(640);
    expect(await call('startSave')).toBe('startSave ✓');
    await untilState('recording', true);
    await page.waitForTimeout(1_500);
    expect(await call('stopSave')).toMatch(
      /^stopSave: harbour\.mp4 · 640×360 · \d+\.\d s · with audio · \d+ KB$/,
    );
    const seconds = await eventually('a playable recording', () =>
      page.$eval('#video video', (video) => (video as HTMLVideoElement).duration || null),
    );
    expect(seconds).toBeGreaterThan(1);
    expect(await page.getAttribute('#video a', 'download')).toBe('harbour.mp4');
    expect(problems).toEqual([]);
  });

  it('shows, edits and validates themes', async () => {
    await openTab(page, '#theme');
    expect(await call('fetchThemeData')).toBe('fetchThemeData ✓');
    const theme = JSON.parse(await page.inputValue('#theme'));
    theme.footer.activeColor = '#ff8800';
    theme.footer.color = 'no colour';
    theme.footer.btnList.push({ iconId: 'nonsense' });
    await page.fill('#theme', JSON.stringify(theme));
    expect(await call('setThemeData')).toBe('setThemeData ✓');
    expect(await page.$$eval('#theme-problems li', (all) => all.map((one) => one.textContent))).toEqual([
      'Not applied: footer.color',
      expect.stringMatching(/^Not applied: footer\.btnList\[\d+\] nonsense$/),
    ]);
    await call('fetchThemeData');
    expect(JSON.parse(await page.inputValue('#theme')).footer.activeColor).toBe('#ff8800');
    await page.fill('#theme', JSON.stringify({ footer: { btnList: [{ iconId: 'play', isrender: 1 }] } }));
    expect(await call('btnReRender')).toBe('btnReRender ✓');
    const frame = await playerFrame(page);
    await eventually(
      'one button in the bar',
      async () => (await frame.$$('.oriel-footer .oriel-button')).length === 1,
    );
    expect(await call('edit', '[data-call="edit"][data-value="true"]')).toBe('edit ✓');
    await untilState('editing', true);
    expect(await call('edit', '[data-call="edit"][data-value="false"]')).toBe('edit ✓');
    await untilState('editing', false);
    for (const [text, words] of [
      ['{ "footer": ', 'JSON'],
      ['[]', 'The theme is invalid: must be an object'],
    ] as const) {
      await page.fill('#theme', text);
      expect(await call('setThemeData')).toContain(words);
      expect(await page.textContent('#theme-problems')).toContain(words);
    }
    expect(problems).toEqual([]);
  });

  it('creates the player again with each template, and shows the code for it', async () => {
    const offered = await page.$$eval('[data-template]', (all) =>
      all.map((one) => (one as HTMLElement).dataset.template),
    );
    expect([...offered].sort()).toEqual([...namedTemplates].sort());
    for (const template of namedTemplates) {
      await page.click(`[data-template="${template}"]`);
      const path = new RegExp(`/player/${template}/[0-9a-f]+\\?`);
      await eventually(`one frame of ${template}`, async () => {
        const frames = await page.$$eval('.camera:nth-child(1) iframe', (all) =>
          all.map((frame) => (frame as HTMLIFrameElement).src),
        );
        return frames.length === 1 && path.test(frames[0] ?? '');
      });
      expect(await page.textContent('#snippet')).toContain(`template: '${template}'`);
      expect(await page.textContent('#template-note')).not.toBe(template);
    }
    await page.click('[data-template="pcLive"]');
    await playing();
    expect(problems).toEqual([]);
  });

  it('reports an invalid address', async () => {
    await page.fill('#address', 'http://example.com/');
    const line = await call('changePlayUrl');
    expect(await page.getAttribute('#result', 'class')).toContain('bad');
    expect(line.length).toBeGreaterThan('changePlayUrl: '.length + 5);
  });

  it('fails without a token from its backend, in the page and in the code it shows', async () => {
    expect(await page.textContent('#snippet')).toContain('if (!answer.ok) throw new Error(`No token');
    // The second camera gets its token before the backend fails.
    await page.waitForSelector('.camera:nth-child(2)[data-phase="playing"]');
    await page.route('**/token', (route) => route.fulfill({ status: 502, body: 'backend down' }));
    await page.click('[data-call="createPlayer"]');
    await page.waitForSelector('.camera:nth-child(1)[data-phase="failed"]');
    expect(await page.textContent('.camera:nth-child(2)')).not.toContain('failed');
  });

  it('fits every width, without serious axe findings in any tab, light and dark', async () => {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(axe);
    for (const tab of await page.$$('[role="tab"]')) {
      await tab.click();
      for (const width of sampleWidths) {
        await page.setViewportSize({ width, height: 900 });
        expect([await tab.textContent(), width, await horizontalOverflowPx(page)]).toEqual([
          await tab.textContent(),
          width,
          0,
        ]);
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findings(page)).toEqual([]);
      }
    }
  });
});

describe('the server of the sample host page', () => {
  it('never contains the secret of its application', async () => {
    const texts = await Promise.all(
      ['/', '/page.js', '/wall', '/ezuikit', '/settings.json'].map(async (path) =>
        (await fetch(oriel.sampleOrigin + path)).text(),
      ),
    );
    expect(texts.join()).not.toContain('appSecret');
    const token = await fetch(`${oriel.sampleOrigin}/token`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(token.status).toBe(403);
  });

  it('serves nothing under a foreign host name that resolves to it', async () => {
    const { port } = new URL(oriel.sampleOrigin);
    for (const [method, path] of [
      ['POST', '/token'],
      ['GET', '/settings.json'],
      ['GET', '/'],
      ['GET', '/ezuikit'],
    ] as const) {
      const strange = await requestSample(method, path, `attacker.example:${port}`);
      expect([path, strange.status]).toEqual([path, 403]);
      expect(strange.text).not.toMatch(/accessToken|"app"|<html/);
    }
    for (const own of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      const token = await requestSample('POST', '/token', own);
      expect([own, token.status]).toEqual([own, 200]);
      expect(token.text).toContain('accessToken');
    }
  });
});

/** Requests the sample host under another host name. */
function requestSample(
  method: string,
  path: string,
  host: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host, 'sec-fetch-site': 'same-origin' };
    request(oriel.sampleOrigin + path, { method, headers }, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve({ status: answer.statusCode ?? 0, text });
    })
      .on('error', reject)
      .end();
  });
}
