import { expect } from 'expect';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { chromiumPath, launchChromium } from '../kit/chromium.ts';
import { readFrameCode } from '../kit/frame-number.ts';
import { eventually, grabFrame } from '../kit/host-page.ts';
import { describeInNamespace, NetworkNamespace } from '../kit/network-namespace.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { isSoak } from '../kit/soak.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { hearEcho, hearEnd, writeMicrophone } from '../kit/talk-player.ts';

/** Of the microphone. */
const hz = 440;
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
    network.addInterface('198.51.100.1');
    oriel = await startOriel({ hasSamplePage: true, node: network.wrap(process.execPath) });
    const microphone = await writeMicrophone(scratchFolder('oriel-talk-'), hz);
    const args = [`--use-file-for-fake-audio-capture=${microphone}`];
    browser = await launchChromium(args, network.wrap(chromiumPath()));
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

  it('is survived by a talk if it is short, and otherwise ends it on both sides', async () => {
    const talk = frame.getByRole('button', { name: 'Talk', exact: true });
    const panel = frame.getByRole('region', { name: 'Talk' });
    await eventually('a live frame', fresh);
    await talk.click();
    await panel.getByText('Talking').waitFor();
    await hearEcho(frame, hz);
    network.cutAll();
    await page.waitForTimeout(3_000);
    expect((await hearEnd(frame, 'peer')).rms).toBeLessThan(0.005);
    network.restore();
    await hearEcho(frame, hz);

    network.cutAll();
    await panel.getByText('The audio connection was lost').waitFor({ timeout: 90_000 });
    network.restore();
    await eventually('playing', async () => (await phase()) === 'playing');
    // The camera is free again: otherwise the answer is 400904.
    await panel.getByRole('button', { name: 'Try again' }).click();
    await hearEcho(frame, hz);
    await talk.click();
    await panel.waitFor({ state: 'detached' });
  }, 240_000);
});
