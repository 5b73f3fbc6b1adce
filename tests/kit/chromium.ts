import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
);

/** A headless Chromium with a fresh profile, a fake microphone, and sound and pictures that start by themselves. */
export function launchChromium(extraArgs: readonly string[] = []): Promise<Browser> {
  if (!executablePath) throw new Error('Chromium is missing: apt-get install chromium');
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
