import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { frameBoot } from '../../lib/contracts/frame-boot.ts';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { namedTemplates, themeForTemplate } from '../../lib/contracts/theme/template.ts';
import { launchChromium } from '../kit/chromium.ts';
import { runIn } from '../kit/run-cli.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

// Some tests start a dozen processes, one after another.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const storedId = 'Dd01'.repeat(8);
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let oriel: OrielInstance;
let imageServer: Server;
let appKey: string;
let token: string;
/** Origins that serve the same images: one is on the list, the other is not. */
let listed: string;
let unlisted: string;

beforeAll(async () => {
  imageServer = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
    });
    response.end(onePixel);
  });
  await new Promise<void>((done) => imageServer.listen(0, '127.0.0.1', done));
  const { port } = imageServer.address() as AddressInfo;
  listed = `http://127.0.0.1:${port}`;
  unlisted = `http://localhost:${port}`;
  oriel = await startOriel({ hasSamplePage: true, env: { ORIEL_IMAGE_ORIGINS: listed } });
  const app = (await oriel.oriel(['app', 'create', '--name', 'T', '--origin', oriel.sampleOrigin])) as {
    appKey: string;
  };
  appKey = app.appKey;
  token = ((await oriel.oriel(['token', 'issue', '--app', appKey])) as { accessToken: string }).accessToken;
}, 300_000);
afterAll(async () => {
  imageServer?.close();
  await oriel?.stop();
});

const pageOf = (template: string, headers: Record<string, string> = {}) =>
  fetch(`${oriel.origin}/player/${template}/${appKey}`, { headers });

describe('the frame page of every template', () => {
  it.each([...namedTemplates, storedId])(
    '%s contains its theme, and loads only its own resources',
    async (template) => {
      for (const isMobile of [false, true]) {
        const response = await pageOf(template, { 'sec-ch-ua-mobile': isMobile ? '?1' : '?0' });
        const html = await response.text();
        const text = /<script type="application\/json" id="oriel-boot">(.*?)<\/script>/.exec(html)?.[1] ?? '';
        const boot = frameBoot.parse(JSON.parse(text));
        expect(response.status).toBe(200);
        expect(boot.template).toBe(template);
        expect(boot.theme).toEqual(themeForTemplate(template, { isMobile, isRecorded: false }));
        expect(boot.imageOrigins).toEqual([listed]);
        const policy = response.headers.get('content-security-policy') ?? '';
        expect(policy.split('; ')).toEqual([
          "default-src 'none'",
          "script-src 'self' 'wasm-unsafe-eval'",
          expect.stringMatching(/^connect-src 'self' ws:\/\/127\.0\.0\.1:\d+$/),
          "worker-src 'self' blob:",
          "style-src 'self'",
          `img-src 'self' data: blob: ${listed}`,
          "media-src 'self' blob:",
          "base-uri 'none'",
          "form-action 'none'",
          "require-trusted-types-for 'script'",
          'trusted-types default',
          `frame-ancestors ${oriel.sampleOrigin}`,
        ]);
        expect(response.headers.get('cache-control')).toBe('private, no-store');
        // Every URL in the page is a path of this server.
        const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
        expect(addresses.length).toBeGreaterThan(2);
        expect(addresses.filter((address) => !/^(?:\/assets\/|data:,$)/.test(address!))).toEqual([]);
        expect(html).not.toMatch(/style=|<style|onload=|javascript:/);
      }
    },
  );

  it('that does not exist is a 404 page that only pages of the application may frame, without the invalid name', async () => {
    for (const template of ['Simple', 'mobileCall', `${storedId}0`, storedId.slice(1), '%3Cscript%3E']) {
      const response = await pageOf(template, { 'accept-language': 'en' });
      const html = await response.text();
      expect([template, response.status]).toEqual([template, 404]);
      expect(response.headers.get('content-security-policy')).toMatch(
        new RegExp(`; frame-ancestors ${oriel.sampleOrigin}$`),
      );
      expect(html).toContain(`Unknown player template. Available templates: ${namedTemplates.join(', ')}<`);
      expect(html).not.toContain(decodeURIComponent(template));
    }
  });

  it('that does not exist, of an unknown application, is a page without player', async () => {
    const response = await fetch(`${oriel.origin}/player/pclive/nobody`);
    expect(response.status).toBe(404);
    expect(response.headers.get('x-oriel-problem')).toBe('app.unknown');
    expect(await response.text()).not.toContain('oriel-boot');
  });
});

