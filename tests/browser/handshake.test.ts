import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { PlayerError } from '../../host-sdk/index.ts';
import { launchChromium } from '../kit/chromium.ts';
import {
  address,
  create,
  embed,
  frameOf,
  listen,
  openContext,
  type ProtocolContext,
  received,
  requestsOf,
  settle,
} from '../kit/protocol-host.ts';
import { type ProtocolPages, serve, startProtocolPages } from '../kit/protocol-pages.ts';

let browser: Browser;
let pages: ProtocolPages;
let world: ProtocolContext;

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

/** The browser of these tests has Document Picture-in-Picture. */
const started = { name: 'start', data: { url: address, pictureWindow: 'can' } };

describe('an allowed page', () => {
  it('connects, starts, passes the token and plays, without console messages', async () => {
    const page = await world.openHost(pages.host.origin);
    const frame = await embed(page, pages);
    const seen = await page.evaluate(async () => {
      const states: string[] = [];
      window.player.on('state', (state) => states.push(state.phase));
      await window.player.play();
      return { states, phase: window.player.state?.phase, time: await window.player.getOSDTime() };
    });
    expect(seen).toEqual({ states: ['playing'], phase: 'playing', time: 1_760_000_000_000 });
    await expect(frame.evaluate(() => window.record.tokens)).resolves.toEqual(['the-token']);
    expect(await requestsOf(frame)).toEqual([started, { name: 'play', data: {} }]);
    expect(world.complaints).toEqual([]);
  });

  it('works from the classic script, under a content security policy without inline or eval', async () => {
    const page = await world.context.newPage();
    await page.goto(`${pages.host.origin}/classic`);
    const result = await page.evaluate(async (server) => {
      const { Oriel } = window as unknown as { Oriel: { createPlayer: typeof window.createPlayer } };
      const box = document.querySelector('#box')!;
      const player = Oriel.createPlayer(box, { server, app: 'app', getToken: () => 'the-token' });
      await player.play();
      return { names: Object.keys(Oriel).sort(), border: getComputedStyle(player.iframe).borderTopWidth };
    }, pages.player.origin);
    expect(result).toEqual({ names: ['PlayerError', 'createPlayer', 'version'], border: '0px' });
    expect(world.complaints).toEqual([]);
  });

  it('creates one iframe whose address contains neither camera nor token, with an accessible name', async () => {
    const page = await world.openHost(pages.host.origin);
    await embed(page, pages);
    const attributes = await page.evaluate(() => {
      const iframe = document.querySelector('iframe')!;
      const count = document.querySelectorAll('iframe').length;
      const { src, allow, referrerPolicy, title, width, height } = iframe;
      return { count, src, allow, referrerPolicy, title, width, height, sandbox: iframe.sandbox.length };
    });
    expect(attributes).toEqual({
      count: 1,
      src: `${pages.player.origin}/player/simple/app?${pages.host.origin}`,
      allow: 'autoplay;fullscreen;picture-in-picture;clipboard-write;cross-origin-isolated',
      referrerPolicy: 'origin',
      title: 'Camera',
      width: '600',
      height: '400',
      sandbox: 0,
    });
  });

  it('has the shape of its container in the example of the guide, and the microphone on request', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/embed.md'), 'utf8');
    const [, style = ''] = /style="(width: 100%[^"]*aspect-ratio[^"]*)"/.exec(guide) ?? [];
    const page = await world.openHost(pages.host.origin);
    await page.evaluate((style) => {
      document.querySelector<HTMLElement>('#box')!.style.cssText = style;
    }, style);
    await embed(page, pages, { width: '100%', height: '100%', microphone: true });
    const shape = () =>
      page.evaluate(() => {
        const { width, height } = document.querySelector('iframe')!.getBoundingClientRect();
        return { isWide: width > 500, ratio: (width / height).toFixed(2) };
      });
    expect(await shape()).toEqual({ isWide: true, ratio: '1.78' });
    await page.setViewportSize({ width: 390, height: 700 });
    expect(await shape()).toEqual({ isWide: false, ratio: '1.78' });
    const allowed = await page.evaluate(() => document.querySelector('iframe')!.allow.split(';'));
    expect(allowed).toContain('microphone');
  });

  it.each([
    ['server', ['javascript:alert(1)//', 'data:text/html,x', 'blob:null/x', 'video.example.com', '', null]],
    ['container', ['#nowhere', '#1', '', null, 7]],
  ])('creates no frame for an invalid %s, and names the value', async (option, values) => {
    const page = await world.openHost(pages.host.origin);
    const tried = await page.evaluate(
      ({ option, values, server }) =>
        values.map((value) => {
          const given = {
            server,
            container: '#box',
            app: 'app',
            getToken: () => 'the-token',
            [option]: value,
          };
          try {
            window.createPlayer(given.container, given);
            return null;
          } catch (error) {
            const { name, code, message } = error as PlayerError;
            return { name, code, message };
          }
        }),
      { option, values: [...values], server: pages.player.origin },
    );
    expect(tried).toEqual(
      values.map((value) => ({
        name: 'PlayerError',
        code: 'option.invalid',
        message: expect.stringContaining(`${option} ${value}: no `),
      })),
    );
    await expect(page.evaluate(() => document.querySelectorAll('iframe').length)).resolves.toBe(0);
  });

  it('takes the selector of a container', async () => {
    const page = await world.openHost(pages.host.origin);
    await page.evaluate(async (server) => {
      window.player = window.createPlayer('#box', { server, app: 'app', getToken: () => 'the-token' });
      await window.player.ready;
    }, pages.player.origin);
    await expect(page.evaluate(() => document.querySelectorAll('#box > iframe').length)).resolves.toBe(1);
  });

  it('adopts an existing iframe', async () => {
    const page = await world.openHost(pages.host.origin);
    await page.evaluate(async (server) => {
      const iframe = document.createElement('iframe');
      iframe.src = `${server}/player/simple/app`;
      const loaded = new Promise((done) => iframe.addEventListener('load', done));
      document.body.append(iframe);
      await loaded;
      window.player = window.createPlayer(iframe, { server, app: 'app', getToken: () => 'the-token' });
      await window.player.ready;
    }, pages.player.origin);
    await expect(page.evaluate(() => window.player.getOSDTime())).resolves.toBe(1_760_000_000_000);
    await expect(page.evaluate(() => document.querySelectorAll('iframe').length)).resolves.toBe(1);
  });

  it('leaves an adopted iframe in place, and can adopt it again', async () => {
    const page = await world.openHost(pages.host.origin);
    const frame = await embed(page, pages);
    const time = await page.evaluate(async (server) => {
      const { iframe } = window.player;
      const adopt = () => window.createPlayer(iframe, { server, app: 'app', getToken: () => 'again' });
      // The handle that created the iframe must not remove it while others use it.
      iframe.remove = () => {};
      await window.player.destroy();
      const second = adopt();
      await second.ready;
      await second.destroy();
      const third = adopt();
      return third.getOSDTime();
    }, pages.player.origin);
    expect(time).toBe(1_760_000_000_000);
    await expect(frame.evaluate(() => window.record.byes)).resolves.toBe(2);
  });

  it('may mount twice, as React does in strict mode: one iframe, and the second player works', async () => {
    const page = await world.openHost(pages.host.origin);
    const result = await page.evaluate(async (server) => {
      const mount = () =>
        window.createPlayer(document.querySelector('#box')!, { server, app: 'app', getToken: () => 'token' });
      const first = mount();
      const destroyed = first.destroy();
      const second = mount();
      const why = await first.ready.then(
        () => 'ready',
        (error: { code: string }) => error.code,
      );
      await Promise.all([destroyed, second.ready]);
      return { why, iframes: document.querySelectorAll('iframe').length, time: await second.getOSDTime() };
    }, pages.player.origin);
    expect(result).toEqual({ why: 'destroyed', iframes: 1, time: 1_760_000_000_000 });
    expect(world.complaints).toEqual([]);
  });

  it('detects a reload of the frame: pending calls reject, and it restarts with the latest address', async () => {
    const page = await world.openHost(pages.host.origin);
    const frame = await embed(page, pages);
    await page.evaluate(() => window.player.changePlayUrl('ezopen://open.ys7.com/DEMO00002/1.live'));
    const pending = page.evaluate(() => window.player.openSound().catch((error) => error.code));
    await settle(page);
    await frame.evaluate(() => location.reload());
    await expect(pending).resolves.toBe('frame-reloaded');
    await page.evaluate(() => window.player.getOSDTime());
    expect(await requestsOf(frameOf(page, pages))).toEqual([
      { name: 'start', data: { ...started.data, url: 'ezopen://open.ys7.com/DEMO00002/1.live' } },
    ]);
    await expect(frameOf(page, pages).evaluate(() => window.record.tokens)).resolves.toEqual(['the-token']);
  });
});

