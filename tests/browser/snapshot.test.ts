/** Snapshots of every engine, in real Chromium on a real stream. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import type { SnapshotOptions } from '../../player-frame/engines/engine.ts';
import { launchChromium } from '../kit/chromium.ts';
import type { EnginePage } from '../kit/engine-page.ts';
import { readFrameCode } from '../kit/frame-number.ts';
import { eventually } from '../kit/host-page.ts';
import { type LiveTestServer, startLiveTestServer } from '../kit/live-test-server.ts';
import { pixelsOf } from '../kit/recorded-file.ts';

declare global {
  interface Window {
    enginePage: EnginePage;
  }
}

const [width, height] = [640, 360];

describe.each(['webcodecs', 'flv'] as const)('a snapshot of %s', (kind) => {
  let server: LiveTestServer;
  let browser: Browser;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-snapshot-'));
    [server, browser] = await Promise.all([startLiveTestServer(), launchChromium()]);
    page = await browser.newPage();
    await page.goto(server.pageUrl());
    await page.waitForFunction(() => 'enginePage' in window);
  }, 120_000);

  afterEach(async () => {
    server.thaw('DEMO');
    await page.evaluate(() => window.enginePage.close());
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = () =>
    page.evaluate(([of, target]) => window.enginePage.open(of, target), [
      kind,
      server.target('DEMO'),
    ] as const);
  async function watch(): Promise<void> {
    await open();
    await eventually('a frame', () => page.evaluate(() => window.enginePage.readCode()));
  }
  const isFrozen = () =>
    eventually('a frozen frame', () =>
      page.evaluate(() => window.enginePage.events().some(({ event }) => event.type === 'stalled')),
    );
  const number = async () => (await page.evaluate(() => window.enginePage.readCode()))?.frame ?? 0;
  const take = (options: SnapshotOptions) => page.evaluate((of) => window.enginePage.snapshot(of), options);

  it.each(['image/jpeg', 'image/png'] as const)(
    'is the complete frame on the screen, as %s',
    async (type) => {
      await watch();
      const seen = await take({ type });
      if (typeof seen === 'string') throw new Error(seen);
      expect(seen).toMatchObject({ type, width, height });
      const [before, after] = seen.shown;
      expect(seen.code?.frame).toBeGreaterThanOrEqual(before ?? Number.NaN);
      expect(seen.code?.frame).toBeLessThanOrEqual(after ?? Number.NaN);
    },
  );

  it.each(['image/jpeg', 'image/png'] as const)(
    'is taken on a page that is never idle, as %s',
    async (type) => {
      await watch();
      // Chromium waits with toBlob until the page is idle.
      await page.evaluate(() => {
        HTMLCanvasElement.prototype.toBlob = () => {};
      });
      const seen = await take({ type });
      expect(seen).toMatchObject({ type, width, height, code: { frame: expect.any(Number) } });
      await page.reload();
      await page.waitForFunction(() => 'enginePage' in window);
    },
  );

  it('is smaller with a lower quality', async () => {
    await watch();
    const sizes = await page.evaluate(async () => [
      (await window.enginePage.snapshotBytes()).length,
      (await window.enginePage.snapshotBytes('image/jpeg', 0.95)).length,
      (await window.enginePage.snapshotBytes('image/jpeg', 0.3)).length,
    ]);
    expect(sizes[1]).toBeGreaterThan(1.5 * sizes[2]!);
    expect(sizes[0]).toBeGreaterThan(sizes[2]!);
  });

  if (kind === 'flv')
    it('during a seek is the frame after it, not a black image', async () => {
      await watch();
      const seen = await page.evaluate(async () => {
        const video = document.querySelector('video')!;
        video.currentTime = video.buffered.start(0);
        const isSeeking = video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA;
        const { code } = (await window.enginePage.snapshot({ type: 'image/png' })) as { code: unknown };
        return { isSeeking, hasCode: code !== null };
      });
      expect(seen).toEqual({ isSeeking: true, hasCode: true });
    });

  it('can be taken of a paused video, and crops a region at full resolution', async () => {
    await watch();
    server.freeze('DEMO');
    await isFrozen();
    const whole = await take({ type: 'image/png' });
    if (typeof whole === 'string') throw new Error(whole);
    expect(whole.code?.frame).toBe(whole.shown[0]);
    expect(whole.difference?.largest).toBe(0);
    const region = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 };
    const seen = await take({ type: 'image/png', region });
    if (typeof seen === 'string') throw new Error(seen);
    expect(seen).toMatchObject({ width: 320, height: 90 });
    expect(seen.difference?.largest).toBeLessThanOrEqual(1);
    const other = await take({ type: 'image/png', region: { ...region, x: 0, y: 0 } });
    if (typeof other === 'string') throw new Error(other);
    expect(other.difference?.largest).toBeLessThanOrEqual(1);
  });

  it('is rejected before the first frame', async () => {
    server.freeze('DEMO');
    await open();
    expect(await take({ type: 'image/png' })).toBe('media.noFrame');
  });

  it('has the colours that ffmpeg decodes for the same frame of a recording', async () => {
    await watch();
    await page.evaluate(() => window.enginePage.record());
    // The shown frame is older than the recorded one by less than two seconds at 15 fps.
    const from = await number();
    await eventually('a recorded frame', async () => (await number()) > from + 30);
    const base64 = await page.evaluate(() => window.enginePage.snapshotBytes());
    const taken = await number();
    await eventually('later frames', async () => (await number()) > taken + 8);
    await page.evaluate(() => window.enginePage.stopRecording());
    const recording = await page.evaluate(() => window.enginePage.recordedBytes());
    await page.evaluate(() => window.enginePage.discardRecording());
    const [snapshotPath, recordingPath] = [join(folder, 'snapshot.png'), join(folder, 'recording.mp4')];
    await writeFile(snapshotPath, Buffer.from(base64, 'base64'));
    await writeFile(recordingPath, Buffer.from(recording, 'base64'));
    const [snapshot] = await pixelsOf(snapshotPath, width, height);
    const frame = readFrameCode(snapshot!, width, height)?.frame;
    expect(frame).toBeDefined();
    const recorded = await pixelsOf(recordingPath, width, height);
    const same = recorded.find((pixels) => readFrameCode(pixels, width, height)?.frame === frame);
    expect(same).toBeDefined();
    for (const channel of [0, 1, 2]) expect(meanDifference(snapshot!, same!, channel)).toBeLessThan(3);
    // The control: another frame differs more.
    const other = recorded.find((pixels) => readFrameCode(pixels, width, height)?.frame !== frame);
    expect(meanDifference(snapshot!, other!, 1)).toBeGreaterThan(meanDifference(snapshot!, same!, 1));
  });
});

function meanDifference(a: Uint8Array, b: Uint8Array, channel: number): number {
  let sum = 0;
  for (let index = channel; index < a.length; index += 4) sum += Math.abs(a[index]! - b[index]!);
  return sum / (a.length / 4);
}
