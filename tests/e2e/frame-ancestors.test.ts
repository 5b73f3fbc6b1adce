import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Language } from '../../host-sdk/types.ts';
import { launchChromium } from '../kit/chromium.ts';
import { soon } from '../kit/console-page.ts';
import { eventually } from '../kit/host-page.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

/** Of a page with the classic script of the SDK. */
type WindowWithSdk = Window & typeof globalThis & { Oriel: typeof import('../../host-sdk/index.ts') };

/** Chromium resolves all names to this machine. */
const deniedHosts = [
  'evil.test',
  'localhost.evil.test',
  'a.localhost',
  '127.0.0.2',
  'customer.test',
  'sub.customer.test',
] as const;

const hostPage = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><div id="box"></div>';
const framingPage = (frame: string) =>
  `<!doctype html><link rel="icon" href="data:,"><iframe id="f" width="640" height="420" src="${frame}"></iframe>`;

let oriel: OrielInstance;
let browser: Browser;
let hostPages: Server;
let otherPort: Server;
let frameUrl: string;
let appKey: string;

/** A page with the frame of its query, or a page for the SDK, served under every host name. */
function servePages(): Promise<Server> {
  const server = createServer((request, response) => {
    const frame = new URL(request.url ?? '', 'http://x').searchParams.get('frame');
    response.writeHead(200, { 'content-type': 'text/html', 'referrer-policy': 'no-referrer' });
    response.end(frame === null ? hostPage : framingPage(frame));
  });
  return new Promise((resolve) => server.listen(0, '0.0.0.0', () => resolve(server)));
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  [oriel, hostPages, otherPort] = await Promise.all([
    startOriel({ hasSamplePage: true }),
    servePages(),
    servePages(),
  ]);
  browser = await launchChromium(['--host-resolver-rules=MAP *.test 127.0.0.1, MAP *.localhost 127.0.0.1']);
  const origins = [
    `http://127.0.0.1:${portOf(hostPages)}`,
    `http://localhost:${portOf(hostPages)}`,
    'https://customer.test',
  ];
  const app = (await oriel.oriel([
    'app',
    'create',
    '--name',
    'Framing',
    ...origins.flatMap((origin) => ['--origin', origin]),
  ])) as { appKey: string };
  appKey = app.appKey;
  frameUrl = `${oriel.origin}/player/simple/${appKey}`;
}, 120_000);

afterAll(async () => {
  await browser?.close();
  hostPages?.close();
  otherPort?.close();
  await oriel?.stop();
});

/** Loads the page and returns whether the frame in it showed the player. */
async function showsPlayer(pageUrl: string): Promise<boolean> {
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('frame-ancestors')) refused.push(message.text());
  });
  await page.goto(pageUrl);
  const frame = await (await page.waitForSelector('#f')).contentFrame();
  const isShown = (await frame?.$('#oriel-root')) !== null;
  // The browser logs the reason asynchronously.
  if (!isShown) await eventually('a console message about the blocked frame', async () => refused.length > 0);
  else expect(refused).toEqual([]);
  await page.close();
  return isShown;
}

const pageAt = (origin: string) => `${origin}/?frame=${encodeURIComponent(frameUrl)}`;

describe('the frame', () => {
  it.each(['127.0.0.1', 'localhost'])('is shown in a page of the listed origin at %s', async (host) => {
    expect(await showsPlayer(pageAt(`http://${host}:${portOf(hostPages)}`))).toBe(true);
  });

  it('is shown in the sample page, whose origin is listed too', async () => {
    const page = await browser.newPage();
    await page.goto(oriel.sampleOrigin);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await expect(frame?.waitForSelector('#oriel-root')).resolves.toBeTruthy();
    await page.close();
  });

  it.each(deniedHosts)('is not shown in a page of %s', async (host) => {
    expect(await showsPlayer(pageAt(`http://${host}:${portOf(hostPages)}`))).toBe(false);
  });

  it('is not shown on another port of a listed host', async () => {
    expect(await showsPlayer(pageAt(`http://127.0.0.1:${portOf(otherPort)}`))).toBe(false);
  });

  it('is not shown in a listed page inside a page of another origin', async () => {
    const listed = pageAt(`http://127.0.0.1:${portOf(hostPages)}`);
    const page = await browser.newPage();
    await page.goto(`http://evil.test:${portOf(hostPages)}/?frame=${encodeURIComponent(listed)}`);
    const middle = await (await page.waitForSelector('#f')).contentFrame();
    const inner = await (await middle?.waitForSelector('#f'))?.contentFrame();
    expect(await inner?.$('#oriel-root')).toBeNull();
    await page.close();
  });
});

