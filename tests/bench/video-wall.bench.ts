/**
 * Sixteen players of 640x360 on one page against sixteen bare video elements with mpegts.js on the same streams: CPU
 * time of all browser processes. Also: if the audio of all sixteen is opened one after the other, only one is audible.
 * ORIEL_BENCH_PLAYERS (16), ORIEL_BENCH_ROUNDS (3), ORIEL_BENCH_SECONDS (8, measured in each round).
 * Needs: Chromium.
 */
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { type HostSite, startHostSite } from '../kit/host-page.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { openWall, phasesOf, type WallWindow } from '../kit/wall-page.ts';
import { cpuMs, until } from './browser-costs.ts';
import type { BareWall } from './pages/bare-wall.ts';
import { median } from './statistics.ts';

declare global {
  interface Window {
    bareWall: BareWall;
  }
}

const count = Number(process.env.ORIEL_BENCH_PLAYERS ?? 16);
const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 8);
const settleMs = 4_000;
const targetRatio = 1.2;
const columns = 4;
const viewport = { width: columns * 644, height: Math.ceil(count / columns) * 364 };
const withoutWebCodecs = 'delete globalThis.VideoDecoder; delete globalThis.AudioDecoder;';

interface Wall {
  readonly page: Page;
  /** Number of frames that each player has shown. */
  shown(): Promise<number[]>;
}

interface Stage {
  readonly oriel: OrielInstance;
  readonly site: HostSite;
  readonly app: string;
  readonly token: string;
  readonly bareScript: string;
}

const [browser, { outputFiles }] = await Promise.all([
  launchChromium(),
  build({
    entryPoints: [new URL('pages/bare-wall.ts', import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  }),
]);
const oriel = await startOriel();
let token = '';
const site = await startHostSite({ server: () => oriel.origin, token: async () => token });

async function prepare(): Promise<Stage> {
  const made = await oriel.oriel(['app', 'create', '--name', 'wall', '--origin', site.origin]);
  const app = (made as { appKey: string }).appKey;
  token = ((await oriel.oriel(['token', 'issue', '--app', app])) as { accessToken: string }).accessToken;
  return { oriel, site, app, token, bareScript: outputFiles[0]!.text };
}

async function openOurs({ app }: Stage, script?: string): Promise<Wall> {
  const page = await openWall(browser, site, {
    server: oriel.origin,
    app,
    count,
    columns,
    tileWidth: 640,
    viewport,
    ...(script ? { script } : {}),
  });
  const shown = () =>
    page.evaluate(() =>
      Promise.all(
        (window as unknown as WallWindow).players.map(
          async (player) => (await player.getStats()).framesShown ?? 0,
        ),
      ),
    );
  await until('every player plays', async () => (await phasesOf(page)).playing === count, 60_000);
  return { page, shown };
}

/** On our server's origin: its live streams are for its own pages. */
async function openBare({ bareScript }: Stage): Promise<Wall> {
  const context = await browser.newContext({ viewport, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${oriel.origin}/healthz`);
  await page.evaluate(() => {
    document.open();
    document.write('<!doctype html><title>bare</title><body></body>');
    document.close();
  });
  await page.addScriptTag({ content: bareScript, type: 'module' });
  const targets = await Promise.all(Array.from({ length: count }, (_, index) => addressOf(index)));
  await page.evaluate(([all, across]) => window.bareWall.open(all, across), [targets, columns] as const);
  const shown = () => page.evaluate(() => window.bareWall.shown());
  await until('every element plays', async () => (await shown()).every((frames) => frames > 0), 60_000);
  return { page, shown };
}

async function addressOf(index: number): Promise<{ url: string; ticket: string }> {
  const form = new URLSearchParams({
    ezopen: `ezopen://oriel/DEMO0000${1 + (index % 2)}/1.hd.live`,
    accessToken: token,
  });
  const response = await fetch(`${oriel.origin}/api/lapp/live/url/ezopen`, { method: 'POST', body: form });
  const { data } = (await response.json()) as { data: { url: string; token: string } };
  return { url: data.url, ticket: data.token };
}

/** CPU ms per second, and frames per second and player: a wall that shows less would appear cheaper. */
async function measure({ page, shown }: Wall): Promise<{ cpu: number; fps: number }> {
  const inspector = await browser.newBrowserCDPSession();
  await page.waitForTimeout(settleMs);
  const [before, framesBefore, from] = [await cpuMs(inspector), await shown(), performance.now()];
  await page.waitForTimeout(seconds * 1_000);
  const [after, framesAfter, to] = [await cpuMs(inspector), await shown(), performance.now()];
  const frames = framesAfter.reduce((sum, one, index) => sum + one - framesBefore[index]!, 0);
  const tookS = (to - from) / 1_000;
  await inspector.detach();
  return { cpu: (after - before) / tookS, fps: frames / count / tookS };
}

/** Opens the audio of each player; returns the largest number of audible players after any step. */
async function maxAudible({ page }: Wall): Promise<number> {
  let max = 0;
  for (let index = 0; index < count; index += 1) {
    const received = await page.evaluate(async (at) => {
      const { players } = window as unknown as WallWindow;
      await players[at]!.openSound();
      await new Promise((next) => setTimeout(next, 300));
      return players.filter(({ state }) => state?.muted === false).length;
    }, index);
    max = Math.max(max, received);
  }
  return max;
}

const results: Record<string, { cpu: number; fps: number }[]> = {};
let received = 0;
try {
  const stage = await prepare();
  const contenders = {
    'ours, WebCodecs': () => openOurs(stage),
    'ours, Media Source': () => openOurs(stage, withoutWebCodecs),
    'bare mpegts.js': () => openBare(stage),
  };
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, open] of Object.entries(contenders)) {
      const wall = await open();
      const result = await measure(wall);
      results[name] = [...(results[name] ?? []), result];
      console.log(
        `round ${round} ${name.padEnd(20)} ${result.cpu.toFixed(0)} CPU ms per second, ${result.fps.toFixed(1)} frames per second and player`,
      );
      if (round === 1 && name.startsWith('ours')) received = Math.max(received, await maxAudible(wall));
      await wall.page.context().close();
    }
  }
} finally {
  await browser.close();
  await site.close();
  await oriel.stop();
}

/** CPU ms per shown frame, so that dropping frames is no advantage. */
const costOf = (name: string) =>
  median((results[name] ?? []).map(({ cpu, fps }) => cpu / Math.max(0.1, fps * count)));
const ratio = (name: string) => Math.round((costOf(name) / costOf('bare mpegts.js')) * 100) / 100;
const [webcodecs, flv] = [ratio('ours, WebCodecs'), ratio('ours, Media Source')];
console.log(`audible at the same time, at most: ${received}`);
console.log(`target: <= ${targetRatio} x the bare page per frame, 1 audible; ${rounds} interleaved runs`);
console.log(
  JSON.stringify({
    bench: 'video-wall',
    value: webcodecs,
    unit: `x CPU of ${count} bare video elements, per picture shown`,
    target: targetRatio,
    ok: webcodecs <= targetRatio && flv <= targetRatio && received === 1,
    peers: {
      'with Media Source': flv,
      ...Object.fromEntries(
        Object.keys(results).map((name) => [
          `${name}, CPU ms per second`,
          Math.round(median((results[name] ?? []).map(({ cpu }) => cpu))),
        ]),
      ),
      'heard at once': received,
    },
  }),
);
