import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const headlessShell = '/usr/bin/chromium-headless-shell';
const withInterface = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Chromium with its own user interface and profiles on disk. Throws an error that says how to install it. */
export function chromiumPath(): string {
  const path = withInterface.find((each) => existsSync(each));
  if (!path) throw new Error('Chromium is missing: apt-get install chromium');
  return path;
}

/**
 * The same engine without its user interface needs half of the processor time. Benchmarks and `npm run soak` set
 * ORIEL_FULL_CHROMIUM to use the browser that people use.
 */
export function chromiumShellPath(): string {
  return process.env.ORIEL_FULL_CHROMIUM || !existsSync(headlessShell) ? chromiumPath() : headlessShell;
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
];

let shared: Promise<Browser> | null = null;

/** The browser of this worker; started again if it has ended. */
async function sharedChromium(): Promise<Browser> {
  const running = await shared?.catch(() => null);
  if (running?.isConnected()) return running;
  shared = chromium.launch({ executablePath: chromiumShellPath(), headless: true, args });
  return shared;
}

/** Vitest writes `import(…)` so, also in functions that tests pass to `page.evaluate`. */
const importInPages = 'globalThis.__vite_ssr_dynamic_import__ = (address) => import(address)';

/** The browser as one file sees it: `close` ends what the file has opened, and a browser of its own. */
function seenByFile(browser: Browser, isShared: boolean): Browser {
  const opened = new Set<BrowserContext>();
  const own: Partial<Browser> = {
    contexts: () => [...opened],
    async newContext(options) {
      const context = await browser.newContext(options);
      opened.add(context);
      context.once('close', () => opened.delete(context));
      await context.addInitScript(importInPages);
      return context;
    },
    async newPage(options) {
      const context = await this.newContext!(options);
      const page = await context.newPage();
      // Pages also close with their browser, which then no longer answers.
      page.once('close', () => void context.close().catch(() => {}));
      return page;
    },
    async close() {
      if (!isShared) return browser.close();
      await Promise.all([...opened].map((context) => context.close()));
    },
  };
  return new Proxy(browser, {
    get(_, name) {
      const value = Reflect.get(name in own ? own : browser, name);
      return typeof value === 'function' ? value.bind(name in own ? own : browser) : value;
    },
  });
}

/**
 * A headless Chromium with a fake microphone, and autoplay of audio and video allowed. Without arguments it is the
 * browser of this worker, which its files share: each context has a profile of its own.
 */
export async function launchChromium(
  extraArgs: readonly string[] = [],
  /** Program to start instead, for instance a wrapper that runs Chromium in a network namespace. */
  executablePath: string = chromiumShellPath(),
): Promise<Browser> {
  const isShared = extraArgs.length === 0 && executablePath === chromiumShellPath();
  if (isShared) return seenByFile(await sharedChromium(), true);
  const browser = await chromium.launch({ executablePath, headless: true, args: [...args, ...extraArgs] });
  return seenByFile(browser, false);
}