describe('a page that is not allowed', () => {
  it('receives nothing, whatever it sends, and nothing happens in the frame', async () => {
    const page = await world.openHost(pages.stranger.origin);
    await create(page, pages);
    await page.frameLocator('iframe').locator('#boot').waitFor({ state: 'attached' });
    const frame = frameOf(page, pages);
    await frame.waitForFunction(() => window.record !== undefined);
    await forge(page, frame, 'frames.0', 'guessed');
    expect(await received(page)).toEqual([]);
    expect(await page.evaluate(() => window.canary)).toEqual([]);
    expect(await requestsOf(frame)).toEqual([]);
    await expect(frame.evaluate(() => window.record.link.isConnected)).resolves.toBe(false);
  });
});

describe('20 hostile origins', () => {
  it('receive nothing and change nothing: other ports, and other names of the same machine', async () => {
    const html = '<!doctype html><title>hostile</title><link rel="icon" href="data:,"><div id="box"></div>';
    const files = {
      '/': { type: 'html', body: html },
      '/oriel.js': {
        type: 'js',
        body: await (await fetch(`${pages.host.origin}/oriel.js`)).text(),
        headers: { 'access-control-allow-origin': '*' },
      },
    } as const;
    const servers = await Promise.all(Array.from({ length: 10 }, () => serve(files)));
    const hostile = [
      pages.host.otherSite,
      ...servers.flatMap(({ origin, otherSite }) => [origin, otherSite]),
    ].slice(0, 20);
    expect(new Set(hostile).size).toBe(20);
    const effects: unknown[] = [];
    const attack = async (where: string): Promise<void> => {
      const page = await world.context.newPage();
      await page.goto(`${where}/`);
      await listen(page);
      await page.evaluate(async () => {
        const path = '/oriel.js';
        window.createPlayer = (await import(path)).createPlayer;
      });
      await create(page, pages);
      await page.frameLocator('iframe').locator('#boot').waitFor({ state: 'attached' });
      const frame = frameOf(page, pages);
      await frame.waitForFunction(() => window.record !== undefined);
      await forge(page, frame, 'frames.0', 'guessed');
      const receivedThere = await page.evaluate(() => [...window.received, ...window.canary]);
      const { requests, tokens, byes, isConnected } = await frame.evaluate(() => {
        const { requests, tokens, byes, link } = window.record;
        return { requests, tokens, byes, isConnected: link.isConnected };
      });
      if (receivedThere.length + requests.length + tokens.length + byes > 0 || isConnected)
        effects.push({ where, receivedThere, requests, tokens, byes, isConnected });
      await page.close();
    };
    for (let at = 0; at < hostile.length; at += 5) await Promise.all(hostile.slice(at, at + 5).map(attack));
    expect(effects).toEqual([]);
    await Promise.all(servers.map((server) => server.close()));
  }, 120_000);
});

