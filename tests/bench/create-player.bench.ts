/**
 * First frame as an integrator sees it: from createPlayer() on an idle page to handleSuccess, including iframe and token.
 * In turns with a page that only connects, decodes and draws, with the ticket at hand: our product next to the least there
 * can be, on the same server and camera. ORIEL_BENCH_ROUNDS (15).
 * Needs: Chromium.
 */
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { eventually, type HostSite, hostEvents, openHostPage, startHostSite } from '../kit/host-page.ts';
import { startOriel } from '../kit/start-oriel.ts';
import type { BarePage } from './pages/bare-page.ts';
import { median, percentile } from './statistics.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 15);
const targetMs = 250;
const targetRatio = 3.5;
const url = 'ezopen://oriel/DEMO00001/1.hd.live';
/** The page is idle after this time. */
const idleMs = 300;

const oriel = await startOriel();
let accessToken = '';
const site = await startHostSite({ server: () => oriel.origin, token: async () => accessToken });
const app = await oriel.oriel(['app', 'create', '--name', 'bench', '--origin', site.origin]);
const { appKey } = app as { appKey: string };
accessToken = ((await oriel.oriel(['token', 'issue', '--app', appKey])) as { accessToken: string })
  .accessToken;
const browser = await launchChromium();
const bareScript = await bundleBarePage();

const ours: number[] = [];
const bare: number[] = [];
// The first two runs start the camera and warm the disk and compiler caches.
for (let round = -2; round < rounds; round += 1) {
  const [player, page] = [await createPlayerOnce(browser, site), await openBarePageOnce(browser)];
  if (round < 0) continue;
  ours.push(player);
  bare.push(page);
}
await browser.close();
await site.close();
await oriel.stop();

const p50 = Math.round(median(ours));
const bareP50 = Math.round(median(bare));
const ratio = Math.round((median(ours) / median(bare)) * 10) / 10;
console.log(`createPlayer() to handleSuccess: p50 ${p50} ms, p95 ${Math.round(percentile(ours, 0.95))} ms`);
console.log(`bare WebCodecs page: p50 ${bareP50} ms, p95 ${Math.round(percentile(bare, 0.95))} ms`);
console.log(`${rounds} runs of each, in turns`);
console.log(`target: p50 <= ${targetMs} ms, and <= ${targetRatio} x the bare page`);
console.log(
  JSON.stringify({
    bench: 'create-player',
    value: p50,
    unit: 'ms p50',
    target: targetMs,
    ok: p50 <= targetMs && ratio <= targetRatio,
    peers: {
      p95: Math.round(percentile(ours, 0.95)),
      'bare WebCodecs p50 ms': bareP50,
      'x bare WebCodecs': ratio,
    },
  }),
);

async function createPlayerOnce(inBrowser: Browser, onSite: HostSite): Promise<number> {
  const page = await openHostPage(inBrowser, onSite, {});
  await page.waitForTimeout(idleMs);
  const startedAt = await page.evaluate(
    (options) => {
      const host = window as unknown as {
        player: { destroy(): void };
        open1(options: unknown): void;
        events: unknown[];
      };
      host.player.destroy();
      document.getElementById('player')?.replaceChildren();
      host.events.length = 0;
      const now = Date.now();
      host.open1(options);
      return now;
    },
    { app: appKey, template: 'standard', url },
  );
  const success = await eventually(
    'a frame',
    async () => (await hostEvents(page)).find(({ name }) => name === 'handleSuccess') ?? null,
  );
  await page.close();
  return success.at - startedAt;
}

/** In a document of the server's own origin, which may connect to its streams. */
async function openBarePageOnce(inBrowser: Browser): Promise<number> {
  const page = await inBrowser.newPage({ bypassCSP: true });
  await page.goto(`${oriel.origin}/sdk/v1/oriel.js`);
  await page.evaluate(() => {
    document.body.innerHTML = '<div id="stage"></div>';
  });
  await page.addScriptTag({ content: bareScript, type: 'module' });
  await page.waitForFunction(() => 'barePage' in window);
  await page.waitForTimeout(idleMs);
  const target = await requestStream();
  const took = await page.evaluate(
    (where) => (window as unknown as { barePage: BarePage }).barePage.firstFrame(where),
    target,
  );
  await page.close();
  return took;
}

/** The stream of the camera, with a ticket that is valid once. */
async function requestStream(): Promise<{ url: string; ticket: string }> {
  const response = await fetch(`${oriel.origin}/api/lapp/live/url/ezopen`, {
    method: 'POST',
    body: new URLSearchParams({
      ezopen: url,
      accessToken,
      isFlv: 'false',
      isHttp: 'false',
      userAgent: 'bench',
    }),
  });
  const { code, msg, data } = (await response.json()) as {
    code: string;
    msg: string;
    data?: { url: string; token: string };
  };
  if (!data) throw new Error(`the server gave no stream: ${code} ${msg}`);
  return { url: data.url, ticket: data.token };
}

async function bundleBarePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL('pages/bare-webcodecs.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'chrome100',
  });
  return outputFiles[0]?.text ?? '';
}
