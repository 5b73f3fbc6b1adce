import { afterAll, beforeAll } from 'vitest';
import type { ConsolePage } from './console-page.ts';
import { ConsoleSite } from './console-site.ts';

/** The site of the test file that runs, its administrator and their page. Set by `withSite`. */
export let site: ConsoleSite;
export let admin: ConsolePage;
export let page: ConsolePage['page'];

/** One site for all tests of a file. `prepare` makes what they need. */
export function withSite(prepare: () => Promise<void> = async () => {}): void {
  let started: ConsoleSite | undefined;
  beforeAll(async () => {
    started = await ConsoleSite.start();
    site = started;
    ({ admin, page } = started);
    await prepare();
  }, 400_000);
  afterAll(() => started?.close());
}
