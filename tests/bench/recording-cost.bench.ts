/**
 * CPU cost of recording in addition to playing: CPU time of all browser processes per second recorded, against
 * MediaRecorder on the same video, for both engines. Rounds alternate, so that other load affects both.
 * ORIEL_BENCH_ROUNDS (3) of ORIEL_BENCH_SECONDS (8).
 * Needs: Chromium, ffmpeg.
 */
import type { Browser, Page } from 'playwright-core';
import type { EngineKind } from '../../player-frame/engines/engine-kinds.ts';
import { launchChromium } from '../kit/chromium.ts';
import type { EnginePage } from '../kit/engine-page.ts';
import { type LiveTestServer, startLiveTestServer } from '../kit/live-test-server.ts';
import { cpuMs } from './browser-costs.ts';
import { median } from './statistics.ts';

declare global {
  interface Window {
    enginePage: EnginePage;
    mediaRecorder: MediaRecorder;
  }
}

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 8);
/** Relative to MediaRecorder's cost. */
const targetShare = 0.25;

const ways = {
  playing: { start: async (_page: Page) => {}, stop: async (_page: Page) => {} },
  recording: {
    start: async (page: Page) => {
      const refused = await page.evaluate(() => window.enginePage.record());
      if (refused) throw new Error(refused);
    },
    stop: async (page: Page) => {
      await page.evaluate(() => window.enginePage.stopRecording());
      await page.evaluate(() => window.enginePage.discardRecording());
    },
  },
  MediaRecorder: {
    start: (page: Page) =>
      page.evaluate(() => {
        const element = document.querySelector('#stage canvas, #stage video') as HTMLCanvasElement & {
          captureStream(): MediaStream;
        };
        window.mediaRecorder = new MediaRecorder(element.captureStream(), { mimeType: 'video/webm' });
        window.mediaRecorder.start(1_000);
      }),
    stop: (page: Page) =>
      page.evaluate(async () => {
        const stopped = new Promise((resolve) => window.mediaRecorder.addEventListener('stop', resolve));
        window.mediaRecorder.stop();
        await stopped;
      }),
  },
} as const;

async function run(browser: Browser, server: LiveTestServer, kind: EngineKind) {
  const page = await browser.newPage();
  await page.goto(server.pageUrl());
  await page.waitForFunction(() => 'enginePage' in window);
  const inspector = await browser.newBrowserCDPSession();
  await page.evaluate(([of, target]) => window.enginePage.open(of, target), [
    kind,
    server.target('DEMO'),
  ] as const);
  await page.waitForTimeout(3_000);
  const costs: Record<keyof typeof ways, number[]> = { playing: [], recording: [], MediaRecorder: [] };
  for (let round = -1; round < rounds; round += 1) {
    for (const name of Object.keys(ways) as (keyof typeof ways)[]) {
      await ways[name].start(page);
      // Start and stop have a fixed cost, whatever the length: 1 s for the start to settle.
      await page.waitForTimeout(1_000);
      const before = await cpuMs(inspector);
      await page.waitForTimeout(seconds * 1_000);
      const tookMs = (await cpuMs(inspector)) - before;
      await ways[name].stop(page);
      // The first round loads and compiles.
      if (round >= 0) costs[name].push(tookMs / seconds);
    }
  }
  await page.close();
  const playing = median(costs.playing);
  return {
    playing: Math.round(playing),
    recording: Math.round((median(costs.recording) - playing) * 10) / 10,
    mediaRecorder: Math.round((median(costs.MediaRecorder) - playing) * 10) / 10,
  };
}

const [server, browser] = await Promise.all([startLiveTestServer(), launchChromium()]);
const results: Record<string, Awaited<ReturnType<typeof run>>> = {};
try {
  for (const kind of ['webcodecs', 'flv'] as const) {
    results[kind] = await run(browser, server, kind);
    console.log(kind, 'CPU ms per second, in addition to playing:', JSON.stringify(results[kind]));
  }
} finally {
  await browser.close();
  await server.close();
}
const all = Object.values(results);
console.log(`target: <= ${targetShare} x MediaRecorder, or <= 5 ms per second`);
console.log(
  JSON.stringify({
    bench: 'recording-cost',
    value: Math.max(...all.map(({ recording }) => recording)),
    unit: 'CPU ms per second recorded, worse engine',
    target: 5,
    ok: all.every(({ recording, mediaRecorder }) => recording <= Math.max(5, mediaRecorder * targetShare)),
    peers: Object.fromEntries(
      Object.entries(results).map(([kind, { mediaRecorder }]) => [`MediaRecorder on ${kind}`, mediaRecorder]),
    ),
  }),
);