describe('a stored theme', () => {
  const detail = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${oriel.origin}/console/jssdk/ezopen/template/getDetail?${query}`, { headers, method });
  const cli = (args: readonly string[], input?: string) =>
    runIn(oriel.dataDir, ['theme', ...args], input === undefined ? {} : { input });

  it('is imported on the command line and returned by getDetail', async () => {
    const theme = { ...builtInThemes.voice, themeId: storedId, themeName: '门口', poster: `${listed}/p.png` };
    expect((await cli(['import', '-'], JSON.stringify(theme))).code).toBe(0);
    const response = await detail(`id=${storedId}`, { authorization: `Bearer ${token}` });
    expect(await response.json()).toMatchObject({
      meta: { code: 0 },
      data: { themeId: storedId, themeName: '门口', poster: `${listed}/p.png`, footer: theme.footer },
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is also returned for a token in the query, as in older pages, and the token is not logged', async () => {
    expect(await (await detail(`id=${storedId}&accessToken=${token}`)).json()).toMatchObject({
      meta: { code: 0 },
    });
    expect(await (await detail(`id=${storedId}&accessToken=x${token}`)).json()).toMatchObject({
      meta: { code: 10002 },
    });
    expect((await detail(`id=${storedId}`, {}, 'POST')).status).toBe(405);
    expect(oriel.output()).toContain('template/getDetail'); // rejections are logged
    expect(oriel.output()).not.toContain(token);
  });

  it('is listed, shown, exported, checked, replaced and removed', async () => {
    const list = (await cli(['list'])).out;
    expect(list).toMatch(/^ID +NAME +TYPE/);
    expect(list).toContain('pcLive');
    expect(list).toContain(storedId);
    expect((await cli(['show', storedId])).out).toMatch(
      /footer +play\* \(capturePicture\) talk broadcast sound\*/,
    );

    const exported = await cli(['export', storedId]);
    expect(JSON.parse(exported.out)).toMatchObject({ themeId: storedId, themeName: '门口' });
    expect((await cli(['check', '-'], exported.out)).code).toBe(0);
    const again = await cli(['import', '-'], exported.out);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('--replace')]);
    expect((await cli(['import', '-', '--replace'], exported.out)).out).toMatch(/version +2/);

    expect((await cli(['remove', storedId])).code).toBe(0);
    expect((await cli(['show', storedId])).err).toContain('[theme.notFound]');
    expect((await cli(['remove', 'pcLive'])).err).toContain('[theme.builtIn]');
  });

  it('that is invalid is rejected with one line per problem', async () => {
    const wrong = JSON.stringify({
      ...builtInThemes.pcLive,
      color: 'url(x)',
      footer: { btnList: [{ iconId: 'laser', part: 'left', defaultActive: 0, isrender: 1 }] },
    });
    const refused = await cli(['import', '-'], wrong);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('\n  color is not a supported color');
    expect(refused.err).toContain('\n  footer.btnList[0].iconId names a button that does not exist');
    const checked = await cli(['check', '-'], wrong);
    expect([checked.code, checked.out.trim().split('\n').length]).toEqual([3, 2]);
    const lenient = await cli(['import', '-', '--lenient'], wrong);
    expect([lenient.code, lenient.err.match(/ignored: /g)?.length]).toEqual([0, 2]);
    expect((await cli(['import', '-'], '{')).code).toBe(2);
    expect((await cli(['import', '/nowhere/theme.json'])).err).toContain('cannot be read (ENOENT)');
    expect((await cli(['import', '-'], `"${'x'.repeat(300_000)}"`)).err).toContain('too large');
  });
});

describe('images of a theme, in a real browser', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
  }, 120_000);
  afterAll(() => browser?.close());

  it('are loaded only from listed origins', async () => {
    await page.goto(`${oriel.origin}/player/noData/${appKey}`);
    const load = (address: string) =>
      page.evaluate(
        (src) =>
          new Promise<string>((done) => {
            const image = new Image();
            image.onload = () => done(`${image.naturalWidth} px`);
            image.onerror = () => done('refused');
            image.src = src;
          }),
        address,
      );
    const data = `data:image/png;base64,${onePixel.toString('base64')}`;
    expect(await load(data)).toBe('1 px');
    expect(await load(`${listed}/poster.png`)).toBe('1 px');
    expect(await load(`${unlisted}/poster.png`)).toBe('refused');
  }, 120_000);
});
