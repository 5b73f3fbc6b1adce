/** A real player in the console is watched, the server stops, and the next one shows what was watched. */
import { rmSync } from 'node:fs';
import { expect } from 'expect';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { consoleData } from '../kit/console-data.ts';
import { ConsolePage, soon } from '../kit/console-page.ts';
import { faultsOf } from '../kit/list-layout.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

const camera = 'Demo 1 · 演示 1';
const watchedSeconds = 5;

let dataDir: string;
let oriel: OrielInstance;
let browser: Browser;
let admin: ConsolePage;
let dark: ConsolePage;

beforeAll(async () => {
  dataDir = await consoleData();
  [oriel, browser] = await Promise.all([startOriel({ dataDir }), launchChromium()]);
}, 300_000);
afterAll(async () => {
  await admin?.close();
  await dark?.close();
  await browser?.close();
  await oriel?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Watches a camera in its preview. Returns how long the preview was open, in seconds. */
async function watch(): Promise<number> {
  const viewer = await ConsolePage.signedIn(browser, oriel);
  await viewer.openPage('/iot/camera');
  const openedAt = performance.now();
  await viewer.act(camera, '预览');
  const player = viewer.dialog(`预览 ${camera}`).locator('iframe');
  await player.waitFor();
  await viewer.page.waitForTimeout(watchedSeconds * 1_000);
  const first = await player.screenshot();
  // The clock of the demo camera.
  await soon.poll(async () => (await player.screenshot()).equals(first)).toBe(false);
  await viewer.page.waitForTimeout(1_000);
  await viewer.close();
  return (performance.now() - openedAt) / 1_000;
}

const faults = (name: string, shown: ConsolePage) => faultsOf(shown, name);

it('shows who watched a camera, for how long, by camera and application', async () => {
  const openSeconds = await watch();
  await oriel.stop();
  oriel = await startOriel({ dataDir });
  admin = await ConsolePage.signedIn(browser, oriel);
  const { page } = admin;
  await admin.openPage('/stat/device');
  const text = async (name: string) =>
    (await page.getByRole('region', { name, exact: true }).first().textContent()) ?? '';
  expect(await text('观看次数')).toMatch(/^观看次数1上期没有实时 1 · 录像 0/);
  const seconds = Number(/(\d+) 秒/.exec(await text('观看时长'))?.[1]);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(Math.ceil(openSeconds));
  await page.locator('.recharts-bar-rectangle').first().waitFor({ state: 'attached' });
  expect(await page.getByRole('row', { name: new RegExp(camera) }).count()).toBe(1);
  expect(await faults('statistics', admin)).toEqual([]);

  await page.getByRole('radiogroup', { name: '统计维度' }).getByText('应用').click();
  await page.getByRole('row', { name: /Oriel 控制台/ }).waitFor();
  await soon.poll(() => new URL(page.url()).searchParams.get('groupBy')).toBe('application');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  await page.getByRole('menuitem').first().click();
  expect((await downloading).suggestedFilename()).toMatch(/^设备统计 .*\.xlsx$/);

  dark = await ConsolePage.signedIn(browser, oriel, { scheme: 'dark' });
  await dark.page.addInitScript(() => localStorage.setItem('app_language', 'en-US'));
  await dark.openPage('/stat/device');
  await dark.page.locator('.recharts-bar-rectangle').first().waitFor({ state: 'attached' });
  expect(await faults('statistics-dark-english', dark)).toEqual([]);

  await admin.openPage('/stat/report');
  expect(await faults('reports', admin)).toEqual([]);
  await admin.act('观看最多的摄像头', '运行');
  const report = page.getByRole('dialog', { name: '观看最多的摄像头' });
  await report.getByRole('row', { name: new RegExp(camera) }).waitFor();
  await report.locator('.recharts-bar-rectangle').first().waitFor({ state: 'attached' });
  expect(await faults('report', admin)).toEqual([]);
  const saving = page.waitForEvent('download');
  await report.getByRole('button', { name: '导出' }).click();
  expect((await saving).suggestedFilename()).toBe('观看最多的摄像头.xlsx');
  await dark.openPage('/stat/report');
  await dark.act('Cameras never watched', 'Run');
  await dark.page.getByRole('dialog', { name: 'Cameras never watched' }).getByText('Demo 2').waitFor();
  expect(await faults('report-dark-english', dark)).toEqual([]);
}, 300_000);
