import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { launchChromium } from '../kit/chromium.ts';
import { makeClip } from '../kit/coded-clip.ts';
import { FrameSite } from '../kit/frame-site.ts';
import { type HostileWindow, hostileScript, watchFrame } from '../kit/hostile-page.ts';
import { type Origin, serve } from '../kit/protocol-pages.ts';
import { rounds } from '../kit/soak.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
const callCount = rounds(10_000, 500_000);
process.stdout.write(`hostile host: ORIEL_SEED=${seed}, ${callCount} calls\n`);

const soon = expectPage.configure({ timeout: 20_000 });
/** A theme that shows the camera's name. */
const shown = {
  ...builtInThemes.pcLive,
  header: {
    ...builtInThemes.pcLive.header,
    btnList: [{ iconId: 'deviceName', part: 'left', defaultActive: 1, isrender: 1 }],
  },
};
const camera = 'ezopen://open.example.com/CAM1/1.hd.live';

/** The control: uses every text as markup, style and URL, which these tests must detect. */
const carelessFrame = `<!doctype html><title>careless</title><body><script>
parent.postMessage({ oriel: 'hello', v: [1], n: 'careless' }, '*');
addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'oriel-heard') document.title = 'muted';
  if (!port) return;
  port.postMessage({ k: 1, i: 0, t: 'welcome', d: {} });
  port.onmessage = ({ data: { i, t, d } }) => {
    const box = document.body.appendChild(document.createElement('div'));
    const image = box.appendChild(document.createElement('img'));
    if (typeof d.poster === 'string') image.src = d.poster;
    for (const text of Object.values(d)) {
      if (typeof text !== 'string') continue;
      box.insertAdjacentHTML('beforeend', text);
      box.style.background = text;
    }
    setTimeout(() => box.remove(), 300);
    port.postMessage({ k: 1, i, t, d: t === 'capturePicture' ? { fileName: d.fileName } : {} });
  };
});
</script>`;

let site: FrameSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let careless: Origin;
let stranger: Origin;
let beacon: Origin;
let script: string;
/** Forbidden script runs, errors, requests and downloads in this test. */
let alarms: { scripts: string[]; errors: string[]; offList: string[]; downloads: string[] };

beforeAll(async () => {
  [browser, site, script] = await Promise.all([
    launchChromium(),
    FrameSite.start({ clip: makeClip({ size: '640x360' }) }),
    hostileScript(),
  ]);
  beacon = await serve({});
  careless = await serve({ '/player/simple/app': { type: 'html', body: carelessFrame } });
  stranger = await serve({ '/': { type: 'html', body: '<!doctype html><title>stranger</title>' } });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await Promise.all([site?.close(), careless?.close(), stranger?.close(), beacon?.close()]);
});
beforeEach(async () => {
  alarms = { scripts: [], errors: [], offList: [], downloads: [] };
  context = await browser.newContext({ viewport: { width: 800, height: 450 }, acceptDownloads: true });
  context.on('weberror', (error) => alarms.errors.push(String(error.error())));
  context.on('console', (message) => {
    if (message.text().includes('ORIEL-RAN')) alarms.scripts.push(message.text());
    // Chromium logs each attempt that the policy blocked; a careful frame makes none.
    if (/Content Security Policy/.test(message.text())) alarms.errors.push(message.text());
  });
  page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => alarms.scripts.push(dialog.message())));
  page.on('download', (download) => alarms.downloads.push(download.suggestedFilename()));
});
afterEach(() => context.close());

/** Records the requests of one document and its workers, by the browser's network log. */
async function listenToNetwork(target: Page | Frame): Promise<void> {
  const session = await context.newCDPSession(target);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request }) => {
    const isOwn = [site.origin, site.hostOrigin, careless.origin].some((own) =>
      request.url.startsWith(`${own}/`),
    );
    if (!isOwn && !/^(?:data:|blob:)/.test(request.url)) alarms.offList.push(request.url);
  });
}

