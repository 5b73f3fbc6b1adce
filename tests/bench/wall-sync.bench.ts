/**
 * Nine players of one page that follow one clock: how far apart the frames on their screens are. Recordings of the demo
 * cameras, 640x360 with 15 frames per second, so neighbouring frames are 67 ms apart. Both engines.
 * ORIEL_BENCH_PLAYERS (9), ORIEL_BENCH_SECONDS (20, measured after 5 s to settle).
 * Needs: Chromium.
 */
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { LiveStage } from '../kit/live-player.ts';
import { demoFps, recordMinutes } from '../kit/recorded-minutes.ts';
import { type SeenFrame, watchScreen } from '../kit/screen-watch.ts';
import { openWall, phasesOf } from '../kit/wall-page.ts';
import { cpuMs, namesForPages, until } from './browser-costs.ts';
import { median, percentile } from './statistics.ts';

const count = Number(process.env.ORIEL_BENCH_PLAYERS ?? 9);
const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 20);
const settleMs: Ms = 5_000;
const sampleMs: Ms = 50;
const targetMs: Ms = 100;
const columns = 3;
const tileWidth = 640;
const lengthMs: Ms = (seconds + 60) * 1_000;
// Noon in Shanghai, the zone of a new installation.
const noon: EpochMs = Date.UTC(2025, 2, 1, 4);
const serials = ['DEMO00001', 'DEMO00002'];
const withoutWebCodecs = 'delete globalThis.VideoDecoder; delete globalThis.AudioDecoder;';

interface GroupWindow {
  readonly players: readonly object[];
  group: { readonly time: number };
}

const timeOf = (frame: number): EpochMs => (frame * 1_000) / demoFps;

async function openGroup(stage: LiveStage, script?: string): Promise<Page> {
  const page = await openWall(stage.browser, stage.site, {
    server: stage.oriel.origin,
    app: stage.app,
    count,
    columns,
    tileWidth,
    viewport: { width: columns * (tileWidth + 4), height: Math.ceil(count / columns) * 364 },
    urls: serials.map((serial) => `ezopen://oriel/${serial}/1.cloud.rec?begin=20250301120000`),
    player: { seekFrequency: 0 },
    script: `${namesForPages}${script ?? ''}`,
  });
  await until('every player plays', async () => (await phasesOf(page)).playing === count, 60_000);
  await page.evaluate(
    async ([server, at]) => {
      const host = window as unknown as GroupWindow;
      const { createSyncGroup } = await import(`${server}/sdk/v1/sync.js`);
      host.group = createSyncGroup(host.players, { at });
    },
    [stage.oriel.origin, noon + 5_000] as const,
  );
  return page;
}

/** Time of the clock less time of this page. */
const clockOffset = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as GroupWindow).group.time - Date.now());

interface Measured {
  /** Cores that the browser used. */
  readonly cpu: number;
  /** Between the first and the last player, at each moment. */
  readonly apart: readonly Ms[];
  /** Of each player: frame less clock, at each moment. */
  readonly ahead: readonly (readonly Ms[])[];
}

async function measure(page: Page, frames: readonly Frame[]): Promise<Measured> {
  const screens = await Promise.all(frames.map((frame) => watchScreen(frame, sampleMs)));
  await page.waitForTimeout(settleMs);
  const offset = await clockOffset(page);
  const inspector = await stage.browser.newBrowserCDPSession();
  const cpuBefore = await cpuMs(inspector);
  // Between two looks at the screens.
  const from = Math.ceil(Date.now() / sampleMs) * sampleMs + sampleMs / 2;
  await page.waitForTimeout(seconds * 1_000 + sampleMs);
  const cpu = ((await cpuMs(inspector)) - cpuBefore) / (seconds * 1_000);
  await inspector.detach();
  const seen = await Promise.all(screens.map((screen) => screen.take()));
  const moments = Array.from({ length: (seconds * 1_000) / sampleMs }, (_, index) => from + index * sampleMs);
  const shownAt = (all: readonly SeenFrame[], moment: EpochMs): EpochMs =>
    timeOf(all.findLast(({ seenAtMs }) => seenAtMs <= moment)?.frame ?? Number.NaN);
  const shown = moments.map((moment) => seen.map((all) => shownAt(all, moment)));
  return {
    cpu,
    apart: shown.map((all) => Math.max(...all) - Math.min(...all)),
    ahead: seen.map((_, player) =>
      moments.map((moment, index) => shown[index]![player]! - (moment + offset)),
    ),
  };
}

const stage = await LiveStage.start();
const root = join(stage.oriel.dataDir, 'recordings');
const results: Record<string, Measured> = {};
try {
  for (const serial of serials) {
    const key = await stage.recordedKey(serial);
    await recordMinutes({ root, key, from: noon, durationMs: lengthMs, profile: 'main' });
  }
  for (const [name, script] of [
    ['WebCodecs', ''],
    ['Media Source', withoutWebCodecs],
  ] as const) {
    const page = await openGroup(stage, script);
    const frames = page.frames().filter((frame) => frame.url().startsWith(stage.oriel.origin));
    results[name] = await measure(page, frames);
    await page.context().close();
  }
} finally {
  await stage.close();
}

const figures = Object.entries(results).map(([name, { apart, ahead, cpu }]) => {
  const rounded = (share: number) => Math.round(percentile(apart, share));
  const figure = { name, p50: rounded(0.5), p95: rounded(0.95), worst: rounded(1) };
  const within = apart.filter((ms) => ms <= targetMs).length / apart.length;
  console.log(
    `${name}: ${count} players p50 ${figure.p50}, p95 ${figure.p95}, worst ${figure.worst} ms apart; ${(within * 100).toFixed(1)} % of moments within ${targetMs} ms; ${cpu.toFixed(2)} cores`,
  );
  console.log(
    `  frame less clock, median of each player: ${ahead.map((all) => Math.round(median(all))).join(' ')} ms`,
  );
  return figure;
});
const p95 = Math.max(...figures.map((figure) => figure.p95));
console.log(`target: p95 <= ${targetMs} ms`);
console.log(
  JSON.stringify({
    bench: 'wall-sync',
    value: p95,
    unit: `ms between the first and the last of ${count} players, p95`,
    target: targetMs,
    ok: p95 <= targetMs,
    peers: Object.fromEntries(
      figures.flatMap(({ name, p50, worst }) => [
        [`${name}, p50`, p50],
        [`${name}, worst`, worst],
      ]),
    ),
  }),
);
