import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Throws an error that says how to install it. */
export function chromiumPath(): string {
  const path = candidates.find((each) => existsSync(each));
  if (!path) throw new Error('Chromium is missing: apt-get install chromium');
  return path;
}

/**
 * Chromium without its own user interface, for tests that only show pages: the same engine for two thirds of the
 * processor time.
 */
export function launchHeadlessShell(): Promise<Browser> {
  return launchChromium([], '/usr/bin/chromium-headless-shell');
}

/** A headless Chromium with a fresh profile, a fake microphone, and autoplay of audio and video allowed. */
export function launchChromium(
  extraArgs: readonly string[] = [],
  /** Program to start instead, for instance a wrapper that runs Chromium in a network namespace. */
  executablePath: string = chromiumPath(),
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