/** A hostile integrator's page, with the frame of `origin` in it. */
async function openHostile(origin: string): Promise<Frame> {
  await page.goto(site.hostOrigin);
  await page.evaluate(
    async ({ script, origin, seed, beacon }) => {
      const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
      const { openHostileHost } = await import(address);
      const host = openHostileHost({ origin, seed, beacon, run: "console.log('ORIEL-RAN')" });
      Object.assign(window, { host });
      await host.ready;
    },
    { script, origin, seed, beacon: beacon.origin },
  );
  const frame = page.frames().find((one) => one.url().startsWith(origin))!;
  await frame.evaluate(watchFrame);
  await listenToNetwork(page);
  // A frame of another site has a network log of its own.
  await listenToNetwork(frame).catch(() => undefined);
  return frame;
}

const attack = (count: number, mode: 'idle' | 'playing') =>
  page.evaluate(({ count, mode }) => (window as unknown as HostileWindow).host.attack(count, mode), {
    count,
    mode,
  });
const request = (name: string, data: object = {}) =>
  page.evaluate(({ name, data }) => (window as unknown as HostileWindow).host.request(name, data), {
    name,
    data,
  });
const seen = (frame: Frame) => frame.evaluate(() => (window as unknown as { seen: string[] }).seen);
const start = {
  url: camera,
  autoplay: true,
  audio: true,
  volume: 50,
  language: 'zh-CN',
  poster: '',
  isMobile: false,
  themeData: JSON.stringify(shown),
};
const playing = (frame: Frame) =>
  soon(frame.locator('#oriel-root')).toHaveAttribute('data-phase', 'playing', { timeout: 20_000 });

