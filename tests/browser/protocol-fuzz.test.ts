import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, CDPSession, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { frameCalls, hostCalls } from '../../lib/protocol/schemas.ts';
import { launchChromium } from '../kit/chromium.ts';
import {
  create,
  embed,
  listen,
  openContext,
  type ProtocolContext,
  received,
  requestsOf,
  settle,
} from '../kit/protocol-host.ts';
import { type ProtocolPages, startProtocolPages } from '../kit/protocol-pages.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`protocol messages: ORIEL_SEED=${seed}\n`);

const soon = expectPage.configure({ timeout: 20_000 });

let browser: Browser;
let pages: ProtocolPages;
let world: ProtocolContext;

beforeAll(async () => {
  pages = await startProtocolPages();
  browser = await launchChromium();
  world = await openContext(browser);
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

let sentInAll = 0;

/**
 * Sends `count` malformed messages from this window to the window `target` (as seen from there), as fast as possible.
 * Resolves when all have arrived.
 */
async function flood(from: Page | Frame, target: string, count: number): Promise<void> {
  const sent = await from.evaluate(
    async ({ target, count, seed }) => {
      window.canary ??= [];
      const path = '/fuzz.js';
      const { createFuzzer } = await import(path);
      const fuzzer = createFuzzer(seed, (data: unknown) => window.canary.push(data));
      const victim = target
        .split('.')
        .reduce<object>((from, name) => from[name as keyof object], window) as Window;
      for (let at = 0; at < count; at += 1) {
        const { message, transfer } = fuzzer.forWindow();
        victim.postMessage(message, '*', transfer);
        if (at % 100 === 99) await new Promise((done) => setTimeout(done));
      }
      return count;
    },
    { target, count, seed: seed + sentInAll },
  );
  sentInAll += sent;
  await settle(from, 200);
}

/** Properties of the built-in objects and prototypes, which must not change. */
const intrinsics = (target: Page | Frame) =>
  target.evaluate(() => {
    const bases = { Object, Array, Function, Promise, Map, Set, String, Number, JSON, Reflect, MessagePort };
    const describe = (value: object) =>
      Reflect.ownKeys(value).map((key) => {
        const { value: held, ...flags } = Object.getOwnPropertyDescriptor(value, key)!;
        return `${String(key)} ${typeof held} ${JSON.stringify(flags)} ${typeof held === 'function' ? held : ''}`;
      });
    return Object.entries(bases).flatMap(([name, base]) => [
      name,
      ...describe(base),
      ...('prototype' in base ? describe(base.prototype as object) : []),
    ]);
  });

async function usedBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

async function addFrame(page: Page, src: string): Promise<Frame> {
  await page.evaluate((src) => {
    const iframe = document.createElement('iframe');
    iframe.src = src;
    document.body.append(iframe);
    return new Promise((done) => iframe.addEventListener('load', done));
  }, src);
  const frame = page.frames().find((frame) => frame.url() === src)!;
  await listen(frame);
  return frame;
}

describe('20,000 malformed messages', () => {
  it('have no effect on frame and host, get no response, and the player still works', async () => {
    sentInAll = 0;
    const page = await world.openHost(pages.host.origin);
    const frame = await embed(page, pages);
    const sibling = await addFrame(page, `${pages.stranger.origin}/?sibling`);
    const twin = await addFrame(page, `${pages.player.origin}/player/simple/silent`);
    const before = [await intrinsics(page), await intrinsics(frame)];
    const [started] = await requestsOf(frame);
    const session = await world.context.newCDPSession(page);
    const bytesBefore = await usedBytes(session);

    // To the frame: from its host page, from a foreign origin, and from its own origin in another frame.
    await page.evaluate(() => {
      window.received.length = 0;
    });
    await flood(page, 'frames.0', 4_000);
    await flood(sibling, 'parent.frames.0', 4_000);
    await flood(twin, 'parent.frames.0', 2_000);
    expect(await requestsOf(frame)).toEqual([started]);
    // The host page may request a hello, and receives that one and nothing else.
    const answers = (await received(page)) as { oriel: string; n: string }[];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBeLessThanOrEqual(1);
    expect(answers.every(({ oriel }) => oriel === 'hello')).toBe(true);

    // To the host page: from its frame, from a foreign origin, and from the player's origin in another frame.
    await flood(frame, 'parent', 2_000);
    await flood(sibling, 'parent', 2_000);
    await flood(twin, 'parent', 2_000);
    for (const stranger of [sibling, twin])
      expect(await stranger.evaluate(() => [window.received, window.canary])).toEqual([[], []]);
    for (const friend of [page, frame]) expect(await friend.evaluate(() => window.canary)).toEqual([]);

    expect(sentInAll).toBe(16_000);
    expect([await intrinsics(page), await intrinsics(frame)]).toEqual(before);
    await expect(frame.evaluate(() => window.record.faults)).resolves.toEqual([]);
    expect(world.complaints).toEqual([]);
    await page.evaluate(() => {
      window.received = [];
    });
    for (const other of [sibling, twin])
      await other.evaluate(() => {
        window.received = [];
      });
    expect((await usedBytes(session)) - bytesBefore).toBeLessThan(5_000_000);
    await expect(page.evaluate(() => window.player.play())).resolves.toBeUndefined();
  }, 120_000);

  it('control: a frame that responds to other origins is detected', async () => {
    const page = await world.openHost(pages.host.origin);
    const careless = await addFrame(page, `${pages.player.origin}/player/simple/careless`);
    const sibling = await addFrame(page, `${pages.stranger.origin}/?sibling`);
    await flood(sibling, 'parent.frames.0', 100);
    await soon.poll(() => sibling.evaluate(() => window.received.length)).toBe(100);
    await soon.poll(() => sibling.evaluate(() => window.canary.length)).toBeGreaterThan(10);
    expect(careless.isDetached()).toBe(false);
    await page.close();
  });

  it('on the port of a host reach a handler only if the schemas allow them', async () => {
    const page = await world.openHost(pages.host.origin);
    const frame = await embed(page, pages);
    const before = await intrinsics(frame);
    const replies = await frame.evaluate(
      async ({ seed }) => {
        const path = '/fuzz.js';
        const { createFuzzer } = await import(path);
        const { port1, port2 } = new MessageChannel();
        window.record.openPortSession(port2);
        window.record.requests.length = 0;
        const replies: { k: number; i: number; t: string }[] = [];
        port1.onmessage = (event) => replies.push(event.data);
        const fuzzer = createFuzzer(seed, () => {});
        for (let at = 0; at < 3_000; at += 1) {
          const { message, transfer } = fuzzer.forPort();
          port1.postMessage(message, transfer);
          if (at % 100 === 99) await new Promise((done) => setTimeout(done));
        }
        await new Promise((done) => setTimeout(done, 200));
        return replies.map(({ k, i, t }) => [k, typeof i, typeof t]);
      },
      { seed },
    );
    // Some were valid calls, most were not.
    await soon.poll(async () => (await requestsOf(frame)).length).toBeGreaterThan(10);
    const requests = await requestsOf(frame);
    for (const { name, data } of requests) {
      const { data: schema } = hostCalls[name as keyof typeof hostCalls];
      expect(schema.parse(data)).toEqual(data);
    }
    expect(replies.every(([k]) => k === 0 || k === 1 || k === 2)).toBe(true);
    expect(await intrinsics(frame)).toEqual(before);
    expect(world.complaints.filter((text) => !text.includes('the secret is 42'))).toEqual([]);
    world.complaints.length = 0;
    await expect(page.evaluate(() => window.player.getOSDTime())).resolves.toBe(1_760_000_000_000);
  }, 120_000);

  it('on the port of a frame neither affect the host page nor call its callbacks with invalid data', async () => {
    const page = await world.openHost(pages.host.origin);
    await create(page, pages, { app: 'fuzzing' });
    const before = await intrinsics(page);
    const reported = await page.evaluate(async (seed) => {
      await window.player.destroy();
      const reasons: unknown[] = [];
      const events: string[] = [];
      const failed: unknown[] = [];
      const server = new URL(window.player.iframe.src).origin;
      const iframe = document.createElement('iframe');
      iframe.src = `${server}/player/simple/fuzzing?${seed}`;
      document.body.append(iframe);
      window.player = window.createPlayer(iframe, {
        server,
        app: 'fuzzing',
        getToken: (reason) => {
          reasons.push(reason);
          return 'token';
        },
      });
      for (const name of ['state', 'handleError', 'iframeFullScreen'] as const)
        window.player.on(name, (data) => events.push(typeof data));
      await window.player.ready;
      for (let at = 0; at < 50; at += 1)
        failed.push(await window.player.getOSDTime().catch((error) => error.code));
      return { reasons, events, failed };
    }, seed);
    for (const reason of reported.reasons)
      expect(frameCalls.token.data.parse({ reason })).toEqual({ reason });
    expect(reported.events.every((type) => type === 'object')).toBe(true);
    // Finally the frame responds correctly: every call has ended, by that response or by an earlier message of the
    // frame.
    expect(reported.failed).toHaveLength(50);
    expect(await intrinsics(page)).toEqual(before);
    expect(world.complaints).toEqual([]);
  }, 120_000);
});
