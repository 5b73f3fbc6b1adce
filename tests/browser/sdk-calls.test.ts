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
  settle,
} from '../kit/protocol-host.ts';
import { type ProtocolPages, startProtocolPages } from '../kit/protocol-pages.ts';

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
  page = await world.openHost(pages.host.origin);
});
afterEach(() => world.context.close());

/** Requests that reached the frame after its start. */
const requested = async (frame: Frame) => (await requestsOf(frame)).filter(({ name }) => name !== 'start');

describe('every call of the protocol', () => {
  it('passes its argument as the protocol specifies', async () => {
    const frame = await embed(page, pages);
    await page.evaluate(async () => {
      const { player } = window;
      const theme = { header: { btnList: [{ iconId: 'deviceID' }] } };
      await player.setVolume(40);
      await player.startSave({ fileName: 'my film' });
      await player.capturePicture({ format: 'png', zoomed: true, signal: AbortSignal.timeout(9_000) });
      await player.enableZoom(3);
      await player.closeZoom();
      await player.edit(true);
      await player.btnReRender(theme);
      await player.setThemeData(theme);
      await player.setThemeData('{"autoFocus":0}');
      await player.setThemeData('0123456789abcdef0123456789abcdef');
      await player.setPoster('');
      await player.setScaleMode('fill');
      await player.setLanguage('en-US');
      await player.setQuality('auto');
      await player.fullScreen('fullscreen');
      await player.openPtz();
      await player.closePtz();
      await player.setSecretKey('ABCDEF');
      await player.pause();
      await player.resume('083000');
      await player.seek('20250301T083000Z');
      await player.setRate(0.5);
      await player.step('back');
      await player.toLive();
      await player.toRecorded(1_740_789_000_000);
      await player.setRecType('rec');
      await player.exportRecording({ begin: 1_740_789_000_000, end: 1_740_789_060_000, manifest: true });
      await player.followClock({ at: 1_740_789_000_000, since: 1, rate: 0.5, running: true });
      await player.followClock();
    });
    const theme = '{"header":{"btnList":[{"iconId":"deviceID"}]}}';
    expect(await requested(frame)).toEqual([
      { name: 'setVolume', data: { volume: 40 } },
      { name: 'startSave', data: { fileName: 'my film' } },
      { name: 'capturePicture', data: { format: 'png', zoomed: true } },
      { name: 'enableZoom', data: { scale: 3 } },
      { name: 'closeZoom', data: {} },
      { name: 'edit', data: { active: true } },
      { name: 'btnReRender', data: { themeData: theme } },
      { name: 'setThemeData', data: { themeData: theme } },
      { name: 'setThemeData', data: { themeData: '{"autoFocus":0}' } },
      { name: 'setThemeData', data: { themeData: '0123456789abcdef0123456789abcdef' } },
      { name: 'setPoster', data: { poster: '' } },
      { name: 'setScaleMode', data: { scaleMode: 'fill' } },
      { name: 'setLanguage', data: { language: 'en-US' } },
      { name: 'setQuality', data: { quality: 'auto' } },
      { name: 'fullScreen', data: { to: 'fullscreen' } },
      // The page reports that its part is done.
      { name: 'autoResize', data: {} },
      { name: 'openPtz', data: {} },
      { name: 'closePtz', data: {} },
      { name: 'setSecretKey', data: { code: 'ABCDEF' } },
      { name: 'pause', data: {} },
      { name: 'resume', data: { time: '083000' } },
      { name: 'seek', data: { time: '20250301T083000Z' } },
      { name: 'setRate', data: { rate: 0.5 } },
      { name: 'step', data: { direction: 'back' } },
      { name: 'toLive', data: {} },
      { name: 'toRecorded', data: { at: 1_740_789_000_000 } },
      { name: 'setRecType', data: { recType: 'rec' } },
      {
        name: 'exportRecording',
        data: { begin: 1_740_789_000_000, end: 1_740_789_060_000, manifest: true },
      },
      {
        name: 'followClock',
        data: { clock: { at: 1_740_789_000_000, since: 1, rate: 0.5, running: true } },
      },
      { name: 'followClock', data: {} },
    ]);
    expect(world.complaints).toEqual([]);
  });

  it('resolves with the specified result: files, numbers, and a theme as an object', async () => {
    await embed(page, pages);
    const answers = await page.evaluate(async () => {
      const { player } = window;
      const snapshot = await player.capturePicture({ fileName: 'door' });
      const recording = await player.stopSave();
      return {
        snapshot: { ...snapshot, blob: [snapshot.blob.type, snapshot.blob.size] },
        recording: { ...recording, blob: [recording.blob.type, recording.blob.size] },
        scale: await player.enableZoom(),
        theme: (await player.fetchThemeData()).themeData,
        stats: await player.getStats(),
      };
    });
    expect(answers).toEqual({
      snapshot: { fileName: 'door', blob: ['image/jpeg', 4], width: 640, height: 360 },
      recording: {
        fileName: 'film.mp4',
        blob: ['video/mp4', 4_000],
        durationMs: 2_000,
        width: 640,
        height: 360,
        hasAudio: true,
      },
      scale: 1,
      theme: { themeId: 'pcLive', header: { btnList: [] } },
      stats: { fps: 25, engine: 'webcodecs' },
    });
  });

  it('never throws synchronously, whatever its arguments', async () => {
    await embed(page, pages);
    const codes = await page.evaluate(async () => {
      const loop: Record<string, unknown> = {};
      loop.loop = loop;
      const { player } = window as unknown as {
        player: Record<string, (value: unknown) => Promise<unknown>>;
      };
      return Promise.all(
        ['setThemeData', 'btnReRender', 'setVolume', 'capturePicture', 'stop'].map((name) =>
          player[name]!(name === 'stop' ? { self: window } : loop).then(
            () => 'done',
            (error) => error.code,
          ),
        ),
      );
    });
    expect(codes).toEqual(['uncloneable', 'uncloneable', 'bad-args', 'done', 'uncloneable']);
  });

  it('starts with every option, and does not send unknown ones', async () => {
    const frame = await embed(page, pages, {
      volume: 30,
      language: 'en-US',
      themeData: { autoFocus: 0 },
      header: ['deviceID'],
      footer: ['play'],
      controls: ['hd'],
      poster: 'data:image/png;base64,',
      scaleMode: 'stretch',
      isMobile: true,
      disabledPTZ: true,
      adaptiveQuality: true,
      sharedSound: true,
      noDownload: true,
      audio: true,
      autoplay: false,
      strange: { nested: [1] },
    } as object);
    const [start] = await requestsOf(frame);
    expect(start).toEqual({
      name: 'start',
      data: {
        url: 'ezopen://open.ys7.com/DEMO00001/1.live',
        autoplay: false,
        audio: true,
        volume: 30,
        language: 'en-US',
        themeData: '{"autoFocus":0}',
        header: ['deviceID'],
        footer: ['play'],
        controls: ['hd'],
        poster: 'data:image/png;base64,',
        scaleMode: 'stretch',
        isMobile: true,
        disabledPTZ: true,
        adaptiveQuality: true,
        sharedSound: true,
        noDownload: true,
        // By the SDK.
        pictureWindow: 'can',
      },
    });
  });

  it('starts although the options contain functions of the page', async () => {
    await page.evaluate(async (server) => {
      const options = { server, app: 'app', getToken: () => 't', onReady: () => {}, poster: undefined };
      window.player = window.createPlayer(document.querySelector('#box')!, options);
      await window.player.ready;
    }, pages.player.origin);
    await expectPage
      .poll(async () => (await requestsOf(frameOf(page, pages))).map(({ name }) => name))
      .toEqual(['start']);
  });

  it('is remembered if it changes a setting, and a reloaded frame starts with it', async () => {
    const frame = await embed(page, pages, { volume: 80 });
    await page.evaluate(async () => {
      await window.player.setVolume(20);
      await window.player.setScaleMode('fill');
      await window.player.changePlayUrl('ezopen://oriel/OTHER/1.live');
      await window.player.play();
    });
    await frame.evaluate(() => location.reload());
    await settle(page, 500);
    await page.evaluate(() => window.player.getStats());
    const [start] = await requestsOf(frameOf(page, pages));
    expect(start!.data).toEqual({
      pictureWindow: 'can',
      url: 'ezopen://oriel/OTHER/1.live',
      volume: 20,
      scaleMode: 'fill',
    });
  });
});

