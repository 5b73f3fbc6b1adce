/**
 * From the request for a camera to its first frame on the screen, on an idle page with a warm key-frame cache: our
 * engines next to pages that only show the video. Interleaved; each page measures itself in the same way.
 * ORIEL_BENCH_ROUNDS (15). `--ours <url>` adds a page of another server that offers `BarePage` on `window.barePage`:
 * with it the bench evaluates that page instead of the engine alone.
 * Needs: Chromium, ffmpeg.
 */
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import type { EnginePage } from '../kit/engine-page.ts';
import { startLiveTestServer } from '../kit/live-test-server.ts';
import type { BarePage } from './pages/bare-page.ts';
import { median, percentile } from './statistics.ts';

declare global {
  interface Window {
    enginePage: EnginePage;
    barePage: BarePage;
  }
}

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 15);
const given = process.argv.indexOf('--ours');
const oursUrl = given > 0 ? process.argv[given + 1] : undefined;
const targetRatio = 1.5;
const targetMs = 250;

interface Target {
  readonly url: string;
  readonly ticket: string;
}

interface Contender {
  readonly name: string;
  readonly url: string;
  measure(page: Page, target: Target): Promise<number>;
}

/** Our player creates its engine while it requests the address, so the engine is ready when the address arrives. */
const readyEngine = (kind: 'webcodecs' | 'flv', url: string): Contender => ({
  name: `engine ${kind}`,
  url,
  measure: (page, target) =>
    page.evaluate(([which, where]) => window.enginePage.firstFrameOfReady(which, where), [
      kind,
      target,
    ] as const),
});
const coldEngine = (kind: 'webcodecs' | 'flv', url: string): Contender => ({
  name: `engine ${kind}, cold`,
  url,
  measure: (page, target) =>
    page.evaluate(([which, where]) => window.enginePage.firstFrame(which, where), [kind, target] as const),
});
const bare = (name: string, url: string): Contender => ({
  name,
  url,
  measure: (page, target) => page.evaluate((where) => window.barePage.firstFrame(where), target),
});

/** A new page each time: nothing is compiled, connected or allocated before. */
async function measureOnce(browser: Browser, contender: Contender, target: Target): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.goto(contender.url);
    await page.waitForFunction(() => 'enginePage' in window || 'barePage' in window);
    await page.waitForTimeout(200);
    return await contender.measure(page, target);
  } finally {
    await page.close();
  }
}

const [server, browser] = await Promise.all([startLiveTestServer(), launchChromium()]);
const entry = (name: string) => new URL(`pages/${name}.ts`, import.meta.url).pathname;
const contenders = [
  readyEngine('webcodecs', server.pageUrl()),
  coldEngine('webcodecs', server.pageUrl()),
  bare('bare WebCodecs', await server.addPage('bare-webcodecs', entry('bare-webcodecs'))),
  readyEngine('flv', server.pageUrl()),
  coldEngine('flv', server.pageUrl()),
  bare('bare mpegts.js', await server.addPage('bare-mpegts', entry('bare-mpegts'))),
  ...(oursUrl ? [bare('ours', oursUrl)] : []),
];
const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
try {
  // A first viewer, so that the camera runs and its key frame is cached.
  const watcher = await browser.newPage();
  await watcher.goto(server.pageUrl());
  await watcher.evaluate((target) => window.enginePage.open('webcodecs', target), server.target('DEMO'));
  await watcher.evaluate(() => window.enginePage.setVisible(false));
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) {
      times.get(contender.name)?.push(await measureOnce(browser, contender, server.target('DEMO')));
    }
  }
} finally {
  await browser.close();
  await server.close();
}

const p = (name: string, share: number) => Math.round(percentile(times.get(name) ?? [], share));
for (const { name } of contenders) {
  console.log(`${name.padEnd(22)} p50 ${p(name, 0.5)} ms, p95 ${p(name, 0.95)} ms, ${rounds} runs`);
}
const ratio = (ours: string, theirs: string) =>
  Math.round((median(times.get(ours) ?? []) / median(times.get(theirs) ?? [])) * 100) / 100;
const judged = oursUrl ? 'ours' : 'engine webcodecs';
const value = ratio(judged, 'bare WebCodecs');
const p50 = p(judged, 0.5);
console.log(`target: <= ${targetRatio} x the bare page, p50 <= ${targetMs} ms`);
console.log(
  JSON.stringify({
    bench: 'first-frame',
    value,
    unit: `x bare WebCodecs (${judged}, p50 ${p50} ms)`,
    target: targetRatio,
    ok: value <= targetRatio && p50 <= targetMs,
    peers: {
      ...Object.fromEntries(contenders.map(({ name }) => [`${name} p50 ms`, p(name, 0.5)])),
      'engine flv / bare mpegts.js': ratio('engine flv', 'bare mpegts.js'),
    },
  }),
);
