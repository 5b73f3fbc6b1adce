/**
 * Seeks in a recording, in a pause, until the frame of the target is on the screen: our engines next to hls.js alone on
 * the same playlist. Seeks far away, to what is not loaded, and near ones, alternate; all pages seek to the same times,
 * in turn. ORIEL_BENCH_ROUNDS (30).
 * Needs: Chromium, ffmpeg.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { recordedKey } from '../kit/playback-server.ts';
import type { RecordedEnginePage } from '../kit/recorded-engine-page.ts';
import { recordedEngineSite } from '../kit/recorded-engine-site.ts';
import { demoFps, demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { namesForPages } from './browser-costs.ts';
import type { BareHlsPage } from './pages/bare-hls.ts';
import { median, percentile } from './statistics.ts';

declare global {
  interface Window {
    recordedPage: RecordedEnginePage;
  }
}
/** Of `pages/bare-hls.ts`; other benches have other bare pages in the same place. */
type BareWindow = { readonly barePage: BareHlsPage };

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 30);
const targetRatio = 1.2;
const targetMs = 250;
const start = Date.UTC(2025, 2, 1, 8);
/** So long that the far seeks, at least 80 s apart, never lead to what hls.js still has of an earlier one. */
const lengthMs = 120 * 60_000;
const end = start + lengthMs;
const nearMs = 3_000;

type Seek = { readonly shownMs: number | null; readonly reportedMs: number };
interface Contender {
  readonly name: string;
  readonly page: Page;
  seek(to: number): Promise<Seek>;
}

/** Media Source may show a neighbouring frame. */
const frames = (to: number, isExact: boolean) =>
  [demoFrameAt(to) - (isExact ? 0 : 1), demoFrameAt(to) + (isExact ? 0 : 1)] as const;

async function openEngine(browser: Browser, site: Site, kind: 'recorded' | 'hls'): Promise<Contender> {
  const page = await openPage(browser, site.pageUrl);
  const target = {
    url: `${site.base}/index.m3u8?begin=${start}&end=${end}`,
    ticket: site.ticket(start, end),
    range: { begin: start, end },
    startAt: null,
  };
  const failed = await page.evaluate(([which, where]) => window.recordedPage.open(which, where), [
    kind,
    target,
  ] as const);
  if (failed) throw new Error(`${kind}: ${failed}`);
  await page.evaluate(() => window.recordedPage.pause());
  return {
    name: kind === 'recorded' ? 'WebCodecs' : 'Media Source',
    page,
    seek: (to) =>
      page.evaluate(([time, [first, last]]) => window.recordedPage.seekToPicture(time, first, last), [
        to,
        frames(to, kind === 'recorded'),
      ] as const),
  };
}

async function openBare(browser: Browser, site: Site): Promise<Contender> {
  const page = await openPage(browser, `${site.origin}/plain/bare-hls.html`);
  const url = site.signed(start, end);
  await page.evaluate((where) => (window as unknown as BareWindow).barePage.open(where), url);
  return {
    name: 'hls.js alone',
    page,
    seek: (to) =>
      page.evaluate(
        ([time, [first, last]]) =>
          (window as unknown as BareWindow).barePage.seekToPicture(time, first, last),
        [to, frames(to, false)] as const,
      ),
  };
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript(namesForPages);
  await page.goto(url);
  await page.waitForFunction(() => 'recordedPage' in window || 'barePage' in window);
  return page;
}

type Site = Awaited<ReturnType<typeof recordedEngineSite>>;
type Kind = 'far' | 'near';
const times = new Map<string, Record<Kind, Seek[]>>();

/** In the middle of a frame, so that rounding cannot select another one. */
const middleOfFrame = (time: number): number => ((demoFrameAt(time) + 0.5) * 1_000) / demoFps;

const root = mkdtempSync(join(tmpdir(), 'oriel-seek-'));
await recordMinutes({ root, key: recordedKey, from: start, durationMs: lengthMs, profile: 'main' });
const [site, browser] = await Promise.all([
  recordedEngineSite(root, { 'bare-hls': new URL('pages/bare-hls.ts', import.meta.url).pathname }),
  launchChromium(),
]);
try {
  const contenders = [
    await openEngine(browser, site, 'recorded'),
    await openEngine(browser, site, 'hls'),
    await openBare(browser, site),
  ];
  for (const { name } of contenders) times.set(name, { far: [], near: [] });
  for (let round = -1; round < rounds; round += 1) {
    // A step through the recording that comes back to no place where it was.
    const far = middleOfFrame(start + 5_000 + (((round + 2) * 0.618_034) % 1) * (lengthMs - 20_000));
    for (const at of contenders.keys()) {
      const { name, page, seek } = contenders[(at + round + 3) % contenders.length]!;
      await page.bringToFront();
      const [farSeek, nearSeek] = [await seek(far), await seek(middleOfFrame(far + nearMs))];
      // The first round is the warm-up.
      if (round < 0) continue;
      times.get(name)?.far.push(farSeek);
      times.get(name)?.near.push(nearSeek);
    }
  }
} finally {
  await browser.close();
  await site.close();
  rmSync(root, { recursive: true, force: true });
}

const shown = (name: string, kind: Kind): number[] =>
  (times.get(name)?.[kind] ?? []).map(({ shownMs }) => shownMs ?? Number.POSITIVE_INFINITY);
const whole = (value: number): number => Math.round(value);
for (const [name, each] of times) {
  for (const kind of ['far', 'near'] as const) {
    const all = shown(name, kind);
    const reported = median(each[kind].map(({ reportedMs }) => reportedMs));
    console.log(
      `${name.padEnd(13)} ${kind.padEnd(5)} p50 ${whole(median(all))} ms, p95 ${whole(percentile(all, 0.95))} ms, reported after ${whole(reported)} ms (${all.length} seeks)`,
    );
  }
}
const ratio = (name: string, kind: Kind): number =>
  Math.round((median(shown(name, kind)) / median(shown('hls.js alone', kind))) * 100) / 100;
const worst = Math.max(ratio('WebCodecs', 'far'), ratio('Media Source', 'far'));
const p50 = whole(Math.max(median(shown('WebCodecs', 'far')), median(shown('Media Source', 'far'))));
console.log(`target: <= ${targetRatio} x hls.js alone, p50 <= ${targetMs} ms, both engines`);
console.log(
  JSON.stringify({
    bench: 'seek',
    value: worst,
    unit: `x hls.js alone, worse engine (p50 ${p50} ms)`,
    target: targetRatio,
    ok: worst <= targetRatio && p50 <= targetMs,
    peers: {
      'WebCodecs, far': ratio('WebCodecs', 'far'),
      'WebCodecs, near': ratio('WebCodecs', 'near'),
      'Media Source, far': ratio('Media Source', 'far'),
      'Media Source, near': ratio('Media Source', 'near'),
      'hls.js alone, far, ms': whole(median(shown('hls.js alone', 'far'))),
      'hls.js alone, near, ms': whole(median(shown('hls.js alone', 'near'))),
    },
  }),
);