describe('a page that may not show the player', () => {
  /** Creates a player with the SDK; returns what the page gets, and the text in the place of the player. */
  async function tryPlayer(pageUrl: string, app: string, language: Language) {
    const page = await browser.newPage();
    await page.goto(pageUrl);
    await page.addScriptTag({ url: `${oriel.origin}/sdk/v1/oriel.global.js` });
    const result = await page.evaluate(
      async ({ server, app, language }) => {
        const { Oriel } = window as WindowWithSdk;
        const events: string[] = [];
        const tokens: string[] = [];
        const player = Oriel.createPlayer('#box', {
          server,
          app,
          language,
          url: 'ezopen://oriel/DEMO00001/1.live',
          getToken: (reason) => {
            tokens.push(reason);
            return 'the-token';
          },
        });
        player.on('handleError', ({ code, message }) => events.push(`${code}: ${message}`));
        const phase = await player.ready.then(({ state }) => state.phase);
        const played = await player.play().catch(({ code, detail }) => [code, detail?.solution]);
        return { phase, played, events, tokens };
      },
      { server: oriel.origin, app, language },
    );
    const frame = page.frames().find((each) => each.url().startsWith(oriel.origin));
    const shown = await frame?.locator('main').innerText();
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${result.events[0]?.split(':')[0]}.png` });
    const receipt = await page.evaluate(() => document.querySelectorAll('iframe').length);
    await page.close();
    return { ...result, shown, frames: receipt };
  }

  it.each<[Language, RegExp]>([
    ['zh-CN', /本页面的来源 (\S+) 没有在应用中登记/],
    ['en-US', /The origin of this page, (\S+), is not listed for the application/],
  ])(
    'gets its origin and the command that lists it (%s), and so does the viewer',
    async (language, sentence) => {
      const origin = `http://evil.test:${portOf(hostPages)}`;
      const { phase, played, events, tokens, shown } = await tryPlayer(`${origin}/`, appKey, language);
      const command = `npm run oriel -- app update ${appKey} --add-origin ${origin}`;
      expect(phase).toBe('failed');
      expect(played).toEqual(['origin.notListed', expect.stringContaining(command)]);
      expect(events).toHaveLength(1);
      expect(sentence.exec(events[0] ?? '')?.[1]).toBe(origin);
      expect(shown).toMatch(sentence);
      expect(shown).toContain(command);
      // Neither the page nor its token is used for anything.
      expect(tokens).toEqual([]);
    },
  );

  it('gets the key of an application that does not exist', async () => {
    const { played, events, shown } = await tryPlayer(
      `http://localhost:${portOf(hostPages)}/`,
      'nobody',
      'en',
    );
    expect(played).toEqual(['app.unknown', expect.stringContaining('app list')]);
    expect(events).toEqual(['app.unknown: No application has the key "nobody", or it is disabled.']);
    expect(shown).toContain('nobody');
  });

  it.each<[Language, string]>([
    ['zh-CN', '浏览器没有在本页面中显示播放器。'],
    ['en-US', 'The browser did not show the player in this page.'],
  ])(
    'shows the reason, not a page of the browser, if it is inside another page (%s)',
    async (language, text) => {
      const listed = `http://127.0.0.1:${portOf(hostPages)}/`;
      const page = await browser.newPage();
      const messages: string[] = [];
      page.on('console', (message) => messages.push(message.text()));
      await page.goto(`http://evil.test:${portOf(hostPages)}/?frame=${encodeURIComponent(listed)}`);
      const middle = await (await page.waitForSelector('#f')).contentFrame();
      await middle!.addScriptTag({ url: `${oriel.origin}/sdk/v1/oriel.global.js` });
      const code = await middle!.evaluate(
        ({ server, app, language }) => {
          const { Oriel } = window as WindowWithSdk;
          const player = Oriel.createPlayer('#box', { server, app, language, getToken: () => 'the-token' });
          return player.ready.catch((error) => error.code);
        },
        { server: oriel.origin, app: appKey, language },
      );
      expect(code).toBe('handshake-timeout');
      const inner = middle!.childFrames()[0]!;
      await soon(inner.locator('#message')).toHaveText(text);
      await soon(inner.locator('#advice')).toContainText(`app update ${appKey} --add-origin`);
      expect(await inner.locator('html').getAttribute('lang')).toBe(language);
      expect(await inner.content()).not.toMatch(/oriel-boot|the-token/);
      if (process.env.SCREENSHOTS) {
        const player = await middle!.waitForSelector('#box iframe');
        for (const width of [600, 390]) {
          await player.evaluate((iframe, px) => iframe.setAttribute('width', String(px)), width);
          await player.screenshot({ path: `${process.env.SCREENSHOTS}/nested-${language}-${width}.png` });
        }
      }
      await page.close();
    },
  );

  it('gets the advice to use a local server if it was opened from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-file-'));
    await writeFile(join(folder, 'page.html'), hostPage);
    const { played, shown } = await tryPlayer(`file://${folder}/page.html`, appKey, 'zh-CN');
    expect(played).toEqual(['origin.none', expect.stringContaining('npx serve')]);
    expect(shown).toContain('本页面没有来源');
    await rm(folder, { recursive: true });
  });
});
