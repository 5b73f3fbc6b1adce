import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { askShared } from './shared.ts';

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

/** A Chromium that `launchChromium` connects to, for `shared-process.ts`, with its address. */
export async function serveChromium(): Promise<{ readonly server: BrowserServer; readonly address: string }> {
  const port = await freePort();
  const server = await chromium.launchServer({
    executablePath: chromiumShellPath(),
    headless: true,
    // Playwright's own protocol takes a third more processor time for each call.
    args: [...args, `--remote-debugging-port=${port}`],
  });
  return { server, address: `http://127.0.0.1:${port}` };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * A headless Chromium with a fake microphone, and autoplay of audio and video allowed. Without arguments it is the
 * process of this worker, which its files share: `close` ends what this file has opened, and each context has a profile
 * of its own.
 */
export async function launchChromium(
  extraArgs: readonly string[] = [],
  /** Program to start instead, for instance a wrapper that runs Chromium in a network namespace. */
  executablePath: string = chromiumShellPath(),
): Promise<Browser> {
  const isShared = extraArgs.length === 0 && executablePath === chromiumShellPath();
  const address = isShared ? await askShared('browser') : null;
  if (address) return chromium.connectOverCDP(address);
  return chromium.launch({ executablePath, headless: true, args: [...args, ...extraArgs] });
}
