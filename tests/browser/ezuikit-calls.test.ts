import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import type { FrameRecord } from '../kit/protocol-frame.ts';
import { type Origin, type ProtocolPages, serve, startProtocolPages } from '../kit/protocol-pages.ts';

interface Facade {
  EZUIKitPlayer: new (options: object) => Record<string, (...args: unknown[]) => Promise<unknown>>;
  EZUIKitInspectionUI: new (container: unknown, options: object) => Inspection;
  parseStreamAddress(url: unknown): unknown;
}
interface Inspection {
  page: number;
  pages: number;
  players: ({ iframe: HTMLIFrameElement } | null)[];
  nextPage(): void;
  lastPage(): void;
  playAll(): Promise<void>;
  stopAll(): Promise<void>;
  muteAll(): Promise<void>;
  unmuteAll(): Promise<void>;
  startTurn(): void;
  stopTurn(): void;
  setDelay(seconds: number): void;
  setLoop(isLoop: boolean): void;
  setBackground(image: string): void;
  initPlayer(index: number, options: object | string): unknown;
  destroy(): Promise<void>;
}
type Told = { name: string; payload: Record<string, unknown> };
type FacadeWindow = Window & { EZUIKit: Facade; told: Told[]; made: Inspection };

let browser: Browser;
let pages: ProtocolPages;
let host: Origin;
let context: BrowserContext;
let page: Page;
let asked: string[];
let complaints: string[];

