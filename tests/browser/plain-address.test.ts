import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { makeClip } from '../kit/coded-clip.ts';
import { FrameSite } from '../kit/frame-site.ts';
import { PlainServer } from '../kit/plain-server.ts';

const soon = expectPage.configure({ timeout: 30_000 });

interface Reported {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly detail?: { readonly solution?: string; readonly retryInMs?: number };
}

let site: FrameSite;
let other: PlainServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let frame: FrameLocator;
/** Console errors of both documents. */
let complaints: string[];

beforeAll(async () => {
  [browser, site, other] = await Promise.all([
    launchChromium(),
    FrameSite.start({ clip: makeClip({ size: '320x180' }) }),
    PlainServer.start(),
  ]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await Promise.all([site?.close(), other?.close()]);
});
beforeEach(async () => {
  site.streamOrigins = [other.origin];
  site.forms.length = 0;
  other.requests.length = 0;
  other.status = null;
  other.hasCors = true;
  complaints = [];
  context = await browser.newContext({ viewport: { width: 800, height: 450 } });
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page = await context.newPage();
});
afterEach(() => context.close());

async function embed(url: string, options: Record<string, unknown> = {}): Promise<void> {
  await page.goto(site.hostOrigin);
  await page.waitForFunction('window.open1');
  const all = { language: 'en-US', template: 'standard', url, ...options };
  await page.evaluate(`window.open1(${JSON.stringify(site.origin)}, ${JSON.stringify(all)})`);
  frame = page.frameLocator('iframe');
}

const phase = (name: string) => soon(frame.locator('#oriel-root')).toHaveAttribute('data-phase', name);
const reported = (name: string) =>
  page.evaluate(
    `window.events.filter((one) => one.name === ${JSON.stringify(name)}).map((one) => one.data)`,
  ) as Promise<Reported[]>;
/** Its text is loaded after the state has changed. */
async function firstError(): Promise<Reported> {
  await soon.poll(async () => (await reported('handleError')).length).toBeGreaterThan(0);
  return (await reported('handleError'))[0]!;
}
/** The code with which a call fails, or what it answers. */
const call = (name: string, ...args: unknown[]) =>
  page.evaluate(
    `window.player[${JSON.stringify(name)}](...${JSON.stringify(args)}).catch(({ code }) => code)`,
  );
const stats = () => call('getStats') as Promise<Record<string, number | string>>;
const shownFrames = async () => Number((await stats()).framesShown ?? 0);

async function framesAdvance(): Promise<void> {
  const before = await shownFrames();
  await soon.poll(shownFrames).toBeGreaterThan(before + 5);
}

/** Number of different colours in a snapshot, and its size. */
const snapshot = (options = {}) =>
  page.evaluate(`(async () => {
    const { blob } = await window.player.capturePicture(${JSON.stringify(options)});
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, bitmap.height / 2, bitmap.width, 1).data.buffer);
    return [bitmap.width, bitmap.height, new Set(pixels).size > 20];
  })()`);

describe('a stream of another server', () => {
  it.each([
    ['/live.flv', 'mpegts'],
    ['/live.ts', 'mpegts'],
    ['/nameless', 'mpegts'],
    ['/g711.flv', 'mpegts'],
    ['/file/live.flv', 'mpegts'],
    ['/hls/live.m3u8', /^hls(?:Native|Library)$/],
  ])('plays: %s', async (path, engine) => {
    await embed(`${other.origin}${path}`);
    await phase('playing');
    await framesAdvance();
    expect(await snapshot()).toEqual([640, 360, true]);
    expect(await stats()).toMatchObject({ engine: expect.stringMatching(engine), width: 640, height: 360 });
    expect(await reported('handleError')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('plays from a WebSocket', async () => {
    await embed(`${other.origin.replace('http', 'ws')}/live.flv`);
    await phase('playing');
    await framesAdvance();
    expect(await snapshot()).toEqual([640, 360, true]);
  });

  it('gets no token, no cookie and no address of ours, and our server is asked for nothing', async () => {
    await embed(`${other.origin}/live.flv?key=1`);
    await phase('playing');
    const [{ headers }] = other.requests as [(typeof other.requests)[number]];
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('cookie');
    expect(headers.referer).toBe(`${site.origin}/`);
    expect([site.forms.length, await page.evaluate('window.reasons')]).toEqual([0, []]);
    // The key stays between the page and that server.
    expect(await page.evaluate('window.player.state.address')).toBe(`${other.origin}/live.flv`);
  });

  it('has sound, volume, zoom and full screen; what needs a camera is not offered, and refused with the reason', async () => {
    await embed(`${other.origin}/live.flv`, { template: 'pcLive' });
    await phase('playing');
    expect(await call('openSound')).toBeUndefined();
    expect(await call('setVolume', 40)).toBeUndefined();
    await soon
      .poll(() => frame.locator('video').evaluate((video: HTMLVideoElement) => [video.muted, video.volume]))
      .toEqual([false, 0.4]);
    expect(await call('enableZoom', 3)).toBe(3);
    // A third of the picture, in whole pixels.
    const [width, height] = (await snapshot({ zoomed: true })) as [number, number];
    expect(Math.max(Math.abs(width - 640 / 3), Math.abs(height - 360 / 3))).toBeLessThanOrEqual(1);
    const minute = { begin: 1_767_225_600_000, end: 1_767_225_660_000 };
    for (const [name, value] of [
      ['openPtz', {}],
      ['startTalk', {}],
      ['setQuality', 'hd'],
      ['toLive', {}],
      ['exportRecording', minute],
    ] as const)
      expect([name, await call(name, value)]).toEqual([name, 'plain.noCamera']);
    expect(await call('startSave')).toBe('record.unavailable');
    for (const id of ['pantile', 'talk', 'hd', 'deviceName'])
      expect([id, await frame.locator(`[data-id="${id}"]`).count()]).toEqual([id, 0]);
    expect(await frame.locator('[data-id="sound"]').count()).toBe(1);
  });

  it('leaves nothing behind when it is stopped, and when the player is removed', async () => {
    await embed(`${other.origin}/live.flv`);
    await phase('playing');
    expect(other.open.size).toBe(1);
    expect(await call('stop')).toBeUndefined();
    await soon.poll(() => other.open.size).toBe(0);
    expect(await frame.locator('video').count()).toBe(0);
    expect(await call('play')).toBeUndefined();
    expect(other.open.size).toBe(1);
    expect(await page.evaluate('window.player.destroy()')).toMatchObject({ left: 0 });
    await soon.poll(() => other.open.size).toBe(0);
  });

  it('is left for a camera, and back', async () => {
    await embed(`${other.origin}/live.ts`);
    await phase('playing');
    expect(await call('changePlayUrl', 'ezopen://open.example.com/CAM1/1.live')).toBeUndefined();
    await soon.poll(async () => (await stats()).engine).toBe('webcodecs');
    expect(await call('changePlayUrl', `${other.origin}/live.flv`)).toBeUndefined();
    await soon.poll(async () => (await stats()).engine).toBe('mpegts');
  });
});

describe('a stream of another server that breaks off', () => {
  it.each([['end'], ['cut']] as const)('is connected again: %s', async (how) => {
    await embed(`${other.origin}/live.flv`);
    await phase('playing');
    await framesAdvance();
    other.end(how);
    expect(await firstError()).toMatchObject({
      code: how === 'end' ? 'plain.ended' : 'network.closed',
      retryable: true,
    });
    await soon.poll(() => other.requests.length).toBe(2);
    await phase('playing');
    await framesAdvance();
  });

  it('is connected again once it is published', async () => {
    other.status = 404;
    await embed(`${other.origin}/live.flv`);
    await soon(frame.getByText('The media server has no such stream')).toBeVisible();
    other.status = null;
    await phase('playing');
    expect(await reported('handleError')).toMatchObject([{ code: 'plain.notFound', retryable: true }]);
  });

  it('is not asked for again at the end of a file', async () => {
    await embed(`${other.origin}/file/live.flv`);
    await phase('playing');
    await frame.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.buffered.end(0) - 0.5;
    });
    await soon
      .poll(() => frame.locator('video').evaluate((video: HTMLVideoElement) => video.ended))
      .toBe(true);
    await page.waitForTimeout(1_500);
    await phase('playing');
    expect([other.requests.length, await reported('handleError')]).toEqual([1, []]);
  });
});

describe('a stream of another server is refused', () => {
  it.each([
    [
      'an origin that the operator has not listed',
      (url: string) => url.replace('127.0.0.1', 'localhost'),
      'plain.origin',
    ],
    ['another port', (url: string) => url.replace(/:\d+\//, ':1/'), 'plain.origin'],
    ['our own server', () => `${site.origin}/live/CAM1/1/main.flv`, 'plain.origin'],
    ['a user name', (url: string) => url.replace('//', '//user:pass@'), 'plain.credentials'],
    ['no address', () => 'https://', 'plain.address'],
  ])('without a request: %s', async (_what, change, code) => {
    await embed(change(`${other.origin}/live.flv`));
    await phase('failed');
    const failure = await firstError();
    expect(failure).toMatchObject({ code, retryable: false });
    if (code === 'plain.origin') expect(failure?.detail?.solution).toContain('ORIEL_STREAM_ORIGINS');
    expect([other.requests.length, complaints]).toEqual([0, []]);
  });

  it.each([
    ['/page.flv', 'plain.notStream'],
    ['/sorenson.flv', 'media.unsupported'],
    ['/mpeg2.ts', 'media.unsupported'],
  ])('after its first bytes: %s', async (path, code) => {
    await embed(`${other.origin}${path}`);
    await phase('failed');
    expect(await firstError()).toMatchObject({ code, retryable: false });
    await soon.poll(() => other.open.size).toBe(0);
  });

  it('if that server refuses it', async () => {
    other.status = 403;
    await embed(`${other.origin}/live.flv`);
    await phase('failed');
    expect(await firstError()).toMatchObject({ code: 'plain.denied', retryable: false });
  });

  it('if that server does not permit other sites to read it, which is said, and asked again', async () => {
    other.hasCors = false;
    await embed(`${other.origin}/live.flv`);
    await phase('reconnecting');
    const failure = await firstError();
    expect(failure).toMatchObject({ code: 'plain.unreachable', retryable: true });
    expect([failure?.message, failure?.detail?.solution]).toEqual([
      expect.stringContaining('CORS'),
      expect.stringContaining('Access-Control-Allow-Origin'),
    ]);
    expect(failure?.detail?.retryInMs).toBeGreaterThan(1_000);
    other.hasCors = true;
    await phase('playing');
  });

  it('by the policy of the page, even if the script of the player were wrong', async () => {
    await embed(`${other.origin}/live.flv`);
    await phase('playing');
    const answer = await frame
      .locator('body')
      .evaluate((_, url) => fetch(url).then(String, String), other.origin.replace('127.0.0.1', 'localhost'));
    expect(answer).toContain('TypeError');
    expect(complaints.join()).toContain('connect-src');
  });
});
