/**
 * Recordings at 4, 8 and 16 times the speed: key frames that were not shown, and the speed that was reached. The demo
 * camera (640x360, 15 frames per second) and a camera of 1920x1080 with 25 frames per second, both engines.
 * ORIEL_BENCH_SECONDS (6) for each speed.
 * Needs: Chromium, ffmpeg.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { launchChromium } from '../kit/chromium.ts';
import { ClipSource } from '../kit/clip-source.ts';
import { makeClip } from '../kit/coded-clip.ts';
import { recordedKey } from '../kit/playback-server.ts';
import type { RecordedEnginePage } from '../kit/recorded-engine-page.ts';
import { recordedEngineSite } from '../kit/recorded-engine-site.ts';
import { recordMinutes } from '../kit/recorded-minutes.ts';
import { namesForPages } from './browser-costs.ts';

declare global {
  interface Window {
    recordedPage: RecordedEnginePage;
  }
}

const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 6);
const settleMs: Ms = 1_000;
const lengthMs: Ms = (seconds + 6) * 16 * 1_000;
const demoStart = Date.UTC(2025, 2, 1, 8);
const largeStart = demoStart + 3_600_000;
/** The speed counts as reached from here on. */
const leastShare = 0.9;

interface Measured {
  readonly camera: string;
  readonly engine: string;
  readonly rate: number;
  readonly reached: number;
  readonly keys: number;
  readonly missed: number;
  readonly shownPerSecond: number;
}

const root = mkdtempSync(join(tmpdir(), 'oriel-fast-'));
const large = makeClip({ size: '1920x1080', kbps: 4_000, gopSeconds: 2, seconds: 10 });
const recorded = [
  {
    camera: '640x360',
    from: demoStart,
    gops: await recordMinutes({
      root,
      key: recordedKey,
      from: demoStart,
      durationMs: lengthMs,
      profile: 'main',
    }),
  },
  {
    camera: '1920x1080',
    from: largeStart,
    gops: await recordMinutes({
      root,
      key: recordedKey,
      from: largeStart,
      durationMs: lengthMs,
      source: (clock) => new ClipSource(large, clock),
    }),
  },
];
const [site, browser] = await Promise.all([recordedEngineSite(root), launchChromium()]);

async function measure(
  kind: 'recorded' | 'hls',
  { camera, from, gops }: (typeof recorded)[number],
): Promise<readonly Measured[]> {
  const page = await openPage(browser);
  const all: Measured[] = [];
  const end = from + lengthMs;
  try {
    const target = {
      url: `${site.base}/index.m3u8?begin=${from}&end=${end}`,
      ticket: site.ticket(from, end),
      range: { begin: from, end },
      startAt: null,
    };
    for (const rate of kind === 'recorded' ? [4, 8, 16] : [4]) {
      const failed = await page.evaluate(([which, where]) => window.recordedPage.open(which, where), [
        kind,
        target,
      ] as const);
      if (failed) throw new Error(`${kind}: ${failed}`);
      await page.evaluate((value) => window.recordedPage.setRate(value), rate);
      await page.waitForTimeout(settleMs);
      const [drawn, tookMs] = await page.evaluate(async (ms) => {
        window.recordedPage.takeDrawn();
        const since = performance.now();
        await new Promise((resolve) => setTimeout(resolve, ms));
        return [window.recordedPage.takeDrawn(), performance.now() - since] as const;
      }, seconds * 1_000);
      await page.evaluate(() => window.recordedPage.close());
      all.push({ camera, engine: kind, rate, ...judge(drawn, tookMs, gops) });
    }
  } finally {
    await page.close();
  }
  return all;
}

function judge(drawn: readonly EpochMs[], tookMs: Ms, gops: readonly { readonly startMs: EpochMs }[]) {
  const [first = 0, last = 0] = [drawn[0], drawn.at(-1)];
  const keys = gops.filter(({ startMs }) => startMs > first && startMs < last).map(({ startMs }) => startMs);
  // Wall times are rounded to milliseconds; frames are 40 ms apart at least.
  const missed = keys.filter((key) => !drawn.some((shown) => Math.abs(shown - key) < 10));
  return {
    reached: Math.round(((last - first) / tookMs) * 10) / 10,
    keys: keys.length,
    missed: missed.length,
    shownPerSecond: Math.round((drawn.length * 1_000) / tookMs),
  };
}

async function openPage(from: Browser) {
  const page = await from.newPage();
  await page.addInitScript(namesForPages);
  await page.goto(site.pageUrl);
  await page.waitForFunction(() => 'recordedPage' in window);
  return page;
}

const results: Measured[] = [];
try {
  for (const camera of recorded) {
    for (const kind of ['recorded', 'hls'] as const) results.push(...(await measure(kind, camera)));
  }
} finally {
  await browser.close();
  await site.close();
  rmSync(root, { recursive: true, force: true });
}
const nameOf = ({ engine }: Measured) => (engine === 'recorded' ? 'WebCodecs' : 'Media Source');
for (const one of results) {
  console.log(
    `${one.camera.padEnd(9)} ${nameOf(one).padEnd(12)} ${String(one.rate).padStart(2)}x: reached ${one.reached}x, ${one.missed} of ${one.keys} key frames not shown, ${one.shownPerSecond} frames per second`,
  );
}
const missed = results.reduce((sum, one) => sum + one.missed, 0);
const slow = results.filter(({ rate, reached }) => reached < rate * leastShare);
console.log('target: every key frame is shown, and the speed is reached');
console.log(
  JSON.stringify({
    bench: 'fast-playback',
    value: missed,
    unit: 'key frames not shown',
    target: 0,
    ok: missed === 0 && slow.length === 0,
    peers: Object.fromEntries(
      results.map((one) => [`${one.camera}, ${nameOf(one)}, ${one.rate}x: reached`, one.reached]),
    ),
  }),
);
