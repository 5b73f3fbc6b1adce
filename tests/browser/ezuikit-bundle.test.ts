/** Components of pages that bundle EZUIKit, unchanged: only the bundler replaces `ezuikit-js`. */
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { FacadePage, type FacadeWindow } from '../kit/facade-page.ts';

const root = resolve(import.meta.dirname, '../..');
let facade: FacadePage;

beforeAll(async () => {
  facade = await FacadePage.start();
});
afterAll(() => facade?.close());

/** The component as a bundler builds it with one alias, in a page that is not on the player's server. */
async function load(component: string, define: Record<string, string> = {}): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: component, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    alias: { 'ezuikit-js': './dist/sdk/ezuikit.js' },
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
  });
  await facade.open();
  await facade.page.goto(`${facade.pages.host.origin}/`);
  await facade.page.evaluate(() => {
    (window as unknown as FacadeWindow).reported = [];
  });
  await facade.page.addScriptTag({ content: outputFiles[0]!.text, type: 'module' });
  await facade.page.waitForFunction(() => 'EZUIKit' in window);
}
const component = `
  import EZUIKit, { EZUIKitPlayer } from 'ezuikit-js';
  window.EZUIKit = { EZUIKitPlayer };
  window.isSame = EZUIKit.EZUIKitPlayer === EZUIKitPlayer;
`;
const failures = async () => (await facade.reported()).map(({ payload }) => payload.code);

describe('a component that imports ezuikit-js', () => {
  it('plays with constants of the bundler, by its default import and its named one', async () => {
    await load(component, { ORIEL_SERVER: facade.pages.player.origin, ORIEL_APP: 'app' });
    await facade.make();
    await facade.started();
    expect(await facade.page.evaluate(() => (window as unknown as { isSame: boolean }).isSame)).toBe(true);
  });

  it('plays after configure, called once', async () => {
    const { origin } = facade.pages.player;
    await load(
      `import { configure } from 'ezuikit-js'; configure({ server: '${origin}', app: 'app' }); ${component}`,
    );
    await facade.make({ env: { domain: 'https://open.ys7.com' } });
    await facade.started();
  });

  it('plays with the options server and app', async () => {
    await load(component);
    await facade.make({ server: facade.pages.player.origin, app: 'app' });
    await facade.started();
  });

  it.each(['https://open.ys7.com', 'javascript:alert(1)', 'https://isgpopen.ezvizlife.com'])(
    'never shows the cloud of env.domain %s; without configuration it says what to do',
    async (domain) => {
      await load(component);
      await facade.make({ env: { domain } });
      expect(await failures()).toEqual(['server.missing']);
      expect(await facade.page.locator('#box').innerText()).toContain('未指定 Oriel 服务器');
      expect(facade.requested.filter((url) => /ys7|ezviz/.test(url))).toEqual([]);
    },
  );

  it('refuses a server that is not http or https', async () => {
    await load(component);
    await facade.make({ server: 'javascript:alert(1)', app: 'app' });
    expect(await failures()).toEqual(['option.invalid']);
  });
});
