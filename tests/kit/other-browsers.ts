import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type KeyInput, launch } from 'puppeteer-core';
import { eventually } from './host-page.ts';

/** A browser other than Chromium, with the operations that tests need: one page, controlled by expressions. */
export interface OtherBrowser {
  readonly version: string;
  open(url: string): Promise<void>;
  /** The value of an expression in the page, awaited if it is a promise. JSON only. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** The same in the document of the page's only player. */
  evaluateInPlayer<Value>(expression: string): Promise<Value>;
  /** Presses and releases one key at the focused element: a character, `Escape`, or the name of an arrow key. */
  press(key: string): Promise<void>;
  /** Moves the mouse, presses its button, and releases it after `heldMs`. Page pixels. */
  click(x: number, y: number, heldMs?: number): Promise<void>;
  /** PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** Leaves only this engine available, by the browser's settings. Both by default. */
  readonly only?: 'webcodecs' | 'flv' | undefined;
  /** Environment variables of the browser, for instance for a sound card. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further preferences of Firefox. */
  readonly prefs?: Readonly<Record<string, boolean | number | string>>;
}

export const viewport = { width: 1000, height: 700 };

/** Firefox ESR of Debian. Autoplay with audio is allowed, as after the first click of a viewer. */
export async function startFirefox({
  only,
  env = {},
  prefs = {},
}: BrowserOptions = {}): Promise<OtherBrowser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    env: { ...process.env, ...env },
    defaultViewport: viewport,
    extraPrefsFirefox: {
      'media.autoplay.default': 0,
      'media.autoplay.blocking_policy': 0,
      'datareporting.policy.dataSubmissionEnabled': false,
      'app.update.enabled': false,
      ...prefs,
      ...(only === 'flv' ? { 'dom.media.webcodecs.enabled': false } : {}),
      ...(only === 'webcodecs' ? { 'media.mediasource.enabled': false } : {}),
    },
  });
  const page = await browser.newPage();
  const playerFrame = () => {
    const frame = page.frames().find((one) => one.url().includes('/player/'));
    if (!frame) throw new Error('no player on the page');
    return frame;
  };
  return {
    version: await browser.version(),
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression) as Promise<never>,
    evaluateInPlayer: (expression) => playerFrame().evaluate(expression) as Promise<never>,
    press: (key) => page.keyboard.press(key as KeyInput),
    click: (x, y, heldMs = 0) => page.mouse.click(x, y, { delay: heldMs }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}

/** WebKitGTK's MiniBrowser under its own WebDriver, on a virtual display. */
export async function startWebKit({ only, env: extraEnv = {} }: BrowserOptions = {}): Promise<OtherBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'oriel-webkit-'));
  const port = await freePort();
  const env = {
    ...process.env,
    ...extraEnv,
    HOME: home,
    LANG: 'C.UTF-8',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
  const { screen, display } = await startScreen();
  const started: ChildProcess[] = [screen];
  started.push(
    spawn('WebKitWebDriver', [`--port=${port}`], {
      env: { ...env, DISPLAY: display },
      stdio: 'ignore',
      detached: true,
    }),
  );

  /** The classic WebDriver protocol: a path below the session, and JSON in both directions. */
  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebDriver ${path}: ${JSON.stringify(value).slice(0, 500)}`);
    return value;
  }

  const opened = (await eventually(
    'a WebKit session',
    () => openSession(call, only).catch(() => null),
    30_000,
  )) as {
    sessionId: string;
    capabilities: { browserVersion: string };
  };
  const session = `/session/${opened.sessionId}`;
  await call('POST', `${session}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  await call('POST', `${session}/window/rect`, { x: 0, y: 0, ...viewport }).catch(() => null);

  async function evaluate(expression: string): Promise<never> {
    // As a script, not through eval, which the page's Content-Security-Policy may forbid.
    const script = `const done = arguments[0]; Promise.resolve().then(() => (${expression}))
      .then((value) => done({ value }), (error) => done({ error: String(error) }))`;
    const answer = (await call('POST', `${session}/execute/async`, { script, args: [] })) as {
      value?: never;
      error?: string;
    };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value as never;
  }

  /** Actions by ticks: each device has its own list. */
  const act = (devices: object[]) => call('POST', `${session}/actions`, { actions: devices });

  return {
    version: `WebKitGTK ${opened.capabilities.browserVersion}`,
    open: async (url) => {
      await call('POST', `${session}/url`, { url });
    },
    evaluate,
    async evaluateInPlayer(expression) {
      const found = await call('POST', `${session}/element`, { using: 'css selector', value: 'iframe' });
      await call('POST', `${session}/frame`, { id: found });
      try {
        return await evaluate(expression);
      } finally {
        await call('POST', `${session}/frame`, { id: null });
      }
    },
    async press(key) {
      const value = webDriverKeys[key] ?? key;
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
      await act([{ type: 'key', id: 'keys', actions }]);
    },
    async click(x, y, heldMs = 0) {
      const actions = [
        { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' },
        { type: 'pointerDown', button: 0 },
        { type: 'pause', duration: heldMs },
        { type: 'pointerUp', button: 0 },
      ];
      await act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
    },
    screenshot: async () => Buffer.from(String(await call('GET', `${session}/screenshot`)), 'base64'),
    async close() {
      await call('DELETE', session).catch(() => null);
      for (const child of started) {
        if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGKILL');
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A virtual display; X chooses a free number and prints it. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const args = [
    '-displayfd',
    '3',
    '-screen',
    '0',
    `${viewport.width}x${viewport.height}x24`,
    '-nolisten',
    'tcp',
  ];
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true });
  const reported = screen.stdio[3] as Readable;
  const [number] = (await once(reported, 'data', { signal: AbortSignal.timeout(20_000) })) as [Buffer];
  return { screen, display: `:${number.toString().trim()}` };
}

/** WebDriver codes of keys that are not characters. */
const webDriverKeys: Readonly<Record<string, string>> = {
  Escape: '\ue00c',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
};

function openSession(
  call: (method: 'POST', path: string, body: object) => Promise<unknown>,
  only: BrowserOptions['only'],
) {
  const features = { webcodecs: ['--features=-MediaSource'], flv: ['--features=-WebCodecsVideo'] };
  return call('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
          args: ['--automation', '--autoplay-policy=allow', ...(only ? features[only] : [])],
        },
      },
    },
  });
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
