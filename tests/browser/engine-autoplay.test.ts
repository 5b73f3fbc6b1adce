/** Audio on a page without a user gesture: the browser blocks it, the engine reports that, and a click enables it. */
import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import type { AutoOpen, EnginePage } from '../kit/engine-page.ts';
import { eventually } from '../kit/host-page.ts';
import { type LiveTestServer, startLiveTestServer } from '../kit/live-test-server.ts';

declare global {
  interface Window {
    enginePage: EnginePage;
  }
}

describe('audio before the first click', () => {
  let server: LiveTestServer;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startLiveTestServer(),
      // The last one applies: the default policy of browsers.
      launchChromium(['--autoplay-policy=document-user-activation-required']),
    ]);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it.each(['webcodecs', 'flv'] as const)(
    '%s shows the video, reports that audio is blocked, and plays it after a click',
    async (kind) => {
      const page = await browser.newPage();
      const reported: string[] = [];
      page.on('console', (message) => reported.push(message.text()));
      const autoOpen: AutoOpen = { kind, target: server.target('DEMO') };
      await page.addInitScript((auto) => Object.assign(window, { autoOpen: auto }), autoOpen);
      await page.goto(server.pageUrl());
      await eventually('a frame', async () => reported.includes('event firstFrame'));
      await eventually('the audio blocked event', async () => reported.includes('event audioBlocked'));
      await page.mouse.click(300, 200);
      await eventually(
        'sound',
        async () => (await page.evaluate(() => window.enginePage.loudness())) > 0.005,
      );
      expect(reported.filter((text) => text === 'event failed')).toEqual([]);
      await page.evaluate(() => window.enginePage.close());
      await page.close();
    },
  );
});
