import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect } from 'expect';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { bundleFacade, bundleHelper } from '../../scripts/build-sdk.mjs';
import { launchChromium } from '../kit/chromium.ts';

interface Plain {
  play(): Promise<void>;
  stop(): void;
  isPlaying: boolean;
}
type HelperWindow = Window & {
  EZUIKit: Record<'HLS' | 'FLV', new (target: unknown, url: string, options?: object) => Plain>;
  made: Plain;
  reported: unknown[];
};

let folder: string;
let server: Server;
let origin: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let requested: string[];
/** Responds to this path with 503 this many times. */
let failing: { path: string; times: number } | null;
/** Sends at most so many bytes in answer to the next request for this path, and no end until `endCut`. */
let cut: { path: string; bytes: number } | null;
let endCut = () => {};

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.flv': 'video/x-flv',
  '': 'video/mp2t',
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'oriel-helpers-'));
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10:duration=6'];
  const coded = ['-c:v', 'libx264', '-profile:v', 'baseline', '-g', '10', '-pix_fmt', 'yuv420p'];
  const make = (...output: string[]) =>
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, ...coded, ...output], { cwd: folder });
  make('-f', 'hls', '-hls_time', '2', '-hls_list_size', '0', 'film.m3u8');
  make('-f', 'flv', 'film.flv');
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=6', '-c:a', 'aac', '-shortest'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, ...tone, ...coded, '-f', 'mpegts', 'clip.ts'], {
    cwd: folder,
  });
  const scripts: Record<string, string> = {
    '/sdk/v1/ezuikit.global.js': await bundleFacade('iife'),
    '/sdk/v1/hls.js': await bundleHelper('hls'),
    '/sdk/v1/flv.js': await bundleHelper('flv'),
  };
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    response.setHeader('access-control-allow-origin', '*');
    const type = pathname === '/' ? undefined : types[extname(pathname)];
    response.setHeader('content-type', type ?? 'text/html; charset=utf-8');
    requested?.push(pathname);
    if (failing && failing.path === pathname && failing.times > 0) {
      failing.times -= 1;
      response.writeHead(503).end();
    } else if (pathname === '/')
      response.end(
        '<!doctype html><link rel="icon" href="data:,"><video id="video" muted></video><script src="/sdk/v1/ezuikit.global.js"></script>',
      );
    else if (scripts[pathname] !== undefined) response.end(scripts[pathname]);
    else if (cut?.path === pathname) {
      const { bytes } = cut;
      cut = null;
      response.write(readFileSync(join(folder, pathname)).subarray(0, bytes));
      endCut = () => response.end();
    } else
      try {
        // A live stream has no extension.
        response.end(readFileSync(join(folder, pathname === '/live' ? 'clip.ts' : pathname)));
      } catch {
        response.writeHead(404).end();
      }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  failing = null;
  cut = null;
  requested = [];
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(origin);
});
afterEach(() => context.close());

const make = (kind: 'HLS' | 'FLV', path: string) =>
  page.evaluate(
    ({ kind, url }) => {
      const { EZUIKit } = window as unknown as HelperWindow;
      const reported: unknown[] = [];
      const handleError = (error: unknown) => reported.push(error);
      const made = new EZUIKit[kind]('video', url, { handleError });
      Object.assign(window, { made, reported });
    },
    { kind, url: `${origin}${path}` },
  );
const plays = () =>
  page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.3, undefined, {
    timeout: 20_000,
  });

describe.each(['HLS', 'FLV'] as const)('EZUIKit.%s', (kind) => {
  const path = kind === 'HLS' ? '/film.m3u8' : '/film.flv';
  const library = `/sdk/v1/${kind.toLowerCase()}.js`;

  it('loads its library on first use, plays the address, and stops', async () => {
    expect(requested).not.toContain(library);
    await make(kind, path);
    await plays();
    expect(requested).toContain(library);
    const after = await page.evaluate(() => {
      const { made } = window as unknown as HelperWindow;
      const was = made.isPlaying;
      made.stop();
      made.stop();
      const { currentSrc, src } = document.querySelector('video')!;
      return {
        was,
        is: made.isPlaying,
        src: src || currentSrc ? document.querySelector('video')!.readyState : 0,
      };
    });
    expect(after).toEqual({ was: true, is: false, src: 0 });
  });

  it('reloads after a network error', async () => {
    // More often than the library itself retries.
    failing = { path, times: kind === 'HLS' ? 3 : 1 };
    await make(kind, path);
    await plays();
    expect(requested.filter((each) => each === path).length).toBeGreaterThan(failing.times + 1);
    expect(await page.evaluate(() => (window as unknown as HelperWindow).reported)).toEqual([]);
  }, 120_000);

  it.each([['javascript:alert(1)'], ['data:video/mp4,']])('rejects %s', async (url) => {
    const reported = await page.evaluate(
      async ({ kind, url }) => {
        const { EZUIKit } = window as unknown as HelperWindow;
        const reported: unknown[] = [];
        const made = new EZUIKit[kind]('video', url, {
          autoplay: false,
          handleError: (error: { msg: string }) => reported.push(error.msg),
        });
        reported.push(await made.play().catch((error: Error) => error.message));
        return reported;
      },
      { kind, url },
    );
    expect(reported).toEqual(Array(2).fill('the address must be http or https'));
  });
});

