import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';

export interface ScriptBytes {
  /** Gzipped, as the server sends them. */
  readonly bytes: number;
  readonly files: number;
}

/** Pages of the console: their path, and what is shown when they are complete. */
export const weighedPages = {
  login: { path: '/user/login', shown: 'input[type="password"]' },
  list: { path: '/system/post', shown: '[role="table"], table' },
  cameras: { path: '/iot/camera', shown: 'main tbody [data-state]' },
  form: { path: '/mall/shippingTemplates/form', shown: 'main form input' },
} as const;

/** All scripts of the first visit to a page: in a new context with the cookies of `state`, and an empty cache. */
export async function weighScripts(
  browser: Browser,
  origin: string,
  { path, shown }: { readonly path: string; readonly shown: string },
  state?: object,
): Promise<ScriptBytes> {
  const context = await browser.newContext(state ? { storageState: state as never } : {});
  try {
    const page = await context.newPage();
    const scripts = new Map<string, Promise<Buffer>>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
    });
    await page.goto(origin + path);
    // Parts of a page are loaded by its first scripts, which a busy machine runs late.
    await page.locator(shown).first().waitFor({ timeout: 60_000 });
    await page.waitForLoadState('networkidle');
    const bodies = await Promise.all(scripts.values());
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 6 }).length, 0);
    return { bytes, files: bodies.length };
  } finally {
    await context.close();
  }
}
