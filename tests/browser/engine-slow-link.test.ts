import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { EngineStats } from '../../player-frame/engines/engine.ts';
import type { EngineKind } from '../../player-frame/engines/engine-kinds.ts';
import { launchChromium } from '../kit/chromium.ts';
import { eventually } from '../kit/host-page.ts';
import { type LiveTestServer, prepareCamera, startLiveTestServer } from '../kit/live-test-server.ts';
import { type SlowLink, startSlowLink } from '../kit/slow-link.ts';

const fastBits = 50_000_000;
const slowBits = 40_000;

describe.each(['webcodecs', 'flv'] as const)('a slow link behind a proxy that buffers: %s', (kind) => {
  let server: LiveTestServer;
  let browser: Browser;
  let link: SlowLink;
  let page: Page;

  beforeAll(async () => {
    prepareCamera('MUTE');
    [server, browser] = await Promise.all([startLiveTestServer(), launchChromium()]);
  }, 120_000);
  beforeEach(async () => {
    link = await startSlowLink(Number(new URL(server.origin).port), fastBits);
    page = await browser.newPage();
    await page.goto(behindLink(server.pageUrl()));
    await page.waitForFunction(() => 'enginePage' in window);
    await open(kind);
    link.setRate(slowBits);
  }, 60_000);
  afterEach(async () => {
    await page.close();
    await link.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** A player of a stream of 300 kbit/s, whose first frame is on the screen. */
  async function open(engine: EngineKind): Promise<void> {
    const { url, ticket } = server.target('MUTE');
    const target = { url: behindLink(url), ticket };
    await page.evaluate(([which, where]) => window.enginePage.open(which, where), [engine, target] as const);
    await eventually('stats', async () => (await lastStats())?.latencyMs != null);
  }

  const behindLink = (url: string): string => url.replace(server.origin, `http://127.0.0.1:${link.port}`);
  const lastStats = (): Promise<EngineStats | undefined> =>
    page.evaluate(() =>
      window.enginePage
        .events()
        .flatMap(({ event }) => (event.type === 'stats' ? [event.stats] : []))
        .at(-1),
    );

  it('does not carry what is left of a stream that was closed', async () => {
    await eventually('data in the buffer of the proxy', async () => link.bufferedBytes > 100_000);
    const { sentBytes, bufferedBytes } = link;
    await page.evaluate(() => window.enginePage.close());
    await eventually('an empty buffer', async () => link.bufferedBytes === 0);
    expect(link.sentBytes - sentBytes).toBeLessThan(bufferedBytes / 5);
  }, 120_000);

  it('is visible in the latency of the frame on the screen', async () => {
    const { latencyMs, networkDelayMs } = await eventually('a late stream', async () => {
      const stats = await lastStats();
      return stats && (stats.networkDelayMs ?? 0) > 3_000 ? stats : null;
    });
    expect(latencyMs).toBeGreaterThan(networkDelayMs! - 500);
  }, 120_000);
});
