import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import {
  collectConsoleErrors,
  eventually,
  type HostSite,
  openHostPage,
  playerFrame,
  startHostSite,
} from '../kit/host-page.ts';
import { type SharedOriel, sharedOriel } from '../kit/start-oriel.ts';

// A server and a page on plain http in a local network: not a secure context, so browsers hide WebCodecs, the
// clipboard, the origin private file system and locks. Host names other than `localhost` represent the network.

let oriel: SharedOriel;
let site: HostSite;
let browser: Browser;
let page: Page;
let errors: string[];
let app: string;

const named = (host: string, origin: string) => `http://${host}:${new URL(origin).port}`;

beforeAll(async () => {
  oriel = await sharedOriel();
  let token = '';
  const local = await startHostSite({
    server: () => named('camera.local', oriel.origin),
    token: async () => token,
  });
  site = { ...local, origin: named('shop.local', local.origin) };
  const created = await oriel.oriel(['app', 'create', '--name', 'lan', '--origin', site.origin]);
  app = (created as { appKey: string }).appKey;
  token = ((await oriel.oriel(['token', 'issue', '--app', app])) as { accessToken: string }).accessToken;
  browser = await launchChromium(['--host-resolver-rules=MAP *.local 127.0.0.1']);
}, 180_000);

// Every attempt starts with a new page.
beforeEach(async () => {
  page = await openHostPage(browser, site, {
    app,
    url: 'ezopen://oriel/DEMO00001/1.hd.live',
    template: 'pcLive',
    language: 'en-US',
    audio: false,
  });
  errors = collectConsoleErrors(page);
  await eventually('playing', () => page.evaluate<boolean>("player.state?.phase === 'playing'"), 50_000);
});
afterEach(() => page?.close());

afterAll(async () => {
  await browser?.close();
  await site?.close();
  await oriel?.stop();
});

const call = <Answer>(expression: string) => page.evaluate(`player.${expression}`) as Promise<Answer>;

describe('Chromium on plain http in a local network', () => {
  it('is not a secure context, and plays through Media Source', async () => {
    const frame = await playerFrame(page);
    expect(
      await frame.evaluate('[isSecureContext, typeof VideoDecoder, typeof navigator.clipboard]'),
    ).toEqual([false, 'undefined', 'undefined']);
    const state = await page.evaluate<{ engine: string; engineReason: string }>('player.state');
    expect(state).toMatchObject({ engine: 'flv', width: 640, height: 360 });
    expect(state.engineReason).toContain('not a secure context');
  }, 120_000);

  it('takes snapshots, zooms, plays audio and controls PTZ', async () => {
    const taken = await page.evaluate(`(async () => {
      const { blob, width } = await player.capturePicture({ format: 'png' });
      return [blob.type, width];
    })()`);
    expect(taken).toEqual(['image/png', 640]);
    expect(await call('enableZoom(4)')).toBe(4);
    await call('closeZoom()');
    await call('openSound()');
    await eventually('sound', () => page.evaluate<boolean>('player.state.muted === false'));
    await call('openPtz()');
    await eventually('the PTZ pad', () => page.evaluate<boolean>('player.state.ptz === true'));
    await call('closePtz()');
    await call("fullScreen('web')");
    await eventually('page-wide', () => page.evaluate<boolean>('player.state.webFullScreen === true'));
    await call("fullScreen('none')");
  }, 120_000);

  it('records into memory without storage on disk', async () => {
    await call('startSave()');
    await new Promise((next) => setTimeout(next, 3_000));
    const file = await page.evaluate<{ bytes: number; durationMs: number; playable: number }>(`(async () => {
      const { blob, durationMs } = await player.stopSave();
      const video = document.createElement('video');
      video.src = URL.createObjectURL(blob);
      await new Promise((ready, failed) => Object.assign(video, { onloadedmetadata: ready, onerror: failed }));
      return { bytes: blob.size, durationMs, playable: video.duration };
    })()`);
    expect(file.bytes).toBeGreaterThan(50_000);
    expect(file.durationMs).toBeGreaterThan(1_500);
    expect(Math.abs(file.playable * 1_000 - file.durationMs)).toBeLessThan(200);
  }, 120_000);

  it('shows the diagnosis to copy by hand, without a clipboard', async () => {
    const frame = await playerFrame(page);
    await frame.locator('.oriel-stage').click();
    await page.keyboard.press('i');
    await frame.locator('.oriel-stats-copy').click();
    expect(await frame.locator('.oriel-stats-text').inputValue()).toContain('not a secure context');
  }, 120_000);

  it('leaves no resources behind, and no error in the console', async () => {
    expect(await call('destroy()')).toMatchObject({ engines: 1, left: 0 });
    // Chromium logs that this header is ignored without https.
    expect(errors.filter((error) => !error.startsWith('The Document-Isolation-Policy header'))).toEqual([]);
  }, 120_000);
});