/** The host that the test frame allows serves its page; the facade comes from the player's server. */
beforeAll(async () => {
  pages = await startProtocolPages();
  host = pages.host;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  complaints = [];
  asked = [];
  context.on('weberror', (error) => complaints.push(String(error.error())));
  page = await context.newPage();
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${host.origin}/`);
  await load();
});
afterEach(() => context.close());

/** As a page loads it: by one script element that names the application. */
const load = (query = '', dataApp: string | null = 'app') =>
  page.evaluate(
    ({ src, dataApp }) =>
      new Promise<void>((done) => {
        const script = Object.assign(document.createElement('script'), { src, onload: () => done() });
        if (dataApp) script.dataset['app'] = dataApp;
        document.head.append(script);
        (window as unknown as FacadeWindow).told = [];
      }),
    { src: `${pages.player.origin}/sdk/v1/ezuikit.global.js${query}`, dataApp },
  );

/** Makes `window.made`, with handleError and others written to `told`. */
const make = (options: Record<string, unknown> = {}) =>
  page.evaluate((options) => {
    const { EZUIKit, told } = window as unknown as FacadeWindow;
    const note = (name: string) => (payload: Record<string, unknown>) => told.push({ name, payload });
    const player = new EZUIKit.EZUIKitPlayer({
      id: 'box',
      accessToken: 'the-token',
      url: 'ezopen://open.ys7.com/DEMO00001/1.live',
      handleError: note('handleError'),
      handleInitSuccess: note('handleInitSuccess'),
      handleSuccess: note('handleSuccess'),
      ...options,
    });
    Object.assign(window, { made: player });
  }, options);

const told = () => page.evaluate(() => (window as unknown as FacadeWindow).told);

async function frames(): Promise<Frame[]> {
  return page.frames().filter((frame) => frame.url().startsWith(pages.player.origin));
}
const started = async (count = 1): Promise<Frame[]> => {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const all = await frames();
    const ready = await Promise.all(
      all.map((frame) =>
        frame
          .evaluate(() => (window as unknown as { record?: FrameRecord }).record?.tokens.length ?? 0)
          .catch(() => 0),
      ),
    );
    if (ready.filter((tokens) => tokens > 0).length === count && all.length === count) return all;
    if (performance.now() > deadline) throw new Error(`${all.length} frames, ready: ${ready.join()}`);
    await new Promise((next) => setTimeout(next, 50));
  }
};
const requestsIn = (frame: Frame) =>
  frame.evaluate(() => (window as unknown as { record: FrameRecord }).record.requests);

describe('the options of a page', () => {
  it('become the start of a player: Chinese, with sound, in the box it names', async () => {
    await make();
    const [frame] = await started();
    expect(await requestsIn(frame!)).toEqual([
      {
        name: 'start',
        data: {
          url: 'ezopen://open.ys7.com/DEMO00001/1.live',
          autoplay: true,
          audio: true,
          language: 'zh-CN',
        },
      },
    ]);
    const iframe = await page.evaluate(() => {
      const { id, width, height, allow } = document.querySelector('iframe')!;
      return { id, width, height, allow };
    });
    expect(iframe).toMatchObject({ id: 'EZUIKitPlayer-box', height: '400' });
    expect(Number(iframe.width)).toBeGreaterThan(300);
    expect((await told())[0]).toEqual({
      name: 'handleInitSuccess',
      payload: { retcode: 0, id: 'box', type: 'handleInitSuccess' },
    });
    expect(complaints).toEqual([]);
  });

  it('of 9.x are taken too, also from params', async () => {
    await make({
      params: { language: 'en', isMobile: true },
      template: 'pcLive',
      autoplay: false,
      muted: true,
      volume: 0.4,
      scaleMode: 2,
      quality: 4,
      poster: 'data:image/png;base64,',
      disabledPTZ: true,
      plugin: ['talk'],
    });
    const [frame] = await started();
    expect((await requestsIn(frame!))[0]!.data).toEqual({
      url: 'ezopen://open.ys7.com/DEMO00001/1.hd.live',
      // With a theme, the theme decides.
      autoplay: true,
      audio: false,
      language: 'en-US',
      volume: 40,
      scaleMode: 'fill',
      isMobile: true,
      disabledPTZ: true,
      poster: 'data:image/png;base64,',
    });
    expect(frame!.url()).toBe(`${pages.player.origin}/player/pcLive/app`);
    expect(await page.evaluate(() => document.querySelector('iframe')!.allow)).toContain('microphone');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no element of this id', { id: 'nowhere' }, 'container.missing'],
    ['something that is no id', { id: 42 }, 'container.missing'],
  ])('with %s end in handleError, not in an exception', async (_, options, code) => {
    await make(options);
    const failed = await page.evaluate(async () => {
      const { made } = window as unknown as { made: { play(): Promise<unknown> } };
      return made.play().catch((error) => [error.name, error.code]);
    });
    expect(failed).toEqual(['PlayerError', code]);
    expect((await told())[0]).toMatchObject({ name: 'handleError', payload: { retcode: -1, code } });
  });

  it('need the key of the application once: by data-app, in the address of the script, or as an option', async () => {
    await load('?', null);
    await make();
    expect((await told()).map(({ payload }) => payload['code'])).toEqual(['app.missing']);
    await make({ app: 'app' });
    await started();
    await load('?app=app', null);
    await make();
    await started(2);
  });
});

describe('a call', () => {
  it('of play and its like is made once for a burst, with what the last one asked', async () => {
    await make({ autoplay: false });
    const [frame] = await started();
    const results = await page.evaluate(async () => {
      const { made } = window as unknown as { made: Record<string, (arg?: unknown) => Promise<unknown>> };
      const burst = ['A', 'B', 'C'].map((serial) => made['changePlayUrl']!({ deviceSerial: serial }));
      return [...(await Promise.all(burst)), await made['play']!()];
    });
    const url = 'ezopen://open.ys7.com/C/1.live';
    expect(results).toEqual([url, url, url, true]);
    expect((await requestsIn(frame!)).map(({ name, data }) => [name, data])).toEqual([
      ['start', expect.anything()],
      ['changePlayUrl', { url }],
      ['play', {}],
    ]);
  });

  it('answers as 7.x does', async () => {
    await make();
    await started();
    const answers = await page.evaluate(async () => {
      const { made } = window as unknown as {
        made: Record<string, (...args: unknown[]) => Promise<unknown>>;
      };
      const given = await new Promise((done) => {
        void made['capturePicture']!('door', done);
      });
      const taken = (await made['capturePicture']!()) as { data: { fileUint8Array: Uint8Array } };
      return {
        time: await made['getOSDTime']!(),
        given: { ...(given as object), fileUint8Array: [...(given as typeof taken.data).fileUint8Array] },
        taken: { ...taken, data: Object.keys(taken.data).sort() },
        save: await made['startSave']!('film'),
      };
    });
    expect(answers).toEqual({
      time: { code: 0, retcode: 0, data: 1_760_000_000 },
      given: {
        fileName: 'door',
        fileUint8Array: [0xff, 0xd8, 0xff, 0xd9],
        base64: 'data:image/jpeg;base64,/9j/2Q==',
      },
      taken: {
        id: 'box',
        code: 0,
        type: 'handleCapturePicture',
        data: ['base64', 'fileName', 'fileUint8Array'],
      },
      save: { id: 'box', type: 'startSave', code: 0 },
    });
  });

  it('downloads a snapshot, unless a callback gets it', async () => {
    await make();
    const [frame] = await started();
    await page.evaluate(async () => {
      const { made } = window as unknown as {
        made: Record<string, (...args: unknown[]) => Promise<unknown>>;
      };
      await made['capturePicture']!('a');
      await made['capturePicture']!('b', () => {});
    });
    const wishes = (await requestsIn(frame!)).filter(({ name }) => name === 'capturePicture');
    expect(wishes.map(({ data }) => data)).toEqual([
      { fileName: 'a', format: 'jpeg', download: true },
      { fileName: 'b', format: 'jpeg', download: false },
    ]);
  });

  it('that cannot apply rejects with its name, tells handleError, and throws nothing', async () => {
    await make();
    await started();
    const names = [
      'pause',
      'seek',
      'fast',
      'enable3DZoom',
      'setFECCorrectType',
      'startTalk',
      'getDeviceCapacity',
    ];
    const failures = await page.evaluate(async (names) => {
      const { made } = window as unknown as { made: Record<string, () => Promise<unknown>> };
      return Promise.all(names.map((name) => made[name]!().catch((error) => [error.code, error.message])));
    }, names);
    for (const [at, name] of names.entries())
      expect(failures[at]).toEqual(['unsupported', expect.stringContaining(`${name}: `)]);
    const errors = (await told()).filter(({ name }) => name === 'handleError');
    expect(errors.map(({ payload }) => payload['msg'])).toEqual(
      failures.map((failure) => (failure as string[])[1]),
    );
    expect(errors[0]!.payload).toMatchObject({
      retcode: -1,
      id: 'box',
      type: 'handleError',
      code: 'unsupported',
    });
    expect(complaints).toEqual([]);
  });

  it('after destroy rejects, and the box is empty', async () => {
    await make();
    await started();
    const [code, receipt, left] = await page.evaluate(async () => {
      const { made } = window as unknown as { made: Record<string, () => Promise<unknown>> };
      const receipt = await made['destroy']!();
      const code = await made['stop']!().catch((error) => error.code);
      await made['destroy']!();
      return [code, receipt, document.querySelectorAll('iframe').length];
    });
    expect([code, left]).toEqual(['destroyed', 0]);
    expect(receipt).toMatchObject({ engines: 1, left: 0 });
  });
});

describe('options of another service', () => {
  /** What an attacker may put into a page's query or a stored setting. */
  const hostile = [
    'https://evil.example',
    'http://evil.example:8080/path',
    '//evil.example',
    'https:evil.example',
    'javascript:fetch("https://evil.example")',
    'data:text/html,<script src=https://evil.example></script>',
    'blob:https://evil.example/1',
    'wss://evil.example',
    'file:///etc/passwd',
    'https://user:password@evil.example',
    '\\\\evil.example\\share',
    'https://[::1]:9',
    'https://127.0.0.1:9/../..',
    '"><img src=https://evil.example>',
    '../../../evil',
    '%68ttps://evil.example',
    'https://evil.example#@127.0.0.1',
    '\u0000https://evil.example',
    'https://еvil.example',
    'view-source:https://evil.example',
  ];
  const fields = [
    'domain',
    'filePathDomain',
    'wsUrl',
    'staticPath',
    'rtcUrl',
    'decoderVersion',
    'server',
    'cdn',
    'poster',
    'template',
  ];

  it(`200 hostile values: no request but for the player's own page and script`, async () => {
    const before = asked.length;
    const tokens: string[] = [];
    let count = 0;
    for (const value of hostile) {
      await page.evaluate(
        async ({ fields, value }) => {
          const { EZUIKit } = window as unknown as FacadeWindow;
          const boxes = fields.map((field) => {
            const box = document.body.appendChild(document.createElement('div'));
            const inEnv = ['domain', 'filePathDomain', 'wsUrl'].includes(field);
            const player = new EZUIKit.EZUIKitPlayer({
              id: box,
              accessToken: 'secret',
              url: 'ezopen://open.ys7.com/DEMO00001/1.live',
              ...(inEnv ? { env: { [field]: value } } : { [field]: value }),
            });
            return { box, player };
          });
          await new Promise((next) => setTimeout(next, 150));
          for (const { player, box } of boxes) {
            void player['destroy']!();
            box.remove();
          }
        },
        { fields, value },
      );
      count += fields.length;
    }
    const allowed = ['simple', 'default'].map((template) => `${pages.player.origin}/player/${template}/app`);
    const strange = asked
      .slice(before)
      .filter(
        (url) => !allowed.includes(url) && url !== `${pages.player.origin}/frame.js` && url !== 'data:,',
      );
    expect(count).toBe(200);
    expect(strange).toEqual([]);
    expect(asked.slice(before).length).toBeGreaterThanOrEqual(100);
    expect(tokens).toEqual([]);
    expect(asked.join()).not.toContain('secret');
  }, 120_000);

  it('of a page that bundles the script itself name its server, and nothing but http and https', async () => {
    // The same text from an address where no server keeps it: what a bundler leaves of it.
    const text = await (await fetch(`${pages.player.origin}/sdk/v1/ezuikit.global.js`)).text();
    const own = await serve({ '/app.bundle.js': { type: 'js', body: text } });
    await page.goto(`${host.origin}/`);
    await page.addScriptTag({ url: `${own.origin}/app.bundle.js` });
    await page.evaluate(() => {
      (window as unknown as FacadeWindow).told = [];
    });
    await make({ app: 'app', env: { domain: 'javascript:alert(1)' } });
    await make({ app: 'app' });
    expect((await told()).map(({ payload }) => payload['code'])).toEqual(['bad-args', 'server.missing']);
    await make({ app: 'app', env: { domain: pages.player.origin } });
    await started();
    await own.close();
  });
});