/** File names that every system accepts as one name and displays unchanged. */
const plainName = /^[^\p{C}\\/:*?"<>|]{1,64}$/u;

describe(`a malicious host page (ORIEL_SEED=${seed})`, () => {
  it('calls with hostile themes, lists, posters, names and texts: no script runs, no foreign request is sent, and the player still plays', async () => {
    // The camera's name is user input too.
    site.deviceName = `<img src="${beacon.origin}/name.png" onerror="console.log('ORIEL-RAN')">`;
    const frame = await openHostile(site.origin);
    const before = await frame.evaluate(intrinsics);
    const idle = await attack(callCount, 'idle');
    expect(await request('start', start)).toMatchObject({ k: 1 });
    await playing(frame);
    const while_ = await attack(Math.ceil(callCount / 20), 'playing');
    process.stdout.write(`hostile host: ${JSON.stringify({ idle: idle.codes, playing: while_.codes })}\n`);

    for (const { sent, answered, codes } of [idle, while_]) {
      expect(answered).toBe(sent);
      // Neither all accepted nor all rejected, and never an internal error.
      expect(codes.ok).toBeGreaterThan(sent / 20);
      expect(codes.ok).toBeLessThan(sent);
      expect(codes.internal).toBeUndefined();
    }
    expect(await seen(frame)).toEqual([]);
    expect(await frame.evaluate(intrinsics)).toEqual(before);
    expect({ ...alarms, downloads: [] }).toEqual({ scripts: [], errors: [], offList: [], downloads: [] });
    expect(while_.fileNames.length).toBeGreaterThan(0);
    expect(while_.fileNames.filter((name) => !plainName.test(name))).toEqual([]);

    // The player still works: the page's theme, its buttons, the video, and every call.
    expect(await request('start', start)).toMatchObject({ k: 1 });
    await playing(frame);
    await soon(frame.getByRole('button', { name: '停止', exact: true })).toBeVisible();
    await soon(frame.locator('.oriel-device')).toContainText('<img src=');
    expect(await request('getStats')).toMatchObject({ k: 1, d: { width: 640, height: 360 } });
    expect(await request('fetchThemeData')).toMatchObject({ k: 1 });
    expect(await request('destroy')).toMatchObject({ k: 1, d: { left: 0 } });
  }, 1_800_000);

  it('control: is detected in a frame that uses texts as markup, style and addresses', async () => {
    const frame = await openHostile(careless.origin);
    const { fileNames } = await attack(400, 'idle');
    await soon.poll(() => alarms.scripts.length).toBeGreaterThan(0);
    await soon
      .poll(() => alarms.offList.filter((url) => url.startsWith(beacon.origin)).length)
      .toBeGreaterThan(0);
    await soon.poll(async () => (await seen(frame)).length).toBeGreaterThan(0);
    expect(fileNames.some((name) => !plainName.test(name))).toBe(true);
  }, 120_000);
});

describe('a text inserted into markup or script despite the checks', () => {
  /** Result of each way to use a text as code, markup or URL in this document: done, or the error's name. */
  const trySinks = (frame: Frame, worker: string) =>
    frame.evaluate((worker) => {
      const box = document.body.appendChild(document.createElement('div'));
      const tryOne = (sink: () => unknown): string => {
        try {
          sink();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const outcomes = {
        innerHTML: tryOne(() => (box.innerHTML = '<b>text</b>')),
        insertAdjacentHTML: tryOne(() => box.insertAdjacentHTML('beforeend', '<b>text</b>')),
        srcdoc: tryOne(() => (document.createElement('iframe').srcdoc = '<b>text</b>')),
        'script.src': tryOne(() => (document.createElement('script').src = 'https://evil.example/x.js')),
        'script.text': tryOne(() => (document.createElement('script').text = '1')),
        'worker of others': tryOne(() => new Worker('https://evil.example/x.js')),
        'worker of ours that is no script': tryOne(() => new Worker('/healthz')),
        'another policy': tryOne(() =>
          (
            window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
          ).trustedTypes.createPolicy('mine', {}),
        ),
        'worker of ours': tryOne(() => new Worker(worker, { type: 'module' }).terminate()),
      };
      box.remove();
      return outcomes;
    }, worker);

  it("is blocked by the browser; only the product's own workers start", async () => {
    const frame = await openHostile(site.origin);
    const text = await frame.evaluate(() => document.getElementById('oriel-boot')!.textContent);
    const { webcodecsWorker } = JSON.parse(text).assets;
    const { 'worker of ours': ours, ...others } = await trySinks(frame, webcodecsWorker);
    expect([ours, Object.keys(others).length]).toEqual(['done', 8]);
    expect(new Set(Object.values(others))).toEqual(new Set(['TypeError']));
  }, 120_000);

  it('control: is executed without the policy', async () => {
    const frame = await openHostile(careless.origin);
    expect(await trySinks(frame, 'data:text/javascript,')).toMatchObject({
      innerHTML: 'done',
      srcdoc: 'done',
      'script.src': 'done',
    });
  }, 120_000);
});

describe('other windows of the page', () => {
  const audioFocusMessage = 'oriel-heard';
  /** A frame of `url` next to the player that sends `audioFocusMessage` to it `times` times. */
  async function sendFrom(url: string, times: number): Promise<void> {
    await page.evaluate((src) => {
      const iframe = document.createElement('iframe');
      iframe.src = src;
      document.body.append(iframe);
      return new Promise((done) => iframe.addEventListener('load', done));
    }, url);
    const from = page.frames().find((one) => one.url() === url)!;
    await from.evaluate(
      ({ audioFocusMessage, times }) => {
        for (let time = 0; time < times; time += 1) parent.frames[0]!.postMessage(audioFocusMessage, '*');
      },
      { audioFocusMessage, times },
    );
    await page.waitForTimeout(300);
  }
  const isAudioOpen = async () => {
    const { muted } = (await page.evaluate(() => (window as unknown as HostileWindow).host.state)) as {
      muted: boolean;
    };
    return !muted;
  };

  it('cannot mute the player by sending the messages of players; another player can', async () => {
    const frame = await openHostile(site.origin);
    await request('start', start);
    await playing(frame);
    await soon.poll(isAudioOpen).toBe(true);
    await sendFrom(`${stranger.origin}/`, 5_000);
    await page.evaluate((message) => {
      for (let time = 0; time < 5_000; time += 1) frames[0]!.postMessage(message, '*');
    }, audioFocusMessage);
    expect(await isAudioOpen()).toBe(true);
    expect(await request('getStats')).toMatchObject({ k: 1 });
    // The control: the same message from the player's own origin.
    await sendFrom(`${site.origin}/player/simple/twin`, 1);
    await soon.poll(isAudioOpen).toBe(false);
    expect(alarms.errors).toEqual([]);
  }, 120_000);
});

/** Properties of the built-in objects and prototypes, which must not change. */
function intrinsics(): string[] {
  const bases = { Object, Array, Function, Promise, Map, Set, String, Number, JSON, Reflect, MessagePort };
  return Object.entries(bases).flatMap(([name, base]) =>
    [base, (base as { prototype?: object }).prototype ?? {}].flatMap((one) =>
      Reflect.ownKeys(one).map((key) => `${name} ${String(key)}`),
    ),
  );
}