describe('events', () => {
  it('contain a theme as an object, and once listeners are called once', async () => {
    await embed(page, pages);
    const reported = await page.evaluate(async () => {
      const reported: unknown[] = [];
      const { player } = window;
      const never = () => reported.push('never');
      player.once('setThemeData', ({ themeData }) => reported.push(themeData));
      player.once('setThemeData', never);
      player.off('setThemeData', never);
      player.on('enableZoom', ({ scale }) => reported.push(scale));
      player.on('startSave', (data) => reported.push(data));
      for (const autoFocus of [1, 2]) await player.setThemeData({ autoFocus });
      await player.enableZoom(2);
      await player.startSave();
      return reported;
    });
    expect(reported).toEqual([{ autoFocus: 1 }, 2, {}]);
  });

  it('let the frame fill the page and restore its position', async () => {
    await embed(page, pages);
    const styles = await page.evaluate(async () => {
      const { player } = window;
      const style = () => player.iframe.getAttribute('style');
      const sizes: unknown[] = [style()];
      await player.fullScreen('web');
      const { width, height } = player.iframe.getBoundingClientRect();
      sizes.push([width === innerWidth, height === innerHeight]);
      await player.fullScreen('none');
      sizes.push(style());
      return sizes;
    });
    const plain = 'border: 0px; display: block;';
    expect(styles).toEqual([plain, [true, true], plain]);
  });
});

