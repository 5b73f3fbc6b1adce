import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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

/** A headless Chromium with a fresh profile, a fake microphone, and autoplay of audio and video allowed. */
export function launchChromium(
  extraArgs: readonly string[] = [],
  /** Program to start instead, for instance a wrapper that runs Chromium in a network namespace. */
  executablePath: string = chromiumShellPath(),
): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
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
      ...extraArgs,
    ],
  });
}
