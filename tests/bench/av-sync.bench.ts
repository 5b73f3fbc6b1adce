/**
 * How much later a beep is heard than its flash is seen: both engines, AAC, G.711 and Opus, after the start and after a stall
 * of 3 s. WebCodecs includes the delay of the audio device.
 * ORIEL_BENCH_ROUNDS (3), ORIEL_BENCH_SECONDS (12, measured after 3 s to settle, in each part of a round).
 * Needs: Chromium, ffmpeg.
 */
import type { Page } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import type { EnginePage } from '../kit/engine-page.ts';
import { type LiveTestServer, prepareCamera, startLiveTestServer } from '../kit/live-test-server.ts';
import { median, percentile } from './statistics.ts';

declare global {
  interface Window {
    enginePage: EnginePage;
  }
}

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 12);
const settleMs = 3_000;
const stallMs = 3_000;
const targetMs = 45;
const cameras = ['FLASH_AAC', 'FLASH_G711', 'FLASH_OPUS'] as const;
const engines = ['webcodecs', 'flv'] as const;
type Camera = (typeof cameras)[number];

async function settled(page: Page): Promise<readonly number[]> {
  await page.waitForTimeout(settleMs);
  await page.evaluate(() => window.enginePage.seenSync());
  await page.waitForTimeout(seconds * 1_000);
  return page.evaluate(() => window.enginePage.seenSync());
}

async function measure(server: LiveTestServer, page: Page, engine: (typeof engines)[number], camera: Camera) {
  await page.goto(server.pageUrl());
  await page.waitForFunction(() => 'enginePage' in window);
  await page.evaluate(([kind, target]) => window.enginePage.open(kind, target), [
    engine,
    server.target(camera),
  ] as const);
  await page.evaluate(() => {
    window.enginePage.setMuted(false);
    window.enginePage.watchSync();
  });
  const started = await settled(page);
  server.freeze(camera);
  await page.waitForTimeout(stallMs);
  server.thaw(camera);
  const resumed = await settled(page);
  await page.evaluate(() => window.enginePage.close());
  return { started, resumed };
}

const server = await startLiveTestServer();
const browser = await launchChromium();
try {
  for (const camera of cameras) prepareCamera(camera);
  const page = await browser.newPage();
  const peers: Record<string, number> = {};
  let worst = 0;
  for (const engine of engines) {
    for (const camera of cameras) {
      const all: { started: number[]; resumed: number[] } = { started: [], resumed: [] };
      for (let round = 0; round < rounds; round += 1) {
        const { started, resumed } = await measure(server, page, engine, camera);
        all.started.push(...started);
        all.resumed.push(...resumed);
      }
      for (const [part, offsets] of Object.entries(all)) {
        const p95 = percentile(offsets.map(Math.abs), 0.95);
        worst = Math.max(worst, Number.isNaN(p95) ? Number.POSITIVE_INFINITY : p95);
        const name = `${engine}, ${camera.slice(6)}, ${part}`;
        peers[name] = Math.round(p95);
        console.log(
          `${name}: audio ${Math.round(median(offsets))} ms later, p95 of the difference ${Math.round(p95)} ms, ${offsets.length} beeps`,
        );
      }
    }
  }
  console.log(
    JSON.stringify({
      bench: 'av-sync',
      value: Math.round(worst),
      unit: 'ms between audio and video, p95, worst engine and codec',
      target: targetMs,
      ok: worst <= targetMs,
      peers,
    }),
  );
} finally {
  await browser.close();
  await server.close();
}
