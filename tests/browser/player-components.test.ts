import { resolve } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../kit/host-page.ts';
import { LiveStage } from '../kit/live-player.ts';
import type { SharedOriel } from '../kit/start-oriel.ts';

/** The player as a custom element in plain HTML, and as a component in a Vue project, each with a real camera. */

let stage: LiveStage<SharedOriel>;

beforeAll(async () => {
  stage = await LiveStage.startShared();
}, 120_000);
afterAll(() => stage?.close());

interface Project extends Window {
  /** What the page received, in order. */
  readonly received: string[];
  /** Plays another camera. */
  show(url: string): void;
  remove(): void;
}

const plainHtml = async () => `
  <oriel-player server="${stage.oriel.origin}" app="${stage.app}" template="pcLive" language="en-US"
    url="ezopen://oriel/DEMO00001/1.live" style="width:640px;height:360px"></oriel-player>
  <script type="module">
    import '${stage.oriel.origin}/sdk/v1/element.js';
    const element = document.querySelector('oriel-player');
    window.received = [];
    element.addEventListener('success', () => received.push('success'));
    element.addEventListener('error', ({ detail }) => received.push(detail.code));
    element.addEventListener('state', ({ detail }) => received.push(detail.address));
    element.getToken = async () => (await fetch('/token', { method: 'POST' })).text();
    window.show = (url) => element.setAttribute('url', url);
    window.remove = () => element.remove();
  </script>`;

/** A component as in a project, with the package as `npm run build` writes it. */
const vueApp = (server: string, app: string) => `
  import { createApp, h, ref } from 'vue';
  import { OrielPlayer } from 'oriel-player/vue';
  window.received = [];
  const url = ref('ezopen://oriel/DEMO00001/1.live');
  const getToken = async () => (await fetch('/token', { method: 'POST' })).text();
  const app = createApp({
    setup: () => () => h(OrielPlayer, {
      server: '${server}', app: '${app}', url: url.value, getToken, template: 'pcLive', language: 'en-US',
      style: 'width:640px;height:360px',
      onSuccess: () => received.push('success'),
      onError: (error) => received.push(error.code),
      onState: (state) => received.push(state.address),
    }),
  });
  app.mount('#app');
  window.show = (next) => { url.value = next; };
  window.remove = () => app.unmount();`;

const vueProject = async () => {
  const packed = resolve('dist/sdk');
  const { outputFiles } = await build({
    stdin: { contents: vueApp(stage.oriel.origin, stage.app), resolveDir: process.cwd() },
    alias: { 'oriel-player/vue': resolve(packed, 'vue.js') },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    define: {
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      'process.env.NODE_ENV': '"production"',
    },
    write: false,
  });
  return `<div id="app"></div><script type="module">${outputFiles[0]!.text.replaceAll('</script', '<\\/script')}</script>`;
};

describe.each([
  ['a custom element in plain HTML', plainHtml],
  ['a component of a Vue project', vueProject],
])('%s', (_name, html) => {
  let page: Page;

  beforeAll(async () => {
    const body = `<!doctype html><title>Project</title><link rel="icon" href="data:,">${await html()}`;
    page = await stage.browser.newPage();
    // On the origin that the application lists.
    await page.goto(stage.site.origin);
    await page.setContent(body);
  }, 60_000);
  afterAll(() => page?.close());

  /** Empty until its scripts have run. */
  const received = () => page.evaluate(() => (window as unknown as Partial<Project>).received ?? []);
  const camera = async () => (await received()).filter((text) => text?.startsWith('ezopen:')).at(-1);

  it('plays, shows another camera when its url changes, and is gone when it is removed', async () => {
    await eventually('the picture', async () => (await received()).includes('success'), 30_000);
    expect(await camera()).toBe('ezopen://oriel/DEMO00001/1.live');

    await page.evaluate(() => (window as unknown as Project).show('ezopen://oriel/DEMO00002/1.live'));
    await eventually('the other camera', async () => {
      const all = await received();
      return all.lastIndexOf('success') > all.indexOf('ezopen://oriel/DEMO00002/1.live');
    });
    expect(page.frames()).toHaveLength(2);

    await page.evaluate(() => (window as unknown as Project).remove());
    await eventually('no frame', async () => page.frames().length === 1);
    expect((await received()).filter((text) => text !== 'success' && !text?.startsWith('ezopen:'))).toEqual(
      [],
    );
  }, 60_000);
});
