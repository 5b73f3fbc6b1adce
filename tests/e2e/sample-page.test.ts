import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

let oriel: OrielInstance;
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  oriel = await startOriel();
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await oriel?.stop();
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, locale: 'en-US' });
  problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(oriel.sampleOrigin);
  await page.waitForSelector('.camera:nth-child(1)[data-phase="playing"]');
});

afterEach(async () => {
  await page.close();
});

/** Clicks the button of a call and returns the line that says how it ended. */
async function call(name: string): Promise<string> {
  await page.click(`[data-call="${name}"]`);
  await page.waitForFunction((text) => {
    const line = document.querySelector('#result')?.textContent ?? '';
    return line.startsWith(text) && !line.endsWith('…');
  }, name);
  return (await page.textContent('#result')) ?? '';
}

describe('the sample host page', () => {
  it('shows both demo cameras live, without a word on the console', async () => {
    await expect(page.waitForSelector('.camera:nth-child(2)[data-phase="playing"]')).resolves.toBeTruthy();
    expect(await page.textContent('.camera:nth-child(1) footer')).toMatch(/^640×360/);
    expect(problems).toEqual([]);
  });

  it('runs every call of the SDK by its buttons', async () => {
    for (const name of ['openSound', 'closeSound', 'autoResize']) {
      expect(await call(name)).toBe(`${name} ✓`);
    }
    const time = /^getOSDTime: (\d+) = /.exec(await call('getOSDTime'));
    expect(Math.abs(Number(time?.[1]) - Date.now())).toBeLessThan(5_000);
    expect(await call('stop')).toBe('stop ✓');
    await page.waitForSelector('.camera:nth-child(1)[data-phase="idle"]');
    expect(await call('stop')).toContain('player.notPlaying');
    expect(await call('play')).toBe('play ✓');
    await page.waitForSelector('.camera:nth-child(1)[data-phase="playing"]');
    await page.fill('#address', 'ezopen://oriel/DEMO00002/1.live');
    expect(await call('changePlayUrl')).toBe('changePlayUrl ✓');
    expect(await page.textContent('#snippet')).toContain('DEMO00002/1.live');
    expect(await call('destroy')).toBe('destroy ✓');
    expect(await page.$$('iframe')).toHaveLength(1);
    expect(await call('play')).toContain('There is no player');
    expect(await call('createPlayer')).toBe('createPlayer ✓');
    await page.waitForSelector('.camera:nth-child(1)[data-phase="playing"]');
    expect(problems).toEqual([]);
  });

  it('changes template and language by making the player anew', async () => {
    await page.selectOption('#template', 'simple');
    await page.waitForSelector('.camera:nth-child(1)[data-phase="playing"]');
    expect(await page.getAttribute('.camera:nth-child(1) iframe', 'src')).toMatch(
      /\/player\/simple\/[0-9a-f]+$/,
    );
    await page.selectOption('#language', 'zh-CN');
    await page.waitForSelector('.camera:nth-child(1)[data-phase="playing"]');
    expect(await page.textContent('#snippet')).toContain("language: 'zh-CN'");
  });

  it('tells what is wrong with an address that is none', async () => {
    await page.fill('#address', 'http://example.com/');
    const line = await call('changePlayUrl');
    expect(await page.getAttribute('#result', 'class')).toContain('bad');
    expect(line.length).toBeGreaterThan('changePlayUrl: '.length + 5);
  });

  it('speaks both languages', async () => {
    expect(await page.textContent('h1')).toBe('Oriel sample page');
    await page.click('#page-language');
    expect(await page.textContent('h1')).toBe('Oriel 示例页面');
    expect(await page.getAttribute('html', 'lang')).toBe('zh-CN');
    expect(await page.textContent('.camera:nth-child(1) b')).toBe('摄像机 1');
    expect(await page.textContent('#chosen')).toContain('摄像机 1');
    await page.click('#page-language');
    expect(await page.textContent('.camera:nth-child(2) b')).toBe('Camera 2');
  });

  it('lets the player fail when its backend gives no token, in the page and in the code it shows', async () => {
    expect(await page.textContent('#snippet')).toContain('if (!answer.ok) throw new Error(`No token');
    await page.route('**/token', (route) => route.fulfill({ status: 502, body: 'backend down' }));
    await page.click('[data-call="createPlayer"]');
    await page.waitForSelector('.camera:nth-child(1)[data-phase="failed"]');
    expect(await page.textContent('.camera:nth-child(2)')).not.toContain('failed');
  });

  it.each([390, 768, 1100, 1440])('fits %d pixels without scrolling sideways', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(excess).toBe(0);
  });

  it('never has the secret of its application', async () => {
    const texts = await Promise.all(
      ['/', '/page.js', '/settings.json'].map(async (path) =>
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

  it("gives nothing under a stranger's name that resolves to it", async () => {
    const { port } = new URL(oriel.sampleOrigin);
    for (const [method, path] of [
      ['POST', '/token'],
      ['GET', '/settings.json'],
      ['GET', '/'],
    ] as const) {
      const strange = await ask(method, path, `attacker.example:${port}`);
      expect([path, strange.status]).toEqual([path, 403]);
      expect(strange.text).not.toMatch(/accessToken|"app"|<html/);
    }
    for (const own of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
      const token = await ask('POST', '/token', own);
      expect([own, token.status]).toEqual([own, 200]);
      expect(token.text).toContain('accessToken');
    }
  });
});

/** Asks the sample host under another name. */
function ask(method: string, path: string, host: string): Promise<{ status: number; text: string }> {
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
