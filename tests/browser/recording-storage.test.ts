/** Storage of recordings: on disk, readable after the frame is removed, and cleaned up. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { chromiumPath, launchChromium } from '../kit/chromium.ts';
import { type LiveTestServer, startLiveTestServer } from '../kit/live-test-server.ts';
import type { MadeUp, RecorderPage } from '../kit/recorder-page.ts';
import { isSoak } from '../kit/soak.ts';

declare global {
  interface Window {
    recorderPage: RecorderPage;
  }
}

const rounds = isSoak ? 10 : 1;
const hour = 3_600_000;
const kit = join(import.meta.dirname, '../kit');

describe('the storage of recordings', () => {
  let server: LiveTestServer;
  let context: BrowserContext;
  let folder: string;
  let pageUrl: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-profile-'));
    server = await startLiveTestServer();
    pageUrl = await server.addPage('recorder-page', join(kit, 'recorder-page.ts'));
    await server.addPage('recorder-host', join(kit, 'recorder-host.ts'));
    await server.addPage('recorder-memory', join(kit, 'recorder-memory-worker.ts'));
    // A profile on disk: in a private one files are kept in memory, and frames of other sites may use them.
    await mkdir(join(folder, 'Default'));
    const preferences = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
    await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
    context = await chromium.launchPersistentContext(folder, {
      executablePath: chromiumPath(),
      headless: true,
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    });
  }, 120_000);

  afterAll(async () => {
    await context?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(pageUrl);
    await page.waitForFunction(() => 'recorderPage' in window);
    return page;
  }

  it('has the duration and the bytes of its input', async () => {
    const page = await open();
    await page.evaluate(() =>
      window.recorderPage.feed({ worker: 'recorder.js', seconds: 60, bytes: 20_000 }),
    );
    const made = await page.evaluate(() => window.recorderPage.stop());
    expect(made.bytes).toBeGreaterThan(60 * 15 * 20_000);
    expect(Math.abs(made.durationMs - 60_000)).toBeLessThan(2_000);
    expect(await page.evaluate(() => window.recorderPage.read())).toEqual({
      bytes: made.bytes,
      opening: 'ftyp',
    });
    await page.evaluate(() => window.recorderPage.discard());
    expect(await page.evaluate(() => window.recorderPage.files())).toEqual([]);
    await page.close();
  }, 120_000);

  it('deletes files of earlier pages, but none in use by another player or still readable by a page', async () => {
    const [other, page] = [await open(), await open()];
    const now = await page.evaluate(() => window.recorderPage.now());
    const names = [`${now - 25 * hour}-old.mp4`, `${now - hour}-fresh.mp4`];
    for (const name of names) await page.evaluate((of) => window.recorderPage.leave(of), name);
    const short = { worker: 'recorder.js', seconds: 4, bytes: 1_000 };
    await other.evaluate((of) => window.recorderPage.feed(of), short);
    await page.evaluate((of) => window.recorderPage.feed(of), short);
    const left = await page.evaluate(() => window.recorderPage.files());
    expect(left).not.toContain(names[0]);
    expect(left).toContain(names[1]);
    expect(left).toHaveLength(3);
    for (const one of [other, page]) {
      await one.evaluate(() => window.recorderPage.stop());
      await one.evaluate(() => window.recorderPage.discard());
      await one.close();
    }
  }, 120_000);

  /** Records 200 MB in a frame of another site, hands the file over and removes the frame. */
  async function handOver(from: BrowserContext, worker: string): Promise<string> {
    const page = await from.newPage();
    const hostUrl = pageUrl.replace('127.0.0.1', 'localhost').replace('recorder-page', 'recorder-host');
    await page.goto(`${hostUrl}#${encodeURIComponent(pageUrl)}`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame!.waitForFunction(() => 'recorderPage' in window);
    const made = await frame!.evaluate(
      async (of) => {
        await window.recorderPage.feed(of);
        return window.recorderPage.stop();
      },
      { worker, seconds: 222, bytes: 60_000 } satisfies MadeUp,
    );
    expect(made.bytes).toBeGreaterThan(190_000_000);
    // The frame is removed while the response to this call is pending.
    await frame!.evaluate(() => window.recorderPage.give()).catch(() => undefined);
    expect(await page.evaluate(() => window.taken)).toEqual({ bytes: made.bytes, opening: 'ftyp' });
    await page.close();
    return made.storage;
  }

  it.each([
    ['recorder.js', 'disk'],
    ['recorder-memory.js', 'memory'],
  ])(
    'gives a host 200 MB that it can read after the frame was removed: %s, %s',
    async (worker, storage) => {
      for (let round = 0; round < rounds; round += 1) expect(await handOver(context, worker)).toBe(storage);
    },
    rounds * 60_000,
  );

  it('is memory if a browser blocks storage in third-party frames', async () => {
    const strict = await launchChromium([], chromiumPath());
    expect(await handOver(await strict.newContext(), 'recorder.js')).toBe('memory');
    await strict.close();
  }, 120_000);
});
