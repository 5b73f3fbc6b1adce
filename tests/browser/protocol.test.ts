import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import {
  create,
  embed,
  frameOf,
  openContext,
  type ProtocolContext,
  requestsOf,
} from '../kit/protocol-host.ts';
import { type ProtocolPages, startProtocolPages } from '../kit/protocol-pages.ts';

const soon = expectPage.configure({ timeout: 20_000 });

let browser: Browser;
let pages: ProtocolPages;
let world: ProtocolContext;
let page: Page;

beforeAll(async () => {
  pages = await startProtocolPages();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
});
beforeEach(async () => {
  world = await openContext(browser);
});
afterEach(() => world.context.close());

/** From here on, the time of every page advances by `world.context.clock.runFor` only. */
async function takeClock(): Promise<void> {
  await world.context.clock.install();
}

type Method = 'play' | 'stop' | 'openSound' | 'closeSound' | 'getOSDTime' | 'changePlayUrl' | 'ready';

/** Calls a method; resolves with its result as `{ value }`, or with the fields of its PlayerError. */
function ending(method: Method, ...args: unknown[]): Promise<Record<string, unknown>> {
  return page.evaluate(
    async ({ method, args }) => {
      const sdk = '/oriel.js';
      const { PlayerError } = await import(sdk);
      const counted = window as { requested?: number };
      try {
        const call = window.player[method] as unknown;
        const answer = typeof call === 'function' ? call(...args) : call;
        counted.requested = (counted.requested ?? 0) + 1;
        return { value: await answer };
      } catch (error) {
        const { name, code, message, source, retryable, detail } = error as InstanceType<typeof PlayerError>;
        return {
          isPlayerError: error instanceof PlayerError,
          name,
          code,
          message,
          source,
          retryable,
          detail,
        };
      }
    },
    { method, args },
  );
}

const own = { isPlayerError: true, name: 'PlayerError', source: 'protocol', detail: undefined };

