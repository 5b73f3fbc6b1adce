import { rmSync } from 'node:fs';
import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { consoleData } from '../kit/console-data.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { faultsOf } from '../kit/list-layout.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

/** Monitoring with a real server: its figures and charts, and what Prometheus reads; caches. */

const token = 'the-token-of-this-test-has-40-characters';

let dataDir: string;
let oriel: OrielInstance;
let browser: Browser;
let admin: ConsolePage;
/** In English and in dark colours. */
let dark: ConsolePage;

beforeAll(async () => {
  dataDir = await consoleData();
  const env = { ORIEL_METRICS_TOKEN: token, ORIEL_PROCESS_NAME: 'server-1' };
  [oriel, browser] = await Promise.all([startOriel({ dataDir, env }), launchChromium()]);
  admin = await ConsolePage.signedIn(browser, oriel);
  dark = await ConsolePage.signedIn(browser, oriel, { scheme: 'dark' });
  await dark.page.addInitScript(() => localStorage.setItem('app_language', 'en-US'));
}, 300_000);
afterAll(async () => {
  await admin?.close();
  await dark?.close();
  await browser?.close();
  await oriel?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const faults = (name: string, shown = admin) => faultsOf(shown, name);

it('the server shows its figures, with charts that are described in text', async () => {
  await admin.openPage('/monitor/server');
  const { page } = admin;
  await page.getByText('本次由进程 server-1 响应').waitFor();
  // A chart begins with its second point.
  await page
    .getByRole('img', { name: /^server-1：现在 / })
    .first()
    .waitFor({ timeout: 120_000 });
  await page.locator('.recharts-line').first().waitFor({ state: 'attached' });
  expect(await page.getByRole('region', { name: '数据库' }).textContent()).toMatch(/内嵌数据库 3\./);
  expect(await page.getByRole('rowheader', { name: 'server-1' }).count()).toBe(1);
  expect(await faults('server')).toEqual([]);
  await dark.openPage('/monitor/server');
  await dark.page
    .getByRole('img', { name: /^server-1: now / })
    .first()
    .waitFor();
  expect(await faults('server-dark-english', dark)).toEqual([]);
}, 300_000);

it('the page of caches shows settings, and clears them', async () => {
  const { page } = admin;
  await admin.openPage('/monitor/cache');
  await page.getByRole('button', { name: 'site.title' }).click();
  await page.getByText('"Oriel 管理平台"').waitFor();
  expect(await faults('caches')).toEqual([]);
  await page.getByRole('button', { name: '全部清除' }).click();
  await admin.reported('缓存已清除');
  await dark.openPage('/monitor/cache');
  await dark.page.getByRole('button', { name: 'Clear Settings' }).waitFor();
  expect(await faults('caches-dark-english', dark)).toEqual([]);
}, 120_000);

it('Prometheus reads the figures with the token only', async () => {
  const scrape = (headers: Record<string, string> = {}) => fetch(`${oriel.origin}/metrics`, { headers });
  expect((await scrape()).status).toBe(401);
  expect((await fetch(`${oriel.origin}/metrics?token=${token}`)).status).toBe(401);
  const response = await scrape({ authorization: `Bearer ${token}` });
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toMatch(/^oriel_processes 1$/m);
  expect(text).toMatch(/^process_memory_usage_bytes\{service_instance_id="[^"]+",process="server-1"\} \d+$/m);
});