/**
 * From `attacker`, sends everything that could open or use a connection to the window `target` (as seen from there):
 * syn, ports with this nonce and without one, and calls as window messages.
 */
async function forge(attacker: Page | Frame, frame: Frame, target: string, nonce: string): Promise<void> {
  await attacker.evaluate(
    ({ target, nonce }) => {
      window.canary ??= [];
      const step = (from: object, name: string) => from[name as keyof object] as object;
      const victim = target.split('.').reduce(step, window) as Window;
      const withPort = (message: unknown) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = (event) => window.canary.push(event.data);
        victim.postMessage(message, '*', [port2]);
        for (const t of ['start', 'play', 'stop'])
          port1.postMessage({ k: 0, i: 1, t, d: { autoplay: true, audio: true } });
      };
      victim.postMessage({ oriel: 'syn' }, '*');
      withPort({ oriel: 'port', v: 1, n: nonce });
      withPort({ oriel: 'port', v: 1, n: '' });
      withPort({ oriel: 'port', v: 1 });
      victim.postMessage({ oriel: 'port', v: 1, n: nonce }, '*');
      for (const t of ['start', 'play', 'stop', 'getOSDTime'])
        victim.postMessage({ k: 0, i: 1, t, d: { autoplay: true, audio: true } }, '*');
      victim.postMessage({ action: 'play', url: 'x', accessToken: 'x' }, '*');
      victim.postMessage('stop', '*');
    },
    { target, nonce },
  );
  await settle(frame);
}