describe('a call', () => {
  let frame: Frame;
  beforeEach(async () => {
    page = await world.openHost(pages.host.origin);
    frame = await embed(page, pages);
  });

  it("rejects with exactly the player's failure", async () => {
    expect(await ending('stop')).toEqual({
      isPlayerError: true,
      name: 'PlayerError',
      code: 'state.notPlaying',
      message: '当前非播放状态',
      source: 'player',
      retryable: false,
      detail: { description: 'nothing plays', retryInMs: 5 },
    });
  });

  it('reports no details of an internal error, which is logged to the console', async () => {
    const failed = await ending('closeSound');
    expect(failed).toEqual({
      ...own,
      code: 'internal',
      message: 'the player failed at this',
      retryable: false,
    });
    await expect(frame.evaluate(() => window.record.faults)).resolves.toEqual([
      'Uncaught TypeError: the secret is 42',
    ]);
  });

  it('with invalid arguments is rejected before any handler, and the field is named', async () => {
    const refused = await ending('changePlayUrl', 42);
    expect(refused).toMatchObject({
      ...own,
      code: 'bad-args',
      message: expect.stringMatching(/^changePlayUrl: .*url/),
      retryable: false,
    });
    expect((await requestsOf(frame)).map(({ name }) => name)).toEqual(['start']);
  });

  it('with arguments that cannot be cloned rejects immediately', async () => {
    const codes = await page.evaluate(() =>
      Promise.all(
        [() => 1, Symbol('x'), window].map((what) =>
          window.player.play(what as never).catch((error) => [error.code, error.message]),
        ),
      ),
    );
    expect(codes).toEqual(Array(3).fill(['uncloneable', 'play: uncloneable']));
  });

  it('ends when its signal is aborted, including the work in the player', async () => {
    const result = await page.evaluate(async () => {
      const stop = new AbortController();
      const call = window.player.openSound({ signal: stop.signal }).catch((error) => error.code);
      setTimeout(() => stop.abort(), 50);
      const late = await window.player
        .openSound({ signal: AbortSignal.abort() })
        .catch((error) => error.code);
      return [await call, late];
    });
    expect(result).toEqual(['aborted', 'aborted']);
    await soon.poll(() => frame.evaluate(() => window.record.aborted)).toEqual(['openSound']);
    expect((await requestsOf(frame)).filter(({ name }) => name === 'openSound')).toHaveLength(1);
  });

  it('ends when the player is destroyed, as do later ones, and nothing remains in the page', async () => {
    const result = await page.evaluate(async () => {
      const events: string[] = [];
      for (const name of ['handleError', 'state'] as const) window.player.on(name, () => events.push(name));
      const pending = window.player.openSound().catch((error) => error.code);
      await window.player.destroy();
      await window.player.destroy();
      const later = window.player.play().catch((error) => error.message);
      return { pending: await pending, later: await later, events, frames: frames.length };
    });
    expect(result).toEqual({ pending: 'destroyed', later: 'play: destroyed', events: [], frames: 0 });
  });

  it.each([
    ['openDoor', 'startChat', 'captureCamera'],
    ['constructor', '__proto__', 'toString', 'start0', 'welcome', ''],
  ])('of a name the player does not have is answered with unsupported: %s …', async (...names) => {
    const answers = await frame.evaluate(async (names) => {
      // The host's end, seen from inside: a second link of this document on a port of the test.
      const { port1, port2 } = new MessageChannel();
      const { openPortSession } = window.record;
      openPortSession(port2);
      const answers: unknown[] = [];
      port1.onmessage = (event) => answers.push(event.data);
      names.forEach((t, at) => {
        port1.postMessage({ k: 0, i: at + 1, t, d: {} });
      });
      const own = () => (answers as { i: number; k: number; d: { code: string } }[]).filter(({ i }) => i > 0);
      while (own().length < names.length) await new Promise((done) => setTimeout(done, 20));
      return own().map(({ k, d }) => [k, d.code]);
    }, names);
    expect(answers).toEqual(names.map(() => [2, 'unsupported']));
  });

  it('is rejected with busy if too many are pending, and accepted again later', async () => {
    await frame.waitForFunction(() => window.record.tokens.length > 0); // The start has completed.
    const codes = await page.evaluate(async () => {
      const stop = new AbortController();
      const { signal } = stop;
      const calls = Array.from({ length: 300 }, () =>
        window.player.openSound({ signal }).catch((error) => error.code as string),
      );
      await window.player.getOSDTime().catch(() => {});
      stop.abort();
      const ended = await Promise.all(calls);
      const again = await window.player.getOSDTime();
      return { busy: ended.filter((code) => code === 'busy').length, again };
    });
    expect(codes).toEqual({ busy: 44, again: 1_760_000_000_000 });
  });
});

describe('events', () => {
  beforeEach(async () => {
    page = await world.openHost(pages.host.origin);
    await embed(page, pages);
  });

  it('reach every listener until it is removed, also if another one throws', async () => {
    const seen = await page.evaluate(async () => {
      const seen: string[] = [];
      const faults: string[] = [];
      addEventListener('error', (event) => {
        faults.push(event.message);
        event.preventDefault();
      });
      const first = () => {
        seen.push('first');
        throw new Error('of the integrator');
      };
      const second = () => seen.push('second');
      window.player.on('handleSuccess', first);
      window.player.on('handleSuccess', second);
      const off = window.player.on('handleSuccess', () => seen.push('third'));
      await window.player.play();
      await new Promise((done) => setTimeout(done, 50));
      off();
      window.player.off('handleSuccess', first);
      await window.player.play();
      await new Promise((done) => setTimeout(done, 50));
      return { seen, faults };
    });
    expect(seen).toEqual({
      seen: ['first', 'second', 'third', 'second'],
      faults: ['Uncaught Error: of the integrator'],
    });
  });

  it('stop immediately when a listener destroys the player', async () => {
    const seen = await page.evaluate(async () => {
      const seen: string[] = [];
      window.player.on('handleSuccess', () => {
        seen.push('first');
        void window.player.destroy();
      });
      window.player.on('handleSuccess', () => seen.push('second'));
      await window.player.play().catch(() => {});
      await new Promise((done) => setTimeout(done, 50));
      return seen;
    });
    expect(seen).toEqual(['first']);
  });
});

