/** What every engine must do, in real Chromium on a real stream. A suite as a function: engines are arguments. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { EngineFact } from '../../player-frame/engines/engine.ts';
import type { EngineKind } from '../../player-frame/engines/engine-kinds.ts';
import { launchChromium } from '../kit/chromium.ts';
import type { EnginePage, OpenOptions } from '../kit/engine-page.ts';
import { eventually } from '../kit/host-page.ts';
import {
  type LiveTestServer,
  prepareCamera,
  startLiveTestServer,
  type TestCamera,
} from '../kit/live-test-server.ts';

export interface EngineVariant {
  readonly kind: EngineKind;
  readonly options?: OpenOptions;
  /** With the headers that give shared memory. */
  readonly isolated?: boolean;
  /** What it says when a connection is refused, beside `denied`. */
  readonly deniedCode: string;
  /** Only what an engine without audio does as well, and nothing that takes long. */
  readonly isReduced?: boolean;
  /** Folder of another copy of the project, whose engine it is. */
  readonly folder?: () => string;
}

declare global {
  interface Window {
    enginePage: EnginePage;
  }
}

export function describeEngine(name: string, variant: EngineVariant): void {
  describe(name, () => {
    let server: LiveTestServer;
    let browser: Browser;
    let page: Page;
    const problems: string[] = [];

    beforeAll(async () => {
      [server, browser] = await Promise.all([
        startLiveTestServer({ folder: variant.folder?.() }),
        launchChromium(),
      ]);
      page = await browser.newPage();
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(server.pageUrl({ isolated: variant.isolated === true }));
      await page.waitForFunction(() => 'enginePage' in window);
    }, 120_000);

    afterEach(async () => {
      server.thaw('DEMO');
      await page.evaluate(() => window.enginePage.close());
      await eventually('no viewer is left', async () => server.viewers === 0);
      expect(await page.evaluate(() => window.enginePage.census())).toEqual({
        workers: 0,
        contexts: 0,
        elements: 0,
      });
      expect(problems.splice(0)).toEqual([]);
    });

    afterAll(async () => {
      await browser?.close();
      await server?.close();
    });

    const open = (target: { url: string; ticket: string }) =>
      page.evaluate(([kind, where, options]) => window.enginePage.open(kind, where, options), [
        variant.kind,
        target,
        variant.options ?? {},
      ] as const);
    const watch = (camera: TestCamera) => {
      prepareCamera(camera);
      return open(server.target(camera));
    };

    async function fact<T extends EngineFact['type']>(type: T, withinMs = 25_000) {
      return eventually(
        `fact ${type}`,
        async () => {
          const all = await page.evaluate(() => window.enginePage.facts());
          const found = all.find((timed) => timed.fact.type === type);
          return found ? { at: found.at, fact: found.fact as Extract<EngineFact, { type: T }> } : null;
        },
        withinMs,
      );
    }

    const frameNumber = () => page.evaluate(() => window.enginePage.look()?.frame ?? null);
    const picture = (beyond = 0) =>
      eventually(`a picture with a number above ${beyond}`, async () => {
        const frame = await frameNumber();
        return frame !== null && frame > beyond ? frame : null;
      }).catch(async (error: unknown) => {
        throw new Error(`${error}: ${await page.evaluate(() => window.enginePage.describe())}`);
      });

    it('shows the first picture and then ever newer ones', async () => {
      await watch('DEMO');
      const { fact: tracks } = await fact('tracks');
      await fact('firstFrame');
      expect(tracks.video).toMatchObject({ width: 640, height: 360 });
      expect(tracks.video?.codec).toMatch(/^avc1\./);
      expect(tracks.audio?.codec).toMatch(/^mp4a\./);
      const first = await picture();
      const later = await picture(first + 10);
      expect(later).toBeGreaterThan(first);
      expect(await page.evaluate(() => window.enginePage.spread())).toBeGreaterThan(8);
    });

    it('tells how old the picture is and when it was taken', async () => {
      await watch('DEMO');
      await fact('firstFrame');
      const stats = await eventually('stats with a latency', async () => {
        const all = await page.evaluate(() => window.enginePage.facts());
        const reported = all.findLast((timed) => timed.fact.type === 'stats')?.fact;
        return reported?.type === 'stats' &&
          reported.stats.latencyMs !== null &&
          reported.stats.framesShown > 20
          ? reported.stats
          : null;
      });
      expect(stats.latencyMs).toBeLessThan(8_000);
      expect(stats.bytes).toBeGreaterThan(1_000);
      const [wallMs, code] = await page.evaluate(
        () => [window.enginePage.currentTime(), window.enginePage.look()] as const,
      );
      expect(Math.abs((wallMs ?? 0) - (code?.madeAtMs ?? 0))).toBeLessThan(400);
    });

    it('plays a stream without sound', async () => {
      await watch('MUTE');
      const { fact: tracks } = await fact('tracks');
      await fact('firstFrame');
      expect(tracks.audio).toBeNull();
      await page.evaluate(() => window.enginePage.setMuted(false));
    });

    it('says within 3 s that the connection broke', async () => {
      await watch('DEMO');
      await fact('firstFrame');
      const from = await page.evaluate(() => performance.now());
      server.cut();
      const { at, fact: failed } = await fact('failed');
      expect(failed.failure).toMatchObject({ kind: 'network', code: 'network.closed' });
      expect(at - from).toBeLessThan(3_000);
    });

    it('says that pictures stopped, and that they came back', async () => {
      await watch('DEMO');
      await fact('firstFrame');
      await picture();
      server.freeze('DEMO');
      const { fact: stalled } = await fact('stalled');
      expect(stalled.forMs).toBeGreaterThanOrEqual(2_000);
      server.thaw('DEMO');
      await fact('resumed');
    });

    it('says that a wrong ticket was denied', async () => {
      await open({ ...server.target('DEMO'), ticket: 'made-up' });
      const { fact: failed } = await fact('failed');
      expect(failed.failure).toMatchObject({ kind: 'denied', code: variant.deniedCode });
    });

    it('leaves nothing when it is aborted before anything came', async () => {
      server.freeze('DEMO');
      await watch('DEMO');
      await page.evaluate(() => window.enginePage.abort());
    });

    if (variant.isReduced) return;

    it.each(['DEMO', 'G711'] as const)(
      'is silent until unmuted, then heard, then silent again: %s',
      async (camera) => {
        await watch(camera);
        await fact('firstFrame');
        const loudness = () => page.evaluate(() => window.enginePage.loudness());
        expect(await loudness()).toBe(0);
        await page.evaluate(() => window.enginePage.setMuted(false));
        await eventually('sound', async () => (await loudness()) > 0.005);
        await page.evaluate(() => window.enginePage.setMuted(true));
        await eventually('silence', async () => (await loudness()) === 0);
      },
    );

    it('never calls a camera of a picture every 3 s stalled', async () => {
      await watch('SLOW');
      await fact('firstFrame');
      await page.waitForTimeout(9_000);
      const all = await page.evaluate(() => window.enginePage.facts());
      expect(all.filter(({ fact: { type } }) => type === 'stalled' || type === 'failed')).toEqual([]);
      const last = all.findLast(({ fact: { type } }) => type === 'stats')?.fact;
      expect(last?.type === 'stats' && last.stats.framesShown).toBeGreaterThan(1);
    });

    it('tells rate, bits, key frames, stalls and what is waiting, once a second', async () => {
      await watch('DEMO');
      await fact('firstFrame');
      const stats = await eventually('stats with a key frame interval', async () => {
        const all = await page.evaluate(() => window.enginePage.facts());
        const reported = all.flatMap(({ fact: one }) => (one.type === 'stats' ? [one.stats] : []));
        return reported.at(-1)?.keyFrameIntervalMs && reported.length > 3 ? reported : null;
      });
      const last = stats.at(-1)!;
      expect(last.fps).toBeGreaterThan(8);
      expect(last.fps).toBeLessThan(20);
      expect(last.bitsPerSecond).toBeGreaterThan(20_000);
      expect(last.keyFrameIntervalMs).toBeGreaterThan(1_500);
      expect(last.keyFrameIntervalMs).toBeLessThan(2_500);
      expect(last.firstFrameMs).toBeGreaterThan(0);
      expect(last.bufferedMs).toBeGreaterThanOrEqual(0);
      expect(last.bufferedMs).toBeLessThan(8_000);
      const all = await page.evaluate(() => window.enginePage.facts());
      const times = all.filter(({ fact: { type } }) => type === 'stats').map(({ at }) => at);
      expect(times.length).toBeLessThanOrEqual((times.at(-1)! - times[0]!) / 900 + 1);
    });

    it('counts stalls', async () => {
      await watch('DEMO');
      await fact('firstFrame');
      await picture();
      server.freeze('DEMO');
      await fact('stalled');
      const stalls = await eventually('stats that count it', async () => {
        const all = await page.evaluate(() => window.enginePage.facts());
        const reported = all.findLast(({ fact: { type } }) => type === 'stats')?.fact;
        return reported?.type === 'stats' && reported.stats.stalls ? reported.stats.stalls : null;
      });
      expect(stalls).toBe(1);
    });

    it('says that permission ended', async () => {
      await watch('DEMO');
      await fact('firstFrame');
      server.revoke();
      const { fact: failed } = await fact('failed');
      expect(failed.failure.kind).toBe('denied');
    });

    it('shows another ticket on the stream that plays, where the connection can say anything', async () => {
      await watch('DEMO');
      await fact('firstFrame');
      const isReported = await page.evaluate(
        (ticket) => window.enginePage.renew(ticket),
        server.target('DEMO').ticket,
      );
      expect(isReported).toBe(variant.options?.transport !== 'http');
      if (!isReported) return;
      await picture(((await frameNumber()) ?? 0) + 5);
      // The right of the second ticket is the stream's now.
      server.revoke();
      const { fact: failed } = await fact('failed');
      expect(failed.failure.kind).toBe('denied');
    });

    it('says that this browser has no H.265', async () => {
      await watch('HEVC');
      const { fact: failed } = await fact('failed');
      expect(failed.failure).toMatchObject({ kind: 'media', code: 'media.unsupported' });
    });

    it('shows live pictures at once when the tab is seen again', async () => {
      await watch('DEMO');
      await fact('firstFrame');
      await picture();
      await page.evaluate(() => window.enginePage.setVisible(false));
      await page.waitForTimeout(4_000);
      const hiddenAt = await picture();
      await page.evaluate(() => window.enginePage.setVisible(true));
      const live = await picture(hiddenAt);
      const code = await eventually('a fresh picture', async () => {
        const seen = await page.evaluate(() => {
          const look = window.enginePage.look();
          return look && { ...look, ageMs: performance.timeOrigin + performance.now() - look.madeAtMs };
        });
        // Whoever went on where the picture was hidden would be 4 s behind.
        return seen && seen.ageMs < 2_500 ? seen : null;
      });
      expect(code.frame).toBeGreaterThanOrEqual(live);
    });

    it('decodes no pictures while it is hidden and silent, and hears on when it is not silent', async () => {
      await watch('DEMO');
      await fact('firstFrame');
      await picture();
      const shown = async (): Promise<number> => {
        const all = await page.evaluate(() => window.enginePage.facts());
        const reported = all.findLast(({ fact: { type } }) => type === 'stats')?.fact;
        return reported?.type === 'stats' ? reported.stats.framesShown : 0;
      };
      await page.evaluate(() => window.enginePage.setVisible(false));
      await page.waitForTimeout(1_500);
      const before = await shown();
      await page.waitForTimeout(3_000);
      // At 15 a second it would be 45; Media Source moves on once in a while.
      expect((await shown()) - before).toBeLessThan(4);
      await page.evaluate(() => window.enginePage.setMuted(false));
      await eventually(
        'sound without a picture',
        async () => (await page.evaluate(() => window.enginePage.loudness())) > 0.005,
      );
      await page.evaluate(() => window.enginePage.setVisible(true));
      await picture((await frameNumber()) ?? 0);
    });

    it('opens and closes 20 times, on streams that run and streams that stand still', async () => {
      for (let cycle = 0; cycle < 20; cycle += 1) {
        const isFrozen = cycle % 2 === 1;
        await watch('DEMO');
        await fact('firstFrame');
        if (isFrozen) server.freeze('DEMO');
        if (isFrozen) await page.waitForTimeout(150);
        await page.evaluate(() => window.enginePage.close());
        server.thaw('DEMO');
      }
      await eventually('no viewer is left', async () => server.viewers === 0);
      await watch('DEMO');
      const from = await page.evaluate(() => performance.now());
      const { at } = await fact('firstFrame');
      expect(at - from).toBeLessThan(8_000);
    }, 240_000);
  });
}
