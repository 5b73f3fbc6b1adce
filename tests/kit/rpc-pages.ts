import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { bundleSdk } from '../../scripts/build-sdk.mjs';
import { bundle, type Origin, serve } from './protocol-pages.ts';

const root = resolve(import.meta.dirname, '../..');

/** Clocks with a resolution of 5 µs on both sides need an isolated page. */
const isolated = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
};

const rawFrame = `
addEventListener('message', ({ data, ports: [port] }) => {
  if (data !== 'port') return;
  port.onmessage = ({ data: { i, t } }) => port.postMessage({ k: 1, i, t, d: 1760000000000 });
  port.postMessage('ready');
});
parent.postMessage('hello', '*');`;

const penpalFrame = `
import { connect, WindowMessenger } from 'penpal';
const messenger = new WindowMessenger({ remoteWindow: parent, allowedOrigins: ['*'] });
connect({ messenger, methods: { getOSDTime: () => 1760000000000 } });`;

/** In the host page: `calls.raw()`, `calls.oriel()`, `calls.penpal()`, one round trip each. */
const hostScript = `
import { createPlayer } from '/oriel.js';
import { connect, WindowMessenger } from 'penpal';

function addFrame(src) {
  const iframe = document.createElement('iframe');
  iframe.allow = 'cross-origin-isolated';
  document.body.append(iframe);
  return Object.assign(iframe, { src });
}

async function raw(server) {
  const hello = new Promise((done) => addEventListener('message', (event) => event.data === 'hello' && done()));
  const iframe = addFrame(server + '/raw');
  await hello;
  const { port1, port2 } = new MessageChannel();
  const ready = new Promise((done) => { port1.onmessage = done; });
  iframe.contentWindow.postMessage('port', '*', [port2]);
  await ready;
  // The least that anybody could do: no ids looked up, answers come in order.
  const waiting = [];
  let next = 0;
  let id = 0;
  port1.onmessage = ({ data }) => {
    const done = waiting[next];
    waiting[next] = undefined;
    next += 1;
    if (next === waiting.length) waiting.length = next = 0;
    done(data.d);
  };
  return () => new Promise((done) => {
    waiting.push(done);
    port1.postMessage({ k: 0, i: ++id, t: 'getOSDTime', d: {} });
  });
}

async function penpal(server) {
  const iframe = addFrame(server + '/penpal');
  const messenger = new WindowMessenger({ remoteWindow: iframe.contentWindow, allowedOrigins: ['*'] });
  const remote = await connect({ messenger }).promise;
  return () => remote.getOSDTime();
}

async function oriel(server) {
  const player = createPlayer(document.body, { server, app: 'app', getToken: () => 'token' });
  await player.ready;
  return () => player.getOSDTime();
}

const makers = { raw, oriel, penpal };
window.open = async (server, names) => {
  window.calls = {};
  for (const name of names) window.calls[name] = await makers[name](server);
};`;

async function bundleText(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    external: ['/oriel.js'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]!.text;
}

const html = (script: string) =>
  ({
    type: 'html',
    body: `<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="${script}"></script>`,
    headers: isolated,
  }) as const;

export type Contender = 'raw' | 'oriel' | 'penpal';

declare global {
  interface Window {
    calls: Record<Contender, () => Promise<unknown>>;
  }
}

/** A page with cross-site frames, one for each way to call; `window.calls` has one function for each. */
export async function openRpcPage(
  browser: Browser,
  contenders: readonly Contender[],
): Promise<{ page: Page; close(): Promise<void> }> {
  const [sdk, orielFrame, rawText, penpalText, hostText] = await Promise.all([
    bundleSdk('esm'),
    bundle('tests/kit/protocol-frame.ts'),
    bundleText(rawFrame),
    bundleText(penpalFrame),
    bundleText(hostScript),
  ]);
  const js = (body: string) => ({ type: 'js', body, headers: isolated }) as const;
  const host: Origin = await serve({ '/': html('/host.js'), '/host.js': js(hostText), '/oriel.js': js(sdk) });
  const boot = JSON.stringify({ origins: [host.origin] });
  const player: Origin = await serve({
    '/raw': html('/raw.js'),
    '/raw.js': js(rawText),
    '/penpal': html('/penpal.js'),
    '/penpal.js': js(penpalText),
    '/player/simple/app': {
      ...html('/frame.js'),
      body: `<!doctype html><script type="application/json" id="boot">${boot}</script><script type="module" src="/frame.js"></script>`,
    },
    '/frame.js': js(orielFrame),
  });
  const page = await browser.newPage();
  await page.goto(host.origin);
  await page.evaluate(
    // The page's script has replaced `open`.
    ({ server, names }) => (window.open as unknown as (...args: unknown[]) => Promise<void>)(server, names),
    { server: player.otherSite, names: contenders },
  );
  return {
    page,
    async close() {
      await page.close();
      await Promise.all([host.close(), player.close()]);
    },
  };
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
