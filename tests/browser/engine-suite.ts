/** Requirements on every engine, in real Chromium on a real stream. A suite as a function: engines are arguments. */
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import type { EngineEvent } from '../../player-frame/engines/engine.ts';
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
import { rounds } from '../kit/soak.ts';

export interface EngineVariant {
  readonly kind: EngineKind;
  readonly options?: OpenOptions;
  /** With the headers that allow shared memory. */
  readonly isolated?: boolean;
  /** Error code for a rejected connection, besides `denied`. */
  readonly deniedCode: string;
  /** Only tests for engines without audio too, and only short ones. */
  readonly isReduced?: boolean;
  /** Folder of another copy of the project that has the engine. */
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
      await eventually('no connected viewer', async () => server.viewers === 0);
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

    async function event<T extends EngineEvent['type']>(type: T, withinMs = 25_000) {
      return eventually(
        `event ${type}`,
        async () => {
          const all = await page.evaluate(() => window.enginePage.events());
          const found = all.find((timed) => timed.event.type === type);
          return found ? { at: found.at, event: found.event as Extract<EngineEvent, { type: T }> } : null;
        },
        withinMs,
      );
    }

    const stats = async () =>
      (await page.evaluate(() => window.enginePage.events())).flatMap(({ event: one }) =>
        one.type === 'stats' ? [one.stats] : [],
      );
    /** The last of `count` more stats events; engines emit one per second. */
    async function moreStats(count: number) {
      const wanted = (await stats()).length + count;
      return eventually(`${count} more stats`, async () => (await stats())[wanted - 1] ?? null);
    }
    const frameNumber = () => page.evaluate(() => window.enginePage.readCode()?.frame ?? null);
    const frameAbove = (beyond = 0) =>
      eventually(`a frame number above ${beyond}`, async () => {
        const frame = await frameNumber();
        return frame !== null && frame > beyond ? frame : null;
      }).catch(async (error: unknown) => {
        throw new Error(`${error}: ${await page.evaluate(() => window.enginePage.describe())}`);
      });

    it('shows the first frame and then newer ones', async () => {
      await watch('DEMO');
      const { event: tracks } = await event('tracks');
      await event('firstFrame');
      expect(tracks.video).toMatchObject({ width: 640, height: 360 });
      expect(tracks.video?.codec).toMatch(/^avc1\./);
      expect(tracks.audio?.codec).toMatch(/^mp4a\./);
      const first = await frameAbove();
      const later = await frameAbove(first + 10);
      expect(later).toBeGreaterThan(first);
      expect(await page.evaluate(() => window.enginePage.spread())).toBeGreaterThan(8);
      // The engine reports the time of a frame on the screen: of the current one, or of the one just replaced.
      await eventually('the reported time of the frame', () =>
        page.evaluate(() => {
          const madeAtMs = window.enginePage.readCode()?.madeAtMs ?? 0;
          return Math.abs((window.enginePage.currentTime() ?? 0) - madeAtMs) < 400;
        }),
      );
    });

    it('reports a lost connection', async () => {
      await watch('DEMO');
      await event('firstFrame');
      server.cut();
      const { event: failed } = await event('failed');
      expect(failed.failure).toMatchObject({ kind: 'network', code: 'network.closed' });
    });

    it('reports that an invalid ticket was rejected', async () => {
      await open({ ...server.target('DEMO'), ticket: 'made-up' });
      const { event: failed } = await event('failed');
      expect(failed.failure).toMatchObject({ kind: 'denied', code: variant.deniedCode });
    });

    it('releases everything if aborted before any data arrived', async () => {
      server.freeze('DEMO');
      await watch('DEMO');
      await page.evaluate(() => window.enginePage.abort());
    });

    // The rest of this block does not depend on the transport.
    if (variant.options?.transport !== 'http') {
      it('plays a stream without audio', async () => {
        await watch('MUTE');
        const { event: tracks } = await event('tracks');
        await event('firstFrame');
        expect(tracks.audio).toBeNull();
        await page.evaluate(() => window.enginePage.setMuted(false));
      });

      it('reports that frames stopped, counts the stall, and reports that they resumed', async () => {
        await watch('DEMO');
        await event('firstFrame');
        await frameAbove();
        server.freeze('DEMO');
        const { event: stalled } = await event('stalled');
        expect(stalled.forMs).toBeGreaterThanOrEqual(2_000);
        if (!variant.isReduced) {
          const stalls = await eventually(
            'stats that count it',
            async () => (await stats()).at(-1)?.stalls || null,
          );
          expect(stalls).toBe(1);
        }
        server.thaw('DEMO');
        await event('resumed');
      });
    }

    if (variant.isReduced) return;

    it.each(['DEMO', 'G711', 'OPUS'] as const)(
      'is muted, audible after unmuting, and muted again: %s',
      async (camera) => {
        await watch(camera);
        await event('firstFrame');
        const loudness = () => page.evaluate(() => window.enginePage.loudness());
        expect(await loudness()).toBe(0);
        await page.evaluate(() => window.enginePage.setMuted(false));
        await eventually('sound', async () => (await loudness()) > 0.005);
        await page.evaluate(() => window.enginePage.setMuted(true));
        await eventually('silence', async () => (await loudness()) === 0);
      },
    );