describe('EZUIKitInspectionUI', () => {
  const open = (options: Record<string, unknown>) =>
    page.evaluate((options) => {
      const { EZUIKit, told } = window as unknown as FacadeWindow;
      const list = Array.from({ length: 10 }, (_, at) => ({ url: `ezopen://open.ys7.com/CAM${at}/1.live` }));
      const made = new EZUIKit.EZUIKitInspectionUI('box', {
        accessToken: 'the-token',
        list,
        onPageChange: (page: number, pages: number) => told.push({ name: 'page', payload: { page, pages } }),
        onScreenSelect: (index: number) => told.push({ name: 'select', payload: { index } }),
        ...options,
      });
      Object.assign(window, { made });
      Object.assign(document.querySelector<HTMLElement>('#box')!.style, { width: '640px', height: '360px' });
    }, options);
  const serials = async (count: number) => {
    const starts = await Promise.all((await started(count)).map(requestsIn));
    return starts.map(([start]) => /CAM\d+/.exec((start!.data as { url: string }).url)?.[0]).sort();
  };

  it.each([1, 2, 4, 9, 12, 16])('shows %d at a time', async (pageSize) => {
    await open({ pageSize });
    const shown = Math.min(pageSize, 10);
    await started(shown);
    const cells = await page.evaluate(() => document.querySelectorAll('#box [role=group]').length);
    expect(cells).toBe(pageSize);
    const boxes = await page.evaluate(() =>
      [...document.querySelectorAll('#box iframe')].map((frame) => frame.getBoundingClientRect().width > 20),
    );
    expect(boxes).toEqual(Array(shown).fill(true));
  });

  it('stops what is not shown, turns with and without an end, and says where it is', async () => {
    await open({ pageSize: 4, loop: false });
    expect(await serials(4)).toEqual(['CAM0', 'CAM1', 'CAM2', 'CAM3']);
    await page.evaluate(() => {
      const { made } = window as unknown as FacadeWindow;
      made.nextPage();
      made.nextPage();
    });
    expect(await serials(2)).toEqual(['CAM8', 'CAM9']);
    await page.evaluate(() => (window as unknown as FacadeWindow).made.nextPage());
    expect(await page.evaluate(() => (window as unknown as FacadeWindow).made.page)).toBe(3);
    await page.evaluate(() => {
      const { made } = window as unknown as FacadeWindow;
      made.setLoop(true);
      made.nextPage();
      made.lastPage();
    });
    expect((await told()).filter(({ name }) => name === 'page').map(({ payload }) => payload)).toEqual(
      [2, 3, 1, 3].map((page) => ({ page, pages: 3 })),
    );
    expect(await page.getAttribute('#box [role=region]', 'aria-label')).toBe('3 / 3');
  });

  it('turns by itself, and not after stopTurn or destroy', async () => {
    await open({ pageSize: 9, autoTurn: true, delay: 1 });
    await page.waitForFunction(() => (window as unknown as FacadeWindow).made.page === 2);
    await page.evaluate(() => (window as unknown as FacadeWindow).made.stopTurn());
    const at = await page.evaluate(async () => {
      const { made } = window as unknown as FacadeWindow;
      const before = made.page;
      await new Promise((next) => setTimeout(next, 1_400));
      return [before, made.page];
    });
    expect(at[0]).toBe(at[1]);
    const left = await page.evaluate(async () => {
      const { made } = window as unknown as FacadeWindow;
      made.startTurn();
      await made.destroy();
      await made.destroy();
      made.nextPage();
      return document.querySelector('#box')!.childElementCount;
    });
    expect(left).toBe(0);
  });

  it('reaches all of its players, takes new ones, and is worked by keys', async () => {
    await open({ pageSize: 4, list: [{ url: 'ezopen://open.ys7.com/CAM0/1.live' }] });
    await started(1);
    await page.evaluate(async () => {
      const { made } = window as unknown as FacadeWindow;
      await made.stopAll();
      await made.playAll();
      made.setBackground('javascript:alert(1)');
      made.initPlayer(2, 'ezopen://open.ys7.com/NEW/1.live');
    });
    const all = await started(2);
    const names = (await Promise.all(all.map(requestsIn))).map((requests) =>
      requests.map(({ name }) => name),
    );
    expect(names.map((each) => each.filter((name) => name !== 'autoResize'))).toContainEqual([
      'start',
      'stop',
      'play',
    ]);
    await page.locator('#box [role=group]').nth(2).focus();
    await page.keyboard.press('Enter');
    expect((await told()).filter(({ name }) => name === 'select').at(-1)!.payload).toEqual({ index: 2 });
    const background = await page.evaluate(
      () => document.querySelector<HTMLElement>('#box [role=group]')!.style.backgroundImage,
    );
    expect(background).toBe('');
  });
});

describe('the parser of stream addresses', () => {
  it.each([
    [
      'ezopen://open.ys7.com/C1/2.hd.live',
      { deviceSerial: 'C1', channelNo: 2, validCode: '', hd: true, type: 'live' },
    ],
    [
      'ezopen://ABC@host/C1/1.cloud.rec?begin=20240101',
      { deviceSerial: 'C1', channelNo: 1, validCode: 'ABC', hd: false, type: 'cloud.rec' },
    ],
    ['https://open.ys7.com/C1/1.live', null],
    [null, null],
  ])('%s', async (url, parts) => {
    const parsed = await page.evaluate(
      (url) => (window as unknown as FacadeWindow).EZUIKit.parseStreamAddress(url),
      url,
    );
    expect(parsed).toEqual(parts);
  });
});
