import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { adminPassword, startConsoleSite } from '../kit/console-site.ts';
import { eventually, playerFrame } from '../kit/host-page.ts';
import { demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { shownFrame } from '../kit/shown-frame.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';

/** A range of a recording, watched without signing in, and withdrawn. */

const second = 1_000;
/** 20 s ago at least, because only what has been recorded can be shared. */
const begin = Math.floor(Date.now() / second) * second - 600 * second;

const asAdmin = <T>(use: (calls: ConsoleCalls) => Promise<T>) =>
  ConsoleCalls.as(oriel, 'admin', adminPassword, use);

let oriel: OrielInstance;
let browser: Browser;
let channelId: string;

beforeAll(async () => {
  [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
  const { records } = await asAdmin((calls) => calls.call('GET', '/iot/camera/page?deviceSerial=DEMO00001'));
  channelId = records[0].id;
  const key = { tenantId: 'default', channelId, store: 'cloud' } as const;
  await recordMinutes({ root: join(oriel.dataDir, 'recordings'), key, from: begin, durationMs: 90 * second });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await oriel?.stop();
});

describe('a shared recording', () => {
  let context: BrowserContext;
  let page: Page;
  let share: { readonly id: string; readonly shareToken: string };
  const from = begin + 20 * second;
  const to = begin + 50 * second;
  const civil = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

  beforeAll(async () => {
    const body = {
      ...{ name: '门口', channelId, store: 'cloud', beginTime: civil(from), endTime: civil(to) },
      expireTime: civil(Date.now() + 3_600_000),
    };
    share = await asAdmin((calls) => calls.call('POST', '/iot/share', body));
    context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1_000, height: 700 } });
    page = await context.newPage();
  });
  afterAll(() => context?.close());

  it('plays its range to whoever has the link', async () => {
    await page.goto(`${oriel.origin}/share#${share.shareToken}`);
    await page.getByRole('heading', { name: '门口' }).waitFor();
    const frame = await eventually('a frame', async () => shownFrame(await playerFrame(page)));
    expect(frame).toBeGreaterThanOrEqual(demoFrameAt(from) - 1);
    expect(frame).toBeLessThan(demoFrameAt(to));
    expect(await page.getByText(`${civil(from)} – ${civil(to).slice(11)}`).isVisible()).toBe(true);
  }, 90_000);

  it('leaves its token out of what the server logs', () => {
    expect(oriel.output()).not.toContain(share.shareToken);
  });

  it('ends within 5 s when it is deleted', async () => {
    const deleted = await asAdmin(async (calls) => {
      await calls.call('DELETE', `/iot/share/${share.id}`);
      return performance.now();
    });
    await page.getByText('链接已过期或已被取消，请向分享者索取新的链接').waitFor({ timeout: 10_000 });
    expect(performance.now() - deleted).toBeLessThan(5_000);
    expect(page.frames().some((frame) => frame.url().includes('/player/'))).toBe(false);
    await page.reload();
    await page.getByText('链接无效或已过期，请向分享者索取新的链接').waitFor();
  }, 60_000);
});
