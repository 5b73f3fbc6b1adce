import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import type { createPlayer, Player, PlayerOptions } from '../../host-sdk/index.ts';
import type { ProtocolPages } from './protocol-pages.ts';

declare global {
  interface Window {
    createPlayer: typeof createPlayer;
    player: Player;
    /** Every message that this window received. */
    received: unknown[];
    /** Messages that a forger's port received. */
    canary: unknown[];
  }
}

/** One browser context with three origins. Closing it closes every page. */
export interface ProtocolContext {
  readonly context: BrowserContext;
  /** Uncaught errors and console errors of every page. */
  readonly complaints: string[];
  /** A page of `origin` with the SDK loaded. `path`: `/`. */
  openHost(origin: string): Promise<Page>;
}

export async function openContext(browser: Browser): Promise<ProtocolContext> {
  const context = await browser.newContext();
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return {
    context,
    complaints,
    async openHost(origin) {
      const page = await context.newPage();
      await page.goto(`${origin}/`);
      await listen(page);
      await page.evaluate(async () => {
        const path = '/oriel.js';
        window.createPlayer = (await import(path)).createPlayer;
      });
      return page;
    },
  };
}

/** Starts recording the messages that a window receives. */
export async function listen(target: Page | Frame): Promise<void> {
  await target.evaluate(() => {
    window.received = [];
    addEventListener('message', (event) => window.received.push(event.data));
  });
}

export const received = (target: Page | Frame) => target.evaluate(() => window.received);

export const address = 'ezopen://open.ys7.com/DEMO00001/1.live';

type Options = Partial<Omit<PlayerOptions, 'getToken'>>;

/** Creates `window.player`; does not wait for it. */
export async function create(page: Page, pages: ProtocolPages, options: Options = {}): Promise<void> {
  await page.evaluate(
    (options) => {
      const box = document.querySelector('#box')!;
      window.player = window.createPlayer(box, { getToken: () => 'the-token', ...options });
    },
    { server: pages.player.origin, app: 'app', url: address, ...options },
  );
}

/** Creates `window.player`, waits for it, and returns the document of the frame. */
export async function embed(page: Page, pages: ProtocolPages, options: Options = {}): Promise<Frame> {
  await create(page, pages, options);
  await page.evaluate(() => window.player.ready);
  return frameOf(page, pages);
}

/** The player's document in this page. */
export function frameOf(page: Page, pages: ProtocolPages): Frame {
  const frame = page.frames().find((frame) => frame.url().startsWith(pages.player.origin));
  if (!frame) throw new Error('no player on the page');
  return frame;
}

/** Requests that reached the handlers of the frame. */
export const requestsOf = (frame: Frame) => frame.evaluate(() => window.record.requests);

/** Waits for window messages that are in transit. */
export const settle = (target: Page | Frame, ms = 100) =>
  target.evaluate((ms) => new Promise<void>((done) => setTimeout(done, ms)), ms);