describe('EZUIKit.FLV with MPEG-TS', () => {
  const reported = () => page.evaluate(() => (window as unknown as HelperWindow).reported);

  it.each(['/clip.ts', '/live'])('plays %s, known by its extension or its first bytes', async (path) => {
    await make('FLV', path);
    await plays();
    const { width, height } = await page.evaluate(() => {
      const { videoWidth: width, videoHeight: height } = document.querySelector('video')!;
      return { width, height };
    });
    expect([width, height, await reported()]).toEqual([320, 180, []]);
  });

  it('connects again when nothing more arrives, and shows the new stream', async () => {
    cut = { path: '/clip.ts', bytes: 40_000 };
    await make('FLV', '/clip.ts');
    await page.waitForFunction(() => document.querySelector('video')!.currentTime > 4, undefined, {
      timeout: 60_000,
    });
    expect([requested.filter((each) => each === '/clip.ts').length, await reported()]).toEqual([2, []]);
  }, 120_000);

  it('connects again when the server ends a live stream', async () => {
    cut = { path: '/clip.ts', bytes: 10_000_000 };
    await make('FLV', '/clip.ts');
    const reaches = (seconds: number) =>
      page.waitForFunction((at) => document.querySelector('video')!.currentTime > at, seconds, {
        timeout: 60_000,
      });
    await reaches(5.2);
    endCut();
    // The next connection begins with its first frame.
    await page.waitForFunction(() => document.querySelector('video')!.currentTime < 3, undefined, {
      timeout: 60_000,
    });
    await plays();
    expect([requested.filter((each) => each === '/clip.ts').length, await reported()]).toEqual([2, []]);
  }, 120_000);

  it('does not play a file again that has ended, and asks for nothing once it is stopped', async () => {
    await make('FLV', '/clip.ts');
    await page.waitForFunction(() => document.querySelector('video')!.ended, undefined, { timeout: 60_000 });
    await page.waitForTimeout(3_000);
    expect(requested.filter((each) => each === '/clip.ts')).toHaveLength(1);
    cut = { path: '/film.flv', bytes: 2_000 };
    await page.evaluate(() => (window as unknown as HelperWindow).made.stop());
    await make('FLV', '/film.flv');
    await page.evaluate(() => (window as unknown as HelperWindow).made.stop());
    await page.waitForTimeout(13_000);
    expect(requested.filter((each) => each === '/film.flv').length).toBeLessThanOrEqual(1);
  }, 120_000);

  it('that is something else is reported, and connected no more', async () => {
    await page.route('**/page.ts', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<html>Sign in</html>'.repeat(50) }),
    );
    await make('FLV', '/page.ts');
    await page.waitForFunction(() => (window as unknown as HelperWindow).reported.length > 0, undefined, {
      timeout: 60_000,
    });
    expect(await reported()).toMatchObject([{ code: -1 }]);
  }, 120_000);
});

describe.each(['/film.m3u8', '/film.flv', '/clip.ts'])('EZUIKitPlayer with the plain address %s', (path) => {
  type Made = Record<string, (...args: unknown[]) => Promise<unknown>>;
  const call = (name: string, ...args: unknown[]) =>
    page.evaluate(
      async ({ name, args }) => {
        const { player } = window as unknown as { player: Made };
        try {
          return [await player[name]!(...args)];
        } catch (error) {
          return (error as { code: string }).code;
        }
      },
      { name, args },
    );

  it('plays it in the container, with controls, without server, application and token', async () => {
    await page.evaluate((url) => {
      document.body.innerHTML = '<div id="box" style="width:640px"></div>';
      const { EZUIKit } = window as unknown as { EZUIKit: Record<string, new (options: object) => Made> };
      const events: string[] = [];
      const player = new EZUIKit.EZUIKitPlayer!({
        id: 'box',
        url,
        handleSuccess: () => events.push('handleSuccess'),
        handleError: ({ code }: { code: string }) => events.push(code),
      });
      (player as unknown as { on(name: string, listener: () => void): void }).on('firstFrameDisplay', () =>
        events.push('firstFrameDisplay'),
      );
      Object.assign(window, { player, events });
    }, `${origin}${path}`);
    await plays();
    // The event may follow the first movement of the time.
    await page.waitForFunction(() => (window as unknown as { player: { playing: boolean } }).player.playing);
    const shown = await page.evaluate(() => {
      const { controls, offsetWidth, offsetHeight, id } = document.querySelector('video')!;
      const { player } = window as unknown as {
        player: { playing: boolean; width: number; iframe: unknown };
      };
      return { controls, offsetWidth, offsetHeight, id, iframe: player.iframe };
    });
    expect(shown).toEqual({
      controls: true,
      offsetWidth: 640,
      offsetHeight: 400,
      id: 'EZUIKitPlayer-box',
      iframe: null,
    });
    expect(await page.evaluate(() => (window as unknown as { events: string[] }).events)).toEqual([
      'handleSuccess',
      'firstFrameDisplay',
    ]);
    // It plays already: at once, not with the next event.
    expect(await call('play')).toEqual([true]);
    expect(await call('openSound')).toEqual([1]);
    expect(await call('setVolume', 0.4)).toEqual([undefined]);
    const audio = await page.evaluate(() => {
      const { muted, volume } = document.querySelector('video')!;
      return { muted, volume };
    });
    expect(audio).toEqual({ muted: false, volume: 0.4 });
    expect(await call('capturePicture', 'default')).toMatchObject([{ code: 0 }]);
    for (const name of ['startSave', 'openPtz', 'enableZoom', 'startTalk', 'getOSDTime'])
      expect([name, await call(name)]).toEqual([name, name === 'getOSDTime' ? -1 : 'unsupported']);
    expect(await call('stop')).toEqual([true]);
    expect(await call('play')).toEqual([true]);
    expect(await call('changePlayUrl', { url: 'ezopen://open.ys7.com/C1/1.live' })).toBe('unsupported');
    await call('destroy');
    expect(await page.evaluate(() => document.querySelector('#box')!.childElementCount)).toBe(0);
  });
});
