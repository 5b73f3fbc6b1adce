import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../kit/host-page.ts';
import { LiveStage } from '../kit/live-player.ts';
import { createSdkProject, type SdkProject } from '../kit/sdk-project.ts';
import type { SharedOriel } from '../kit/start-oriel.ts';

/**
 * The player as a custom element in plain HTML, and as a component in projects of Vue and React with the packed SDK, each
 * with a real camera.
 */

let stage: LiveStage<SharedOriel>;
let project: SdkProject;

beforeAll(async () => {
  stage = await LiveStage.startShared();
  project = createSdkProject();
  project.link('vue', '@vue', 'react', 'react-dom', 'scheduler');
}, 120_000);
afterAll(async () => {
  project?.remove();
  await stage?.close();
});

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

/** `ref` is written as pages do, as a function in the element, and every state renders the component. */
const reactApp = (server: string, app: string) => `
  import { createElement as h, StrictMode, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { OrielPlayer } from 'oriel-player/react';
  window.received = [];
  const getToken = async () => (await fetch('/token', { method: 'POST' })).text();
  const root = createRoot(document.getElementById('app'));
  const Camera = () => {
    const [state, setState] = useState();
    const [url, setUrl] = useState('ezopen://oriel/DEMO00001/1.live');
    window.show = setUrl;
    return h(OrielPlayer, {
      server: '${server}', app: '${app}', url, getToken, template: 'pcLive', language: 'en-US',
      title: state?.phase, style: { width: 640, height: 360 },
      ref: (player) => { window.player = player; },
      onSuccess: () => received.push('success'),
      onError: (error) => received.push(error.code),
      onState: (next) => { setState(next); received.push(next.address); },
    });
  };
  root.render(h(StrictMode, null, h(Camera)));
  window.remove = () => root.unmount();`;

/** Built by a bundler in a project of its own. */
const projectPage = (app: typeof vueApp) => async () => {
  project.write('page.mjs', app(stage.oriel.origin, stage.app));
  const constants = {
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    'process.env.NODE_ENV': '"development"',
  };
  const defines = Object.entries(constants).map(([name, value]) => `--define:${name}=${value}`);
  project.run(
    project.bin('esbuild'),
    ...['page.mjs', '--bundle', '--format=esm', '--target=es2022', '--outfile=out.js', ...defines],
  );
  const script = readFileSync(join(project.folder, 'out.js'), 'utf8').replaceAll('</script', '<\\/script');
  return `<div id="app"></div><script type="module">${script}</script>`;
};

describe.each([
  ['a custom element in plain HTML', plainHtml],
  ['a component of a Vue project', projectPage(vueApp)],
  ['a component of a React project', projectPage(reactApp)],
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
