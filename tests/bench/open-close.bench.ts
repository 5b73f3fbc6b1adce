/**
 * What a page keeps after 100 times opening and closing a camera whose stream stands still, for both engines:
 * heap after collection, nodes, listeners, workers, sockets at the server, memory of the process.
 * ORIEL_BENCH_CYCLES (100).
 */
import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { LiveEngineKind } from '../../player-frame/engines/create-engine.ts';
import { launchChromium } from '../kit/chromium.ts';
import type { EnginePage } from '../kit/engine-page.ts';
import { type LiveTestServer, startLiveTestServer } from '../kit/live-test-server.ts';

declare global {
  interface Window {
    enginePage: EnginePage;
  }
}

const cycles = Number(process.env['ORIEL_BENCH_CYCLES'] ?? 100);
/** The first ones compile code and fill caches that stay. */
const warmUp = 10;
const targets = { heapMB: 5, heapPerCycleKB: 20, nodes: 20, rssMB: 60, lastPictureMs: 2_000 };

interface Figures {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly rss: number;
}

async function figures(browser: CDPSession, page: CDPSession): Promise<Figures> {
  await page.send('HeapProfiler.collectGarbage');
  await page.send('HeapProfiler.collectGarbage');
  const { metrics } = await page.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return {
    heap: of('JSHeapUsedSize'),
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    rss: Math.max(...renderers.map(({ id }) => residentBytes(id))),
  };
}

function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return pages * 4_096;
}

async function until(what: string, isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function cycle(
  page: Page,
  server: LiveTestServer,
  kind: LiveEngineKind,
  isFrozen: boolean,
): Promise<number> {
  const took = await page.evaluate(([which, target]) => window.enginePage.firstPicture(which, target), [
    kind,
    server.target('DEMO'),
  ] as const);
  if (isFrozen) server.freeze('DEMO');
  await page.waitForTimeout(50);
  await page.evaluate(() => window.enginePage.close());
  server.thaw('DEMO');
  return took;
}

async function run(browser: Browser, server: LiveTestServer, kind: LiveEngineKind) {
  const page = await browser.newPage();
  await page.goto(server.pageUrl());
  await page.waitForFunction(() => 'enginePage' in window);
  const inspector = await page.context().newCDPSession(page);
  const process = await browser.newBrowserCDPSession();
  await inspector.send('Performance.enable');
  for (let count = 0; count < warmUp; count += 1) await cycle(page, server, kind, true);
  const before = await figures(process, inspector);
  for (let count = 0; count < cycles; count += 1) await cycle(page, server, kind, true);
  await until('no socket is open', () => server.viewers === 0, 1_000);
  const census = await page.evaluate(() => window.enginePage.census());
  const after = await figures(process, inspector);
  const lastPictureMs = Math.round(await cycle(page, server, kind, false));
  await page.close();
  const heapKB = Math.round((after.heap - before.heap) / 1_024);
  return {
    heapKB,
    heapPerCycleKB: Math.round((heapKB / cycles) * 10) / 10,
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
    rssMB: Math.round((after.rss - before.rss) / 2 ** 20),
    workers: census.workers,
    contexts: census.contexts,
    lastPictureMs,
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
  result.lastPictureMs <= targets.lastPictureMs;

const [server, browser] = await Promise.all([startLiveTestServer(), launchChromium()]);
const results: Record<string, Result> = {};
try {
  for (const kind of ['webcodecs', 'flv'] as const) {
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
    unit: `MB heap after ${cycles} cycles on frozen streams, worse engine`,
    target: targets.heapMB,
    ok: Object.values(results).every(isGood),
    peers: Object.fromEntries(
      Object.entries(results).map(([kind, result]) => [`${kind} RSS MB`, result.rssMB]),
    ),
  }),
);
