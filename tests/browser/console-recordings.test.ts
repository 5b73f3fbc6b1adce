import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Browser, Download, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { adminPassword, consoleData } from '../kit/console-data.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { eventually, playerFrame } from '../kit/host-page.ts';
import { overflowFaults } from '../kit/list-layout.ts';
import { decodeStrictly, probe } from '../kit/recorded-file.ts';
import { demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { shownFrame } from '../kit/shown-frame.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

/** The page of recordings with real ones: the calendar, playback, why something is missing, and the export of two cameras. */

const second = 1_000;
const hour = 3_600 * second;
/** 12:00 of yesterday in Shanghai, the zone of a new installation. */
const today = Math.floor((Date.now() + 8 * hour) / (24 * hour)) * 24 * hour - 8 * hour;
const noon = today - 12 * hour;
const civil = (at: number) => new Date(at + 8 * hour).toISOString().slice(0, 19).replace('T', ' ');
const cameras = [
  { serial: 'DEMO00001', name: 'Demo 1 · 演示 1', scene: 'harbour' },
  { serial: 'DEMO00002', name: 'Demo 2 · 演示 2', scene: 'yard' },
] as const;

let dataDir: string;
let saved: string;
let oriel: OrielInstance;
let browser: Browser;
let admin: ConsolePage;
let page: Page;

beforeAll(async () => {
  dataDir = await consoleData();
  saved = scratchFolder('oriel-saved-');
  const first = await startOriel({ dataDir });
  const ids = await ConsoleCalls.as(first, 'admin', adminPassword, async (calls) => {
    const { records } = await calls.call('GET', '/iot/camera/page');
    return new Map<string, string>(records.map((row: Record<string, string>) => [row.deviceSerial, row.id]));
  });
  await first.stop();
  const root = join(dataDir, 'recordings');
  for (const { serial, scene } of cameras) {
    const key = { tenantId: 'default', channelId: ids.get(serial)!, store: 'cloud' } as const;
    await recordMinutes({ root, key, scene, from: noon, durationMs: 60 * second });
    await recordMinutes({ root, key, scene, from: noon + 120 * second, durationMs: 30 * second });
  }
  // Finds the files at its start.
  [oriel, browser] = await Promise.all([startOriel({ dataDir }), launchChromium()]);
  admin = await ConsolePage.signedIn(browser, oriel);
  page = admin.page;
  // Without this dialog of the system, files are downloads.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showDirectoryPicker'));
}, 300_000);
afterAll(async () => {
  await admin?.close();
  await browser?.close();
  await oriel?.stop();
  for (const folder of [dataDir, saved]) rmSync(folder, { recursive: true, force: true });
});

const button = (name: string | RegExp, inside: Page | Locator = page) => inside.getByRole('button', { name });

/** What is wrong with what is shown, in a wide window and on a phone. */
async function faults(name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await admin.resize(width, height);
    await admin.settled();
    found.push(...(await overflowFaults(admin)), ...(await admin.findings()));
    await admin.shot(`${name}-${width}`);
  }
  return found;
}

it('are found by their day, and played from a chosen time', async () => {
  await admin.openPage('/iot/recording');
  expect(await faults('recordings')).toEqual([]);
  const [{ name }] = cameras;
  await button(`查看 ${name} 的录像`).click();
  const dialog = admin.dialog(`${name} 的录像`);
  const [, month, day] = civil(noon).slice(0, 10).split('-').map(Number);
  await button(new RegExp(`${month}月${day}日.*有录像`), dialog).click();
  const parts = dialog.getByRole('list', { name: '时段' });
  await parts.getByText('12:02:00 – 12:02:30').waitFor();
  // The cameras were added after their recordings, so nothing is missing between them.
  expect(await parts.getByRole('listitem').allInnerTexts()).toHaveLength(2);
  await button('从 12:02:00 播放', parts).click();
  const [from, end] = [demoFrameAt(noon + 120 * second), demoFrameAt(noon + 150 * second)];
  const shown = async () => shownFrame(await playerFrame(page));
  const first = await eventually('a frame of the chosen time', async () => {
    const frame = await shown();
    return frame !== null && frame >= from && frame;
  });
  expect(first).toBeLessThan(end);
  await eventually('a later frame', async () => {
    const frame = await shown();
    return frame !== null && frame > first && frame < end;
  });
  expect(await faults('recordings-of-camera')).toEqual([]);
  await page.keyboard.press('Escape');
}, 180_000);

it('of two cameras are exported at once, as files that ffprobe reads, with their digests', async () => {
  await admin.openPage('/iot/recording');
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await button('导出录像').click();
  const dialog = admin.dialog('导出录像');
  const choice = dialog.getByRole('combobox', { name: '摄像头' });
  for (const { name } of cameras) {
    await choice.click();
    await page.getByRole('option', { name }).click();
  }
  await page.keyboard.press('Escape');
  const fill = async (label: string, at: number) => {
    const field = dialog.getByRole('textbox', { name: label });
    await field.fill(civil(at));
    await field.blur();
  };
  await fill('开始时间', noon + 10 * second);
  await fill('结束时间', noon + 140 * second);
  await dialog.getByLabel('附带 SHA-256 清单').check();
  await dialog.getByRole('button', { name: '导出', exact: true }).click();
  const results = dialog.getByRole('list', { name: '导出进度' });
  await eventually('both cameras', async () => (await results.getByText(/^已导出 /).count()) === 2, 90_000);
  await eventually('four files', async () => downloads.length === 4);
  expect(await faults('recordings-export')).toEqual([]);

  const files = new Map<string, string>();
  for (const download of downloads) {
    const path = join(saved, download.suggestedFilename());
    await download.saveAs(path);
    files.set(download.suggestedFilename(), path);
  }
  for (const { serial } of cameras) {
    const [video] = [...files].find(([name]) => name.startsWith(`${serial}-1_`) && name.endsWith('.mp4'))!;
    const path = files.get(video)!;
    const manifest = JSON.parse(readFileSync(files.get(video.replace('.mp4', '.json'))!, 'utf8'));
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(manifest.parts[0].sha256).toBe(digest);
    const { format, durationS, video: track } = await probe(path);
    expect([format.includes('mp4'), track?.codec]).toEqual([true, 'h264']);
    // 50 s and 20 s, from the key frame before.
    expect(durationS).toBeGreaterThan(69);
    expect(durationS).toBeLessThan(79);
    const { complaints, codes } = await decodeStrictly(path);
    expect(complaints).toBe('');
    const frames = codes.flatMap((code) => code?.frame ?? []);
    expect(frames).toEqual(frames.toSorted((one, other) => one - other));
    expect(frames).toContain(demoFrameAt(noon + 10 * second));
    expect(frames).toContain(demoFrameAt(noon + 130 * second));
    expect(frames).not.toContain(demoFrameAt(noon + 90 * second));
  }
}, 240_000);