describe('another window than the host page', () => {
  /** A connected player, and the nonce that its host received. */
  async function connected(): Promise<{ page: Page; frame: Frame; nonce: string }> {
    const page = await world.openHost(pages.host.origin);
    const frame = await embed(page, pages);
    const [hello] = (await received(page)) as { n: string }[];
    await page.evaluate(() => {
      window.received.length = 0;
    });
    return { page, frame, nonce: hello!.n };
  }

  async function expectUntouched(page: Page, frame: Frame, attacker: Page | Frame): Promise<void> {
    expect(await attacker.evaluate(() => [window.received, window.canary])).toEqual([[], []]);
    expect(await requestsOf(frame)).toEqual([started]);
    await expect(page.evaluate(() => window.player.getOSDTime())).resolves.toBe(1_760_000_000_000);
    await expect(frame.evaluate(() => window.record.faults)).resolves.toEqual([]);
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

  it.each(['stranger', 'host'] as const)('cannot speak: a sibling frame of origin %s', async (who) => {
    const { page, frame, nonce } = await connected();
    const sibling = await addFrame(page, `${pages[who].origin}/?sibling`);
    await forge(sibling, frame, 'parent.frames.0', nonce);
    await expectUntouched(page, frame, sibling);
  });

  it('cannot speak: a sibling frame without an origin (sandboxed)', async () => {
    const { page, frame, nonce } = await connected();
    await page.evaluate(() => {
      const iframe = document.createElement('iframe');
      iframe.sandbox.add('allow-scripts');
      iframe.srcdoc = '<title>sandboxed</title>';
      document.body.append(iframe);
      return new Promise((done) => iframe.addEventListener('load', done));
    });
    const sibling = page.frames().find((other) => other !== frame && other.parentFrame())!;
    await listen(sibling);
    await forge(sibling, frame, 'parent.frames.0', nonce);
    await expectUntouched(page, frame, sibling);
  });

  it.each(['stranger', 'host'] as const)('cannot speak: a popup of origin %s', async (who) => {
    const { page, frame, nonce } = await connected();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((url) => void window.open(url), `${pages[who].origin}/`),
    ]);
    await popup.waitForLoadState();
    await listen(popup);
    await forge(popup, frame, 'opener.frames.0', nonce);
    await expectUntouched(page, frame, popup);
  });

  it('cannot speak: a third window that opened the host page', async () => {
    const opener = await world.openHost(pages.stranger.origin);
    const [page] = await Promise.all([
      opener.waitForEvent('popup'),
      opener.evaluate((url) => {
        (window as { other?: Window | null }).other = window.open(url);
      }, `${pages.host.origin}/`),
    ]);
    await page.waitForLoadState();
    await page.evaluate(async () => {
      window.received = [];
      addEventListener('message', (event) => window.received.push(event.data));
      const path = '/oriel.js';
      window.createPlayer = (await import(path)).createPlayer;
    });
    const frame = await embed(page, pages);
    const [hello] = (await received(page)) as { n: string }[];
    await forge(opener, frame, 'other.frames.0', hello!.n);
    await expectUntouched(page, frame, opener);
  });

  it('cannot take the player over: the host page itself with a nonce that was used', async () => {
    const { page, frame, nonce } = await connected();
    await page.evaluate(() => {
      window.canary = [];
    });
    await forge(page, frame, 'frames.0', nonce);
    // A host may request a hello again, and gets the same one.
    await expectPage.poll(() => received(page)).toEqual([{ oriel: 'hello', v: [1], n: nonce }]);
    expect(await page.evaluate(() => window.canary)).toEqual([]);
    expect(await requestsOf(frame)).toEqual([started]);
    await expect(page.evaluate(() => window.player.getOSDTime())).resolves.toBe(1_760_000_000_000);
  });

  it('receives nothing after the frame closed the link', async () => {
    const { page, frame, nonce } = await connected();
    await frame.evaluate(() => window.record.link.destroy());
    await page.evaluate(() => {
      window.canary = [];
    });
    await forge(page, frame, 'frames.0', nonce);
    expect(await received(page)).toEqual([]);
    expect(await page.evaluate(() => window.canary)).toEqual([]);
    expect(await requestsOf(frame)).toEqual([started]);
  });
});

