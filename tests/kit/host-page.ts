import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';

/** An integrator's page on an origin of its own: an empty box, the SDK, and a backend that issues tokens. */
export interface HostSite {
  readonly origin: string;
  /** Reasons of the players' token requests, in order. */
  readonly tokenReasons: string[];
  close(): Promise<void>;
}

const html = (server: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>Host page</title>
<link rel="icon" href="data:,">
<style>body{margin:0;background:#fff}#player{width:640px;height:360px}</style></head>
<body><div id="player"></div>
<script type="module">
import * as oriel from '${server}/sdk/v1/oriel.js';
window.oriel = oriel;
window.events = [];
window.open1 = (options) => {
  const player = oriel.createPlayer(document.getElementById('player'), {
    server: '${server}',
    getToken: async (reason) => (await fetch('/token?reason=' + reason, { method: 'POST' })).text(),
    ...options,
  });
  for (const name of ['handleSuccess', 'handleError', 'state'])
    player.on(name, (detail) => window.events.push({ name, detail, at: Date.now() }));
  window.player = player;
};
window.ready = true;
</script></body></html>`;

/** Serves the host page on `port` (0: any) of 127.0.0.1. `token` acts as the integrator's backend. */
export async function startHostSite(options: {
  server: () => string;
  token: (reason: string) => Promise<string>;
  port?: number;
}): Promise<HostSite> {
  const tokenReasons: string[] = [];
  const site: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://host');
    if (url.pathname === '/token' && request.method === 'POST') {
      const reason = url.searchParams.get('reason') ?? '';
      tokenReasons.push(reason);
      response.end(await options.token(reason));
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(html(options.server()));
  });
  await new Promise<void>((done) => site.listen(options.port ?? 0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    tokenReasons,
    close: () =>
      new Promise((done) => {
        site.closeAllConnections();
        site.close(() => done());
      }),
  };
}

/** Properties that the tests set on the window of the host page. */
interface HostWindow {
  ready?: boolean;
  events: { name: string; detail: unknown; at: number }[];
  open1(options: Record<string, unknown>): void;
}

/** Console errors and page errors, as they happen; a journey ends with none unless it provokes them. */
export function collectConsoleErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

export async function openHostPage(
  browser: Browser | BrowserContext,
  site: HostSite,
  player: Record<string, unknown>,
  viewport = { width: 1000, height: 700 },
): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewportSize(viewport);
  await page.goto(site.origin);
  await page.waitForFunction(() => (window as unknown as HostWindow).ready === true);
  await page.evaluate((options) => (window as unknown as HostWindow).open1(options), player);
  return page;
}

/** All events that the player emitted to the host page so far. */
export function hostEvents(page: Page): Promise<HostWindow['events']> {
  return page.evaluate(() => (window as unknown as HostWindow).events);
}

/** The player's document in the host page. */
export async function playerFrame(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('iframe', { state: 'attached' });
  const frame = await element.contentFrame();
  if (!frame) throw new Error('the iframe has no document');
  // An iframe begins with an empty document, which the player's replaces.
  await frame.waitForURL(({ protocol }) => protocol !== 'about:', { waitUntil: 'commit' });
  return frame;
}

export interface ShownFrame {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray;
}

/** The frame on the screen as pixels, or null before the first one. Works with any engine. */
export async function grabFrame(frame: Frame): Promise<ShownFrame | null> {
  const grabbed = await frame.evaluate(() => {
    const element = document.querySelector<HTMLCanvasElement | HTMLVideoElement>('canvas, video');
    if (!element) return null;
    const width = element instanceof HTMLVideoElement ? element.videoWidth : element.width;
    const height = element instanceof HTMLVideoElement ? element.videoHeight : element.height;
    if (width === 0 || height === 0) return null;
    const copy = new OffscreenCanvas(width, height);
    const context = copy.getContext('2d');
    if (!context) return null;
    context.drawImage(element, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let text = '';
    for (let at = 0; at < data.length; at += 32_768)
      text += String.fromCharCode(...data.subarray(at, at + 32_768));
    return { width, height, base64: btoa(text) };
  });
  if (!grabbed) return null;
  return {
    width: grabbed.width,
    height: grabbed.height,
    rgba: new Uint8ClampedArray(Buffer.from(grabbed.base64, 'base64')),
  };
}

/** Mean brightness, spread of brightness, and mean colourfulness of a frame, each 0 to 255. */
export function measureFrame({ rgba }: ShownFrame): { mean: number; spread: number; colour: number } {
  let sum = 0;
  let squares = 0;
  let colour = 0;
  const count = rgba.length / 4;
  for (let at = 0; at < rgba.length; at += 4) {
    const [red, green, blue] = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
    const light = 0.3 * red + 0.59 * green + 0.11 * blue;
    sum += light;
    squares += light * light;
    colour += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  const mean = sum / count;
  return { mean, spread: Math.sqrt(Math.max(0, squares / count - mean * mean)), colour: colour / count };
}

/** Share of pixels whose brightness differs clearly. */
export function changedShare(before: ShownFrame, after: ShownFrame): number {
  let changed = 0;
  for (let at = 0; at < before.rgba.length; at += 4)
    if (Math.abs((before.rgba[at + 1] ?? 0) - (after.rgba[at + 1] ?? 0)) > 12) changed += 1;
  return changed / (before.rgba.length / 4);
}

/** Polls until the result is neither null nor false. Throws an error that names `what`. */
export async function eventually<T>(
  what: string,
  request: () => Promise<T | null | false>,
  withinMs = 30_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await request();
    if (answer !== null && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`timeout after ${withinMs} ms: ${what}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}