    it('reports that the grant ended', async () => {
      await watch('DEMO');
      await event('firstFrame');
      server.revoke();
      const { event: failed } = await event('failed');
      expect(failed.failure.kind).toBe('denied');
    });

    it('sends another ticket on the running stream if the transport can send messages', async () => {
      await watch('DEMO');
      await event('firstFrame');
      const isReported = await page.evaluate(
        (ticket) => window.enginePage.renew(ticket),
        server.target('DEMO').ticket,
      );
      expect(isReported).toBe(variant.options?.transport !== 'http');
      if (!isReported) return;
      await frameAbove(((await frameNumber()) ?? 0) + 5);
      // The stream now uses the grant of the second ticket.
      server.revoke();
      const { event: failed } = await event('failed');
      expect(failed.failure.kind).toBe('denied');
    });

    it('opens and closes repeatedly, on running and on frozen streams', async () => {
      for (let cycle = 0; cycle < rounds(8, 20); cycle += 1) {
        const isFrozen = cycle % 2 === 1;
        await watch('DEMO');
        await event('firstFrame');
        if (isFrozen) server.freeze('DEMO');
        if (isFrozen) await page.waitForTimeout(150);
        await page.evaluate(() => window.enginePage.close());
        server.thaw('DEMO');
      }
      await eventually('no connected viewer', async () => server.viewers === 0);
      await watch('DEMO');
      await event('firstFrame');
    }, 240_000);

    // These do not depend on the transport.
    if (variant.options?.transport === 'http') return;

    it.each([
      ['a frame every 3 s', 'SLOW', 3],
      ['a frame per second', 'ONE_FPS', 12],
    ] as const)('does not report %s as stalled', async (_, camera, frames) => {
      await watch(camera);
      await eventually(
        `${frames} frames`,
        async () => ((await stats()).at(-1)?.framesShown ?? 0) >= frames,
        40_000,
      );
      const all = await page.evaluate(() => window.enginePage.events());
      expect(all.filter(({ event: { type } }) => type === 'stalled' || type === 'failed')).toEqual([]);
    });

    it('reports latency, frame rate, bit rate, key frames and queue length', async () => {
      await watch('DEMO');
      await event('firstFrame');
      const last = await eventually('stats with latency and key frame interval', async () => {
        const latest = (await stats()).at(-1);
        return latest?.keyFrameIntervalMs && latest.latencyMs !== null ? latest : null;
      });
      expect(last.bytes).toBeGreaterThan(1_000);
      expect(last.fps).toBeGreaterThan(0);
      expect(last.bitsPerSecond).toBeGreaterThan(0);
      // The camera sends a key frame every 2 s of its own clock.
      expect(last.keyFrameIntervalMs).toBeGreaterThan(1_500);
      expect(last.keyFrameIntervalMs).toBeLessThan(2_500);
      expect(last.firstFrameMs).toBeGreaterThan(0);
      expect(last.bufferedMs).toBeGreaterThanOrEqual(0);
    });

    if (variant.kind === 'flv') {
      it('does not preserve the pitch, for which Chromium needs more audio than is buffered', async () => {
        await watch('DEMO');
        await event('firstFrame');
        expect(await page.evaluate(() => document.querySelector('video')?.preservesPitch)).toBe(false);
      });
    }

    it('reports that this browser does not support H.265', async () => {
      await watch('HEVC');
      const { event: failed } = await event('failed');
      expect(failed.failure).toMatchObject({ kind: 'media', code: 'media.unsupported' });
    });

    it('shows the live video at once when the tab is visible again', async () => {
      await watch('DEMO');
      await event('firstFrame');
      await frameAbove();
      await page.evaluate(() => window.enginePage.setVisible(false));
      const hiddenAt = await frameAbove();
      await moreStats(4);
      await page.evaluate(() => window.enginePage.setVisible(true));
      await frameAbove(hiddenAt);
      // An engine that continued at the frame at which it was hidden would stay 4 s behind.
      await eventually('a recent frame', () =>
        page.evaluate(() => {
          const madeAtMs = window.enginePage.readCode()?.madeAtMs ?? 0;
          return performance.timeOrigin + performance.now() - madeAtMs < 2_500;
        }),
      );
    });

    it('decodes no video while it is hidden and muted, and continues with audio when unmuted', async () => {
      await watch('DEMO');
      await event('firstFrame');
      await frameAbove();
      await page.evaluate(() => window.enginePage.setVisible(false));
      const before = await moreStats(2);
      // At 15 fps it would be 45; Media Source still advances occasionally.
      expect((await moreStats(3)).framesShown - before.framesShown).toBeLessThan(4);
      await page.evaluate(() => window.enginePage.setMuted(false));
      await eventually(
        'audio without video',
        async () => (await page.evaluate(() => window.enginePage.loudness())) > 0.005,
      );
      await page.evaluate(() => window.enginePage.setVisible(true));
      await frameAbove((await frameNumber()) ?? 0);
    });
  });
}