describe('destroy', () => {
  it('reports what was released in the player and in the page, and can be called twice', async () => {
    const frame = await embed(page, pages);
    await frame.waitForFunction(() => window.record.tokens.length > 0);
    const result = await page.evaluate(async () => {
      const { player } = window;
      for (const name of ['state', 'dblclick'] as const) player.on(name, () => {});
      const waiting = player.openSound().catch((error) => error.code);
      const [first, second] = await Promise.all([player.destroy(), player.destroy()]);
      const later = await player.getOSDTime().catch((error) => error.code);
      return { first, same: first === second, ended: await waiting, later, left: frames.length };
    });
    expect(result).toEqual({
      first: { engines: 1, recordings: 0, timers: 3, left: 0, listeners: 2, calls: 1 },
      same: true,
      ended: 'destroyed',
      later: 'destroyed',
      left: 0,
    });
    expect(world.complaints).toEqual([]);
  });

  it('keeps delivered files readable', async () => {
    await embed(page, pages);
    const text = await page.evaluate(async () => {
      const { blob } = await window.player.stopSave();
      await window.player.destroy();
      return (await blob.text()).slice(0, 8);
    });
    expect(text).toBe('filmfilm');
  });

  it('does not wait for a player that never connected, and about 2 s for one that does not respond', async () => {
    await create(page, pages, { app: 'silent' });
    const early = await page.evaluate(async () => {
      const start = performance.now();
      const receipt = await window.player.destroy();
      return { receipt, isAtOnce: performance.now() - start < 1_500 };
    });
    // The start and the handshake.
    expect(early).toEqual({ receipt: { listeners: 0, calls: 2 }, isAtOnce: true });

    const frame = await embed(page, pages);
    await frame.waitForFunction(() => window.record.tokens.length > 0);
    await frame.evaluate(() => window.record.link.destroy());
    const late = await page.evaluate(async () => {
      const start = performance.now();
      const receipt = await window.player.destroy();
      return { receipt, waitedMs: performance.now() - start, left: frames.length };
    });
    expect(late).toMatchObject({ receipt: { listeners: 0, calls: 0 }, left: 0 });
    expect(late.waitedMs).toBeGreaterThan(1_900);
  });
});

describe('the address of the frame', () => {
  it('cannot be manipulated by the application key', async () => {
    const paths = await page.evaluate((server) => {
      const getToken = () => 't';
      return ['a/../../b', 'a?b#c', 'a b', '..%2f'].map((app) => {
        const player = window.createPlayer(document.body, { server, app, getToken });
        void player.destroy();
        return player.iframe.src.slice(server.length, -location.origin.length);
      });
    }, pages.player.origin);
    expect(paths).toEqual([
      '/player/simple/a%2F..%2F..%2Fb?',
      '/player/simple/a%3Fb%23c?',
      '/player/simple/a%20b?',
      '/player/simple/..%252f?',
    ]);
  });

  it('requires a server of http or https', async () => {
    const names = await page.evaluate(() =>
      ['ftp://a.example', 'ws://a.example', 'file:///etc', 'javascript:1', 'about:blank', ''].map(
        (server) => {
          try {
            window.createPlayer(document.body, { server, app: 'app', getToken: () => 't' });
            return 'made';
          } catch (error) {
            return (error as Error).name;
          }
        },
      ),
    );
    expect(names).toEqual(names.map(() => 'PlayerError'));
  });
});
