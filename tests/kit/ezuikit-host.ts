import type { BrowserContext, Page } from 'playwright-core';
import { bundle, type Origin, serve } from './protocol-pages.ts';

/** An integrator's page that loads the EZUIKit facade from `server`, and none of our other scripts. */
export interface FacadeHost extends Origin {
  /** Loads the classic script, or the module if `kind` is `module`. */
  open(context: BrowserContext, kind?: 'script' | 'module'): Promise<Page>;
}

export async function startFacadeHost(server: () => string, app: () => string): Promise<FacadeHost> {
  const journeys = await bundle('tests/kit/ezuikit-journeys.ts');
  const pages: Parameters<typeof serve>[0] = { '/journeys.js': { type: 'js', body: journeys } };
  const host = await serve(pages);
  return {
    ...host,
    async open(context, kind = 'script') {
      const address = `${server()}/sdk/v1/ezuikit${kind === 'script' ? '.global' : ''}.js`;
      const script =
        kind === 'script'
          ? `<script src="${address}" data-app="${app()}"></script>`
          : `<script type="module">import EZUIKit, { EZUIKitPlayer } from '${address}?app=${app()}';
             window.EZUIKit = { ...EZUIKit, EZUIKitPlayer };</script>`;
      pages['/'] = {
        type: 'html',
        body: `<!doctype html><meta charset="utf-8"><title>EZUIKit</title><link rel="icon" href="data:,"><div id="video-container"></div>${script}`,
      };
      const page = await context.newPage();
      await page.goto(`${host.origin}/`);
      await page.waitForFunction(() => 'EZUIKit' in window);
      return page;
    },
  };
}
