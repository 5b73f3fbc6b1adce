import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { launch } from 'puppeteer-core';
import { eventually } from './host-page.ts';

/** A browser that is not Chromium, as far as tests need one: one page, which tests speak to by expressions. */
export interface OtherBrowser {
  readonly version: string;
  open(url: string): Promise<void>;
  /** The value of an expression in the page, awaited when it is a promise. JSON only. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** PNG of what is seen. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export const viewport = { width: 1000, height: 700 };

/** Firefox ESR of Debian. Sound may start by itself, as a viewer's browser does after the first click. */
export async function startFirefox(): Promise<OtherBrowser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: viewport,
    extraPrefsFirefox: {
      'media.autoplay.default': 0,
      'media.autoplay.blocking_policy': 0,
      'datareporting.policy.dataSubmissionEnabled': false,
      'app.update.enabled': false,
    },
  });
  const page = await browser.newPage();
  return {
    version: await browser.version(),
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression) as Promise<never>,
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}

/** WebKitGTK's small browser under its own WebDriver, on a display of its own. */
export async function startWebKit(): Promise<OtherBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'oriel-webkit-'));
  const port = await freePort();
  const env = {
    ...process.env,
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

  /** The classic WebDriver protocol: a path below the session, and JSON both ways. */
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
    () => openSession(call).catch(() => null),
    30_000,
  )) as {
    sessionId: string;
    capabilities: { browserVersion: string };
  };
  const session = `/session/${opened.sessionId}`;
  await call('POST', `${session}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  await call('POST', `${session}/window/rect`, { x: 0, y: 0, ...viewport }).catch(() => null);
  return {
    version: `WebKitGTK ${opened.capabilities.browserVersion}`,
    open: async (url) => {
      await call('POST', `${session}/url`, { url });
    },
    async evaluate(expression) {
      // As code, not through eval, which the policy of the page may forbid.
      const script = `const done = arguments[0]; Promise.resolve().then(() => (${expression}))
        .then((value) => done({ value }), (error) => done({ error: String(error) }))`;
      const answer = (await call('POST', `${session}/execute/async`, { script, args: [] })) as {
        value?: never;
        error?: string;
      };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value as never;
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

/** A display that nobody sees; X itself finds a free number and says it. */
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
  const told = screen.stdio[3] as Readable;
  const [number] = (await once(told, 'data', { signal: AbortSignal.timeout(20_000) })) as [Buffer];
  return { screen, display: `:${number.toString().trim()}` };
}

function openSession(call: (method: 'POST', path: string, body: object) => Promise<unknown>) {
  return call('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
          args: ['--automation', '--autoplay-policy=allow'],
        },
      },
    },
  });
}

/** Free a moment ago. */
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
