/**
 * Memory of the browser's processes while ten minutes are recorded: to disk, to blobs (where a browser denies disk
 * storage to frames of other sites), and to a storage that accumulates everything, as a control.
 * Needs: Chromium, ffmpeg.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../kit/chromium.ts';
import { startLiveTestServer } from '../kit/live-test-server.ts';
import type { RecorderPage } from '../kit/recorder-page.ts';

declare global {
  interface Window {
    recorderPage: RecorderPage;
  }
}

/** A tenth of what is recorded. */
const targetMb = 29;
const kit = join(import.meta.dirname, '../kit');
const storages = { disk: 'recorder.js', blobs: 'recorder-memory.js', control: 'recorder-accumulating.js' };

/** Private memory of all processes of the browser: without file pages, which the system may reclaim. */
async function memoryMb(context: BrowserContext): Promise<number> {
  const browser = context.browser();
  if (!browser) throw new Error('no browser');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  let kilobytes = 0;
  for (const { id } of processInfo) {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    for (const [, value] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)) kilobytes += Number(value);
  }
  return kilobytes / 1_024;
}

/** Memory after the page's garbage, which includes data passed to the worker, is collected. */
async function settledMb(context: BrowserContext, page: Page): Promise<number> {
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  await page.waitForTimeout(1_500);
  return memoryMb(context);
}

/** Growth over 400 s and 290 MB of a recording, after 200 s that fill caches and buffers that stay. */
async function growthMb(context: BrowserContext, page: Page, worker: string): Promise<number> {
  const stream = { bytes: 48_000, seconds: 200 };
  await page.evaluate((of) => window.recorderPage.feed(of), { worker, ...stream });
  const before = await settledMb(context, page);
  for (let part = 0; part < 2; part += 1) {
    await page.evaluate((of) => window.recorderPage.feedMore(of), stream);
  }
  const grown = (await settledMb(context, page)) - before;
  await page.evaluate(() => window.recorderPage.stop());
  await page.evaluate(() => window.recorderPage.discard());
  return Math.round(grown);
}

const folder = await mkdtemp(join(tmpdir(), 'oriel-profile-'));
const server = await startLiveTestServer();
let context: BrowserContext | null = null;
const grown: Record<string, number> = {};
try {
  const pageUrl = await server.addPage('recorder-page', join(kit, 'recorder-page.ts'));
  await server.addPage('recorder-accumulating', join(kit, 'recorder-accumulating-worker.ts'));
  await server.addPage('recorder-memory', join(kit, 'recorder-memory-worker.ts'));
  // A profile on disk: in a private one files are kept in memory.
  context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  const page = await context.newPage();
  await page.goto(pageUrl);
  await page.waitForFunction(() => 'recorderPage' in window);
  for (const [name, worker] of Object.entries(storages)) {
    grown[name] = await growthMb(context, page, worker);
    console.log(`${name}: ${grown[name]} MB more after 400 s and 290 MB`);
  }
} finally {
  await context?.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
console.log(`target: <= ${targetMb} MB to disk`);
console.log(
  JSON.stringify({ bench: 'recording-memory', value: grown.disk, unit: 'MB', target: targetMb, ...grown }),
);
process.exitCode = (grown.disk ?? Number.POSITIVE_INFINITY) <= targetMb ? 0 : 1;
