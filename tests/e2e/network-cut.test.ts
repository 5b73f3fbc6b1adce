import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Frame, Page } from 'playwright-core';
import { chromiumPath, launchChromium } from '../kit/chromium.ts';
import { readFrameCode } from '../kit/frame-number.ts';
import { eventually, grabFrame } from '../kit/host-page.ts';
import { describeInNamespace, NetworkNamespace } from '../kit/network-namespace.ts';
import { isSoak } from '../kit/soak.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

let network: NetworkNamespace;
let oriel: OrielInstance;
let browser: Browser;
let page: Page;
let frame: Frame;

/** Age of the frame on the screen, by the clock burnt into it. */
async function frameAgeMs(): Promise<number | null> {
  const grabbed = await grabFrame(frame);
  const code = grabbed && readFrameCode(grabbed.rgba, grabbed.width, grabbed.height);
  return code ? Date.now() - code.madeAtMs : null;
}

const fresh = async () => {
  const age = await frameAgeMs();
  return age !== null && age < 1_000 && age;
};

const phase = () => page.getAttribute('.camera:nth-child(1)', 'data-phase');

describeInNamespace('a network cut between viewer and server', () => {
  beforeAll(async () => {
    network = new NetworkNamespace();
    oriel = await startOriel({ hasSamplePage: true, node: network.wrap(process.execPath) });
    browser = await launchChromium([], network.wrap(chromiumPath()));
    page = await browser.newPage({ viewport: { width: 1200, height: 900 }, locale: 'en-US' });
    await page.goto(oriel.sampleOrigin);
    await page.waitForSelector('.camera:nth-child(1)[data-phase="playing"]');
    const element = await page.waitForSelector('.camera:nth-child(1) iframe');
    frame = (await element.contentFrame()) as Frame;
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await oriel?.stop();
    network?.dispose();
  });

  it.each(isSoak ? [5, 20, 60] : [5, 20])(
    'of %i s is reported, keeps the last frame, and recovers without a click',
    async (seconds) => {
      await eventually('a live frame', fresh);
      network.cut(Number(new URL(oriel.origin).port));
      const cutAt = performance.now();
      await eventually('reconnecting', async () => (await phase()) === 'reconnecting', 5_000);
      const reportedAfterMs = performance.now() - cutAt;
      expect(await grabFrame(frame)).not.toBeNull();

      await new Promise((done) => setTimeout(done, seconds * 1_000 - (performance.now() - cutAt)));
      network.restore();
      const restoredAt = performance.now();
      await eventually('a live frame again', fresh, 15_000);
      const frameAfterMs = performance.now() - restoredAt;
      await eventually('playing', async () => (await phase()) === 'playing');
      process.stderr.write(
        `cut of ${seconds} s: reported after ${Math.round(reportedAfterMs)} ms, live frame ${Math.round(frameAfterMs)} ms after the network returned\n`,
      );
    },
  );
});
