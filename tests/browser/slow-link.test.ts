import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { mainWidth, SlowSite, subWidth } from '../kit/slow-site.ts';

const soon = expectPage.configure({ timeout: 60_000 });
const withoutWebCodecs = 'delete globalThis.VideoDecoder; delete globalThis.AudioDecoder;';

describe.each([
  ['WebCodecs', ''],
  ['Media Source', withoutWebCodecs],
])('a link of 400 kbit/s behind a proxy that buffers everything: %s', (_, script) => {
  let browser: Browser;
  let slow: SlowSite;

  beforeAll(async () => {
    [browser, slow] = await Promise.all([launchChromium(), SlowSite.start()]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await slow?.close();
  });

  it('carries the small stream instead of the main one, which is shown as behind before', async () => {
    const player = await slow.open(browser, {}, script);
    await soon(player.badge).toHaveText('直播');
    await soon.poll(async () => (await player.state()).width).toBe(mainWidth);
    slow.link.setRate(400_000);
    await soon(player.badge).toHaveText(/^延迟 \d+ 秒$/);
    await soon.poll(async () => (await player.state()).width).toBe(subWidth);
    await soon(player.badge).toHaveText('直播');
    expect((await player.state()).phase).toBe('playing');
    await player.context.close();
  }, 240_000);

  it('delays the stream without bound if there is no limit, and the delay is shown', async () => {
    const player = await slow.open(browser, { maxDelay: 0 }, script);
    // The toolbar loads after the first picture; without a limit, the stream takes the whole slow link from it.
    await soon(player.badge).toHaveText('直播');
    await soon.poll(async () => (await player.state()).width).toBe(mainWidth);
    slow.link.setRate(400_000);
    await soon(player.badge).toHaveText(/^延迟 (8|9|\d\d) 秒/);
    expect((await player.state()).width).toBe(mainWidth);
    await player.context.close();
  }, 240_000);
});