describe('a token request', () => {
  it('that fails is rejected without a reason', async () => {
    page = await world.openHost(pages.host.origin);
    await page.evaluate(
      async (options) => {
        const getToken = () => Promise.reject(new Error('password=hunter2'));
        window.player = window.createPlayer(document.querySelector('#box')!, { ...options, getToken });
        await window.player.ready;
      },
      { server: pages.player.origin, app: 'app' },
    );
    const frame = frameOf(page, pages);
    const refusals = await frame.evaluate(async () => {
      const errors: unknown[] = [];
      await window.record.link
        .request('token', { reason: 'expired' })
        .catch(({ code, message, source, retryable }) => errors.push({ code, message, source, retryable }));
      return errors;
    });
    const message = 'token: refused';
    expect(refusals).toEqual([{ code: 'refused', message, source: 'protocol', retryable: true }]);
  });

  it.each<[string, unknown, string]>([
    ['a number', 42, 'bad-reply'],
    ['null', null, 'bad-reply'],
    ['a text of 4,001 units', 'x'.repeat(4_001), 'bad-reply'],
    ['a text of 4,000 units', 'x'.repeat(4_000), 'got 4000'],
  ])('that is %s ends as specified', async (_, token, expected) => {
    page = await world.openHost(pages.host.origin);
    await page.evaluate(
      async ({ token, ...options }) => {
        const getToken = () => token as string;
        window.player = window.createPlayer(document.querySelector('#box')!, { ...options, getToken });
        await window.player.ready;
      },
      { server: pages.player.origin, app: 'app', token },
    );
    const code = await frameOf(page, pages).evaluate(() =>
      window.record.link.request('token', { reason: 'start' }).then(
        (got) => `got ${got.length}`,
        (error) => error.code,
      ),
    );
    expect(code).toBe(expected);
  });
});

describe('a frame that violates the protocol', () => {
  beforeEach(async () => {
    page = await world.openHost(pages.host.origin);
  });

  it('without a common version makes ready and calls reject with version', async () => {
    await create(page, pages, { app: 'future' });
    expect(await ending('ready')).toMatchObject({ ...own, code: 'version', retryable: false });
    expect(await ending('play')).toMatchObject({ ...own, code: 'version' });
  });

  it('with an invalid result makes the call reject with bad-reply, without other effects', async () => {
    await create(page, pages, { app: 'liar' });
    const welcome = await page.evaluate(() => window.player.ready);
    expect(welcome).toEqual({
      v: 1,
      features: [],
      state: { phase: 'a phase of the future', muted: true, attempt: 0 },
    });
    expect(await ending('getOSDTime')).toMatchObject({ ...own, code: 'bad-reply', retryable: false });
    expect(await ending('stop')).toMatchObject({ ...own, code: 'bad-reply' });
    expect(await ending('closeSound')).toEqual({
      isPlayerError: true,
      name: 'PlayerError',
      code: '10002',
      message: 'expired',
      source: 'somewhere new',
      retryable: false,
      detail: { solution: 'renew' },
    });
    expect(world.complaints).toEqual([]);
  });
});

