import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { eventually } from '../kit/host-page.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

/** Chromium resolves all names to this machine. */
const deniedHosts = [
  'evil.test',
  'localhost.evil.test',
  'a.localhost',
  '127.0.0.2',
  'customer.test',
  'sub.customer.test',
] as const;

let oriel: OrielInstance;
let browser: Browser;
let hostPages: Server;
let otherPort: Server;
let frameUrl: string;

/** A page with the frame of its query, served under every host name. */
function servePages(): Promise<Server> {
  const server = createServer((request, response) => {
    const frame = new URL(request.url ?? '', 'http://x').searchParams.get('frame') ?? '';
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><link rel="icon" href="data:,"><iframe id="f" src="${frame}"></iframe>`);
  });
  return new Promise((resolve) => server.listen(0, '0.0.0.0', () => resolve(server)));
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  [oriel, hostPages, otherPort] = await Promise.all([startOriel(), servePages(), servePages()]);
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
  frameUrl = `${oriel.origin}/player/simple/${app.appKey}`;
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
