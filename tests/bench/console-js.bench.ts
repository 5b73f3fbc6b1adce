/**
 * JavaScript of a first visit to the console, gzipped: the login page before any input, and a list page of a signed-in
 * user. From the real build, as Chromium loads it with an empty cache.
 * Needs: Chromium.
 */
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { startConsoleSite } from '../kit/console-site.ts';

const kibibyte = 1024;
const targetsKiB = { login: 200, list: 300 };

interface Weight {
  readonly kiB: number;
  readonly files: number;
}

/** Opens `path` in a new context with the given cookies, and adds up the sizes of all scripts that it loads. */
async function weigh(browser: Browser, origin: string, path: string, state?: object): Promise<Weight> {
  const context = await browser.newContext(state ? { storageState: state as never } : {});
  const page = await context.newPage();
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  });
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  const bodies = await Promise.all(scripts.values());
  await context.close();
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 6 }).length, 0);
  return { kiB: Math.round((bytes / kibibyte) * 10) / 10, files: bodies.length };
}

const oriel = await startConsoleSite();
const browser = await launchChromium();
try {
  const { context } = await ConsolePage.signedIn(browser, oriel);
  const signedIn = await context.storageState();
  const login = await weigh(browser, oriel.origin, '/user/login');
  const list = await weigh(browser, oriel.origin, '/system/post', signedIn);
  console.log(`login page: ${login.kiB} KiB gz in ${login.files} files (target ${targetsKiB.login})`);
  console.log(`list page:  ${list.kiB} KiB gz in ${list.files} files (target ${targetsKiB.list})`);
  console.log(JSON.stringify({ bench: 'console-js', login, list, targetsKiB }));
} finally {
  await browser.close();
  await oriel.stop();
}