describe('every call ends', () => {
  /** Waits until the page has made this many calls: only then may its time advance. */
  const made = (count: number) =>
    soon.poll(() => page.evaluate(() => (window as { requested?: number }).requested)).toBe(count);
  /** Calls before the player is ready, and their results. */
  async function endingsAfter(ms: number): Promise<unknown[]> {
    // The time of the page stands still, so this is only about the document in the frame.
    await soon
      .poll(() => page.evaluate(() => (window as { loads?: number }).loads), { message: 'the frame loads' })
      .toBe(1);
    const endings = Promise.all([ending('ready'), ending('play'), ending('getOSDTime')]);
    await made(3);
    await world.context.clock.runFor(ms);
    return (await endings).map(({ code, retryable }) => [code, retryable]);
  }
  /** Real time, for messages between processes. */
  const settle0 = () => new Promise((done) => setTimeout(done, 500));

  beforeEach(async () => {
    await takeClock();
    page = await world.openHost(pages.host.origin);
    await countLoads();
  });
  const countLoads = () =>
    page.evaluate(() => {
      const counted = window as { loads?: number };
      document.addEventListener(
        'load',
        ({ target }) => {
          if (target instanceof HTMLIFrameElement) counted.loads = (counted.loads ?? 0) + 1;
        },
        true,
      );
    });

  it.each([
    ['is not there (404)', 'missing'],
    ['may not be framed (CSP)', 'blocked'],
    ['sends nothing', 'silent'],
    ['is on a server that cannot be reached', 'app', 'http://127.0.0.1:9'],
  ])('when the player %s', async (_, app, server = pages.player.origin) => {
    await page.evaluate(() => {
      window.received = [];
    });
    await create(page, pages, { app, server });
    await page.evaluate(() => window.player.on('handleError', ({ code }) => window.received.push(code)));
    expect(await endingsAfter(2_500)).toEqual(Array(3).fill(['handshake-timeout', true]));
    expect(await ending('stop')).toMatchObject({
      code: 'handshake-timeout',
      message: `no player: check server, app, origin ${pages.host.origin}: handshake-timeout`,
    });
    expect(await page.evaluate(() => window.received)).toEqual(['handshake-timeout']);
  });

  it('if the page is on an origin that the player does not allow', async () => {
    page = await world.openHost(pages.stranger.origin);
    await countLoads();
    await create(page, pages);
    expect(await endingsAfter(2_500)).toEqual(Array(3).fill(['handshake-timeout', true]));
  });

  it('after 10 s without a response', async () => {
    const frame = await embed(page, pages);
    const call = ending('openSound');
    await soon.poll(async () => (await requestsOf(frame)).map(({ name }) => name)).toContain('openSound');
    await world.context.clock.runFor(8_000);
    await expect(Promise.race([call, settle0().then(() => 'pending')])).resolves.toBe('pending');
    await world.context.clock.runFor(2_500);
    expect(await call).toMatchObject({
      ...own,
      code: 'timeout',
      message: 'openSound: timeout',
      retryable: true,
    });
    await soon.poll(() => frame.evaluate(() => window.record.aborted)).toEqual(['openSound']);
  });

  it('after 30 s for a play without a first frame', async () => {
    const frame = await embed(page, pages);
    // The document stays, but never answers again.
    await frame.evaluate(() => window.record.link.destroy());
    const calls = Promise.all([ending('play'), ending('getOSDTime')]);
    await made(2);
    await world.context.clock.runFor(11_000);
    await world.context.clock.runFor(20_000);
    expect((await calls).map(({ code }) => code)).toEqual(['timeout', 'timeout']);
  });

  it('if the player navigates to a missing page', async () => {
    await embed(page, pages);
    const call = ending('openSound');
    await made(1);
    await page.evaluate((src) => {
      window.player.iframe.src = src;
      return new Promise((done) => window.player.iframe.addEventListener('load', done, { once: true }));
    }, `${pages.player.origin}/player/simple/missing`);
    const later = ending('getOSDTime');
    await made(2);
    await world.context.clock.runFor(11_000);
    expect([(await call).code, (await later).code]).toEqual(['timeout', 'timeout']);
  });

  it('if the reloaded player never responds', async () => {
    await embed(page, pages);
    const call = ending('openSound');
    await made(1);
    await page.evaluate((src) => {
      window.player.iframe.src = src;
    }, `${pages.player.origin}/player/simple/future`);
    expect(await call).toMatchObject({ code: 'version' });
    expect(await ending('play')).toMatchObject({ code: 'version' });
  });
});

describe('10,000 calls', () => {
  it('leave no listener behind, neither on a shared signal nor elsewhere', async () => {
    page = await world.openHost(pages.host.origin);
    await page.evaluate(() => {
      const counts = { added: 0, removed: 0 };
      Object.assign(window, { counts });
      const { addEventListener, removeEventListener } = EventTarget.prototype;
      EventTarget.prototype.addEventListener = function (...args: Parameters<typeof addEventListener>) {
        counts.added += 1;
        return addEventListener.apply(this, args);
      };
      EventTarget.prototype.removeEventListener = function (...args: Parameters<typeof removeEventListener>) {
        counts.removed += 1;
        return removeEventListener.apply(this, args);
      };
    });
    await embed(page, pages);
    const growth = await page.evaluate(async () => {
      const { counts } = window as unknown as { counts: { added: number; removed: number } };
      const before = counts.added - counts.removed;
      const { signal } = new AbortController();
      for (let round = 0; round < 10; round += 1) {
        const calls = Array.from({ length: 1_000 }, () => window.player.getOSDTime({ signal }));
        await Promise.all(calls);
      }
      return { growth: counts.added - counts.removed - before, calls: counts.removed };
    });
    expect(growth.growth).toBe(0);
    expect(growth.calls).toBeGreaterThanOrEqual(10_000);
  });
});
