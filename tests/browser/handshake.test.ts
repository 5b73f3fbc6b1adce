import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import type { createPlayer, Player } from '../../host-sdk/index.ts';
import { launchChromium } from '../kit/chromium.ts';
import { type ProtocolPages, startProtocolPages } from '../kit/protocol-pages.ts';

declare global {
  interface Window {
    createPlayer: typeof createPlayer;
    player: Player;
    heard: unknown[];
  }
}

let browser: Browser;
let pages: ProtocolPages;
let context: BrowserContext;
/** Errors that no code handled, and messages of level error, of every page. */
let complaints: string[];

beforeAll(async () => {
  [browser, pages] = await Promise.all([launchChromium(), startProtocolPages()]);
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  complaints = [];
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
});
afterEach(() => context.close());

/** A page of `origin` with the SDK loaded. */
async function openHost(origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.evaluate(async () => {
    window.heard = [];
    addEventListener('message', (event) => window.heard.push(event.data));
    const path = '/oriel.js';
    window.createPlayer = (await import(path)).createPlayer;
  });
  return page;
}

/** Embeds the player and waits for it. */
async function embed(page: Page, app = 'app'): Promise<Frame> {
  await page.evaluate(
    async ({ server, app }) => {
      const options = {
        server,
        app,
        url: 'ezopen://open.ys7.com/DEMO00001/1.live',
        getToken: () => 'the-token',
      };
      window.player = window.createPlayer(document.querySelector('#box')!, options);
      await window.player.ready;
    },
    { server: pages.player.origin, app },
  );
  return frameOf(page);
}

function frameOf(page: Page): Frame {
  return page.frames().find((frame) => frame.url().startsWith(pages.player.origin))!;
}

describe('the right page', () => {
  it('connects, starts, hands the token over and plays', async () => {
    const page = await openHost(pages.host.origin);
    const frame = await embed(page);
    const seen = await page.evaluate(async () => {
      const states: string[] = [];
      window.player.on('state', (state) => states.push(state.phase));
      await window.player.play();
      await new Promise((done) => setTimeout(done, 50));
      return { states, phase: window.player.state?.phase, time: await window.player.getOSDTime() };
    });
    expect(seen).toEqual({ states: ['playing'], phase: 'playing', time: 1_760_000_000_000 });
    await expect(frame.evaluate(() => window.record.tokens)).resolves.toEqual(['the-token']);
    const requests = await frame.evaluate(() => window.record.requests);
    expect(requests[0]).toEqual({
      name: 'start',
      data: { url: 'ezopen://open.ys7.com/DEMO00001/1.live', autoplay: true, audio: false },
    });
    expect(complaints).toEqual([]);
  });
});
