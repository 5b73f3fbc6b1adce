/**
 * Latency from the creation of a frame to its display in steady state, read from the frame itself: both engines, next
 * to a page with mpegts.js and its defaults. The demo camera and the pages share one clock, so no offset is estimated.
 * Also the latency by the engine's own statistics, which do not include the shortest network delay.
 * ORIEL_BENCH_ROUNDS (3), ORIEL_BENCH_SECONDS (15, measured in each round after 5 s to settle).
 * Needs: Chromium, ffmpeg.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import type { EnginePage } from '../kit/engine-page.ts';
import type { SeenFrame } from '../kit/frame-watch.ts';
import { type LiveTestServer, startLiveTestServer } from '../kit/live-test-server.ts';
import type { BarePage } from './pages/bare-page.ts';
import { median, percentile } from './statistics.ts';

declare global {
  interface Window {
    enginePage: EnginePage;
    barePage: BarePage;
  }
}

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 15);
const settleMs = 5_000;
const targets = { webcodecs: 50, flv: 200 };

interface Contender {
  readonly name: string;
  open(page: Page, target: { url: string; ticket: string }): Promise<void>;
}

interface Run {
  readonly p50: number;
  readonly p95: number;
  /** Longest time between two frames. */
  readonly worstGapMs: number;
  readonly frames: number;
  /** Median of the second half minus that of the first. */
  readonly driftMs: number;
  /** Median of the engine's own statistics; null for a page without them. */
  readonly reportedMs: number | null;
}

function summary(seen: readonly SeenFrame[], reported: readonly number[]): Run {
  const latencies = seen.map((frame) => frame.latencyMs);
  const half = Math.floor(latencies.length / 2);
  const gaps = seen.slice(1).map((frame, index) => frame.at - seen[index]!.at);
  return {
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    worstGapMs: Math.max(0, ...gaps),
    frames: seen.length,
    driftMs: median(latencies.slice(half)) - median(latencies.slice(0, half)),
    reportedMs: reported.length > 0 ? median(reported) : null,
  };
}

async function measure(
  browser: Browser,
  server: LiveTestServer,
  url: string,
  contender: Contender,
): Promise<Run> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.waitForFunction(() => 'enginePage' in window || 'barePage' in window);
    await contender.open(page, server.target('DEMO'));
    await page.waitForTimeout(settleMs);
    await page.evaluate(() => (window.enginePage ?? window.barePage).startWatching());
    await page.waitForTimeout(seconds * 1_000);
    const seen = await page.evaluate(() => (window.enginePage ?? window.barePage).stopWatching());
    const events = await page.evaluate(() => window.enginePage?.events() ?? []);
    const reported = events.flatMap(({ event }) => (event.type === 'stats' ? [event.stats.latencyMs] : []));
    return summary(
      seen,
      reported.slice(-seconds).filter((ms) => ms !== null),
    );
  } finally {
    await page.close();
  }
}

const engine = (kind: 'webcodecs' | 'flv'): Contender => ({
  name: kind,
  open: (page, target) =>
    page.evaluate(([which, where]) => window.enginePage.open(which, where), [kind, target] as const),
});
const bare: Contender = {
  name: 'mpegts.js defaults',
  open: (page, target) => page.evaluate((where) => window.barePage.open(where), target),
};

const [server, browser] = await Promise.all([startLiveTestServer(), launchChromium()]);
const bareUrl = await server.addPage(
  'bare-mpegts',
  new URL('pages/bare-mpegts.ts', import.meta.url).pathname,
);
const contenders = [
  { contender: engine('webcodecs'), url: server.pageUrl() },
  { contender: engine('flv'), url: server.pageUrl() },
  { contender: bare, url: bareUrl },
];
const runs = new Map<string, Run[]>();
try {
  for (let round = 1; round <= rounds; round += 1) {
    for (const { contender, url } of contenders) {
      const run = await measure(browser, server, url, contender);
      runs.set(contender.name, [...(runs.get(contender.name) ?? []), run]);
      const figures = `p50 ${run.p50.toFixed(0)} ms, p95 ${run.p95.toFixed(0)} ms, worst gap ${run.worstGapMs.toFixed(0)} ms, reported ${run.reportedMs ?? '-'} ms`;
      console.log(
        `round ${round} ${contender.name.padEnd(20)} ${figures}, drift ${run.driftMs.toFixed(0)} ms, ${run.frames} frames`,
      );
    }
  }
} finally {
  await browser.close();
  await server.close();
}

const of = (name: string, figure: 'p50' | 'p95' | 'reportedMs') =>
  Math.round(median((runs.get(name) ?? []).map((run) => run[figure] ?? Number.NaN)));
const value = of('webcodecs', 'p95');
console.log(`target: p95 <= ${targets.webcodecs} ms WebCodecs, <= ${targets.flv} ms Media Source`);
console.log(
  JSON.stringify({
    bench: 'live-latency',
    value,
    unit: 'ms p95, WebCodecs',
    target: targets.webcodecs,
    ok: value <= targets.webcodecs && of('flv', 'p95') <= targets.flv,
    peers: {
      'WebCodecs p50': of('webcodecs', 'p50'),
      'WebCodecs, its own statistics': of('webcodecs', 'reportedMs'),
      'Media Source, its own statistics': of('flv', 'reportedMs'),
      'Media Source p50': of('flv', 'p50'),
      'Media Source p95': of('flv', 'p95'),
      'mpegts.js defaults p50': of(bare.name, 'p50'),
      'mpegts.js defaults p95': of(bare.name, 'p95'),
    },
  }),
);
