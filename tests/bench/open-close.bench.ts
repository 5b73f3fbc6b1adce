/**
 * Resources that a page keeps after opening and closing a camera 100 times: both engines, with and without audio, while
 * the stream runs and while it is frozen, in turn. Heap after garbage collection, nodes, listeners, workers, sockets at
 * the server, memory of the process.
 * ORIEL_BENCH_CYCLES (100, in total).
 * Needs: Chromium, ffmpeg.
 */
import type { Browser, Page } from 'playwright-core';
import type { EngineKind } from '../../player-frame/engines/engine-kinds.ts';
import { launchChromium } from '../kit/chromium.ts';
import type { EnginePage } from '../kit/engine-page.ts';
import { type LiveTestServer, startLiveTestServer } from '../kit/live-test-server.ts';
import { memoryOf, until } from './browser-costs.ts';

declare global {
  interface Window {
    enginePage: EnginePage;
  }
}

const cycles = Number(process.env.ORIEL_BENCH_CYCLES ?? 100);
const kinds = ['webcodecs', 'flv'] as const;
const cyclesEach = Math.ceil(cycles / kinds.length);
/** The first cycles compile code and fill caches that stay. */
const warmUp = 12;
const targets = { heapMB: 5, heapPerCycleKB: 20, nodes: 20, rssMB: 60, lastFrameMs: 2_000 };

/** The four states in which playback is closed. */
const ways = [
  { isFrozen: true, hasAudio: false },
  { isFrozen: false, hasAudio: false },
  { isFrozen: true, hasAudio: true },
  { isFrozen: false, hasAudio: true },
] as const;
type Way = (typeof ways)[number];

async function cycle(
  page: Page,
  server: LiveTestServer,
  kind: EngineKind,
  { isFrozen, hasAudio }: Way,
): Promise<number> {
  const took = await page.evaluate(([which, target]) => window.enginePage.firstFrame(which, target), [
    kind,
    server.target('DEMO'),
  ] as const);
  if (hasAudio) await page.evaluate(() => window.enginePage.setMuted(false));
  if (isFrozen) server.freeze('DEMO');
  // Audio takes a moment to start: without the delay its context would be closed before it was created.
  await page.waitForTimeout(hasAudio ? 250 : 50);
  await page.evaluate(() => window.enginePage.close());
  server.thaw('DEMO');
  return took;
}

async function run(browser: Browser, server: LiveTestServer, kind: EngineKind) {
  const page = await browser.newPage();
  await page.goto(server.pageUrl());
  await page.waitForFunction(() => 'enginePage' in window);
  const inspector = await page.context().newCDPSession(page);
  const process = await browser.newBrowserCDPSession();
  await inspector.send('Performance.enable');
  const repeat = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1)
      await cycle(page, server, kind, ways[count % ways.length]!);
  };
  await repeat(warmUp);
  const before = await memoryOf(process, inspector);
  await repeat(cyclesEach);
  await until('no socket is open', () => server.viewers === 0, 1_000);
  const census = await page.evaluate(() => window.enginePage.census());
  const after = await memoryOf(process, inspector);
  const lastFrameMs = Math.round(await cycle(page, server, kind, ways[1]));
  await page.close();
  const heapKB = Math.round((after.heap - before.heap) / 1_024);
  return {
    heapKB,
    heapPerCycleKB: Math.round((heapKB / cyclesEach) * 10) / 10,
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
    rssMB: Math.round((after.rss - before.rss) / 2 ** 20),
    workers: census.workers,
    contexts: census.contexts,
    lastFrameMs,
  };
}

type Result = Awaited<ReturnType<typeof run>>;

const isGood = (result: Result): boolean =>
  result.heapKB <= targets.heapMB * 1_024 &&
  result.heapPerCycleKB <= targets.heapPerCycleKB &&
  result.nodes <= targets.nodes &&
  result.listeners <= 0 &&
  result.rssMB <= targets.rssMB &&
  result.workers + result.contexts === 0 &&
  result.lastFrameMs <= targets.lastFrameMs;

const [server, browser] = await Promise.all([startLiveTestServer(), launchChromium()]);
const results: Record<string, Result> = {};
try {
  for (const kind of kinds) {
    results[kind] = await run(browser, server, kind);
    console.log(kind, JSON.stringify(results[kind]));
  }
} finally {
  await browser.close();
  await server.close();
}
const value = Math.max(...Object.values(results).map((result) => result.heapKB)) / 1_024;
console.log(
  `target: heap <= +${targets.heapMB} MB, 0 sockets within 1 s, 0 workers, 0 listeners, RSS <= +${targets.rssMB} MB`,
);
console.log(
  JSON.stringify({
    bench: 'open-close',
    value: Math.round(value * 100) / 100,
    unit: `MB heap after ${cyclesEach} cycles each, worse engine`,
    target: targets.heapMB,
    ok: Object.values(results).every(isGood),
    peers: Object.fromEntries(
      Object.entries(results).map(([kind, result]) => [`${kind} RSS MB`, result.rssMB]),
    ),
  }),
);
