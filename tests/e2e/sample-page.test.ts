import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

let oriel: OrielInstance;
let browser: Browser;

beforeAll(async () => {
  oriel = await startOriel();
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await oriel?.stop();
});

async function openSample(): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, locale: 'en-US' });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(oriel.sampleOrigin);
  return { page, problems };
}

describe('the sample host page', () => {
  it('shows both demo cameras live, without an error on the console', async () => {
    const { page, problems } = await openSample();
    await expect(page.waitForSelector('.camera:nth-child(1)[data-phase="playing"]')).resolves.toBeTruthy();
    await expect(page.waitForSelector('.camera:nth-child(2)[data-phase="playing"]')).resolves.toBeTruthy();
    await page.screenshot({ path: '/tmp/h-sample.png' });
    expect(problems).toEqual([]);
    await page.close();
  });
});