describe('the host page', () => {
  const hello = { oriel: 'hello', v: [1], n: 'forged' };

  /** Sends hello to its parent or opener, and records the messages it receives. */
  async function sendHello(window: Frame | Page, to: 'parent' | 'opener'): Promise<void> {
    await listen(window);
    await window.evaluate(
      ({ hello, to }) => (to === 'parent' ? parent : (opener as Window)).postMessage(hello, '*'),
      { hello, to } as const,
    );
    await settle(window);
    expect(await received(window)).toEqual([]);
  }

  it('passes no port to a popup of the player’s origin', async () => {
    const page = await world.openHost(pages.host.origin);
    await create(page, pages, { app: 'silent' });
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((url) => void window.open(url), `${pages.player.origin}/player/simple/silent`),
    ]);
    await popup.waitForLoadState();
    await sendHello(popup, 'opener');
  });

  it('passes no port to a sibling frame of the player’s origin', async () => {
    const page = await world.openHost(pages.host.origin);
    await create(page, pages, { app: 'silent' });
    await page.evaluate((src) => {
      const iframe = document.createElement('iframe');
      iframe.src = src;
      document.body.append(iframe);
      return new Promise((done) => iframe.addEventListener('load', done));
    }, `${pages.player.origin}/player/simple/silent?sibling`);
    await sendHello(page.frames().find((frame) => frame.url().endsWith('?sibling'))!, 'parent');
  });

  it('passes no port to another origin in the player’s own frame', async () => {
    const page = await world.openHost(pages.host.origin);
    await create(page, pages, { app: 'silent' });
    await page.evaluate((src) => {
      window.player.iframe.src = src;
      return new Promise((done) => window.player.iframe.addEventListener('load', done));
    }, `${pages.stranger.origin}/`);
    await sendHello(page.frames().find((frame) => frame.url() === `${pages.stranger.origin}/`)!, 'parent');
  });
});
