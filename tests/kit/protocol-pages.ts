import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { bundleFacade, bundleSdk } from '../../scripts/build-sdk.mjs';

const root = resolve(import.meta.dirname, '../..');

/** Bundles one file for a page. */
export async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [resolve(root, entry)],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]!.text;
}

export interface Origin {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** The same server under another host name, which is another site for the browser. */
  readonly otherSite: string;
  close(): Promise<void>;
}

/** Serves fixed pages by path on a port of its own, and thus on an origin of its own. */
export async function serve(
  pages: Record<
    string,
    { type: 'html' | 'js'; body: string; status?: number; headers?: Record<string, string> }
  >,
): Promise<Origin> {
  const server: Server = createServer((request, response) => {
    const page = pages[(request.url ?? '/').replace(/\?.*/, '')];
    response.writeHead(page?.status ?? (page ? 200 : 404), {
      'content-type': page?.type === 'js' ? 'text/javascript' : 'text/html; charset=utf-8',
      ...page?.headers,
    });
    response.end(page?.body ?? 'not found');
  });
  // A test that fails to close the server must not keep the process alive.
  server.unref();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    otherSite: `http://localhost:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The headers of a careful integrator: no inline code, and no foreign content but the player. */
const strict = {
  'content-security-policy': "default-src 'none'; script-src 'self'; img-src data:; frame-src *",
};

const hostPage = '<!doctype html><title>host</title><link rel="icon" href="data:,"><div id="box"></div>';

const framePage = (origins: readonly string[], script: string) =>
  `<!doctype html><title>frame</title><script type="application/json" id="boot">${JSON.stringify({ origins })}</script><script type="module" src="${script}"></script>`;

/** A frame with a handwritten protocol, to do what host-link never does. */
const scriptedFrame = (script: string) =>
  `<!doctype html><title>scripted</title><script>const say = (v) => parent.postMessage({ oriel: 'hello', v, n: 'n' + Math.random() }, '*');${script}</script>`;

/** Offers only versions that no SDK supports. */
const futureFrame = 'say([7, 8]);';

/** Answers calls with invalid results. */
const liarFrame = `
say([9, 1]);
addEventListener('message', ({ data, ports: [port] }) => {
  if (data.oriel !== 'port') return;
  const state = { phase: 'a phase of the future', muted: true, attempt: 0, unknown: 1 };
  port.postMessage({ k: 1, i: 0, t: 'welcome', d: { v: 1, features: [], state, unknown: 1 } });
  port.onmessage = ({ data: { k, i, t } }) => {
    if (k !== 0) return;
    if (t === 'start') port.postMessage({ k: 1, i, t });
    if (t === 'getOSDTime') {
      for (const strange of [null, 1, 'text', [], {}, { k: 1 }, { k: 1, i, t: 1 }, { k: 9, i, t, d: 1 }, { k: 3, i, t: 'unheard', d: {} }, { k: 3, i, t: 'state', d: { phase: 1 } }, { k: 1, i, t: 'stop', d: 5 }, { k: 1, i: i + 1000, t, d: 5 }, { k: 2, i: 10n, t }])
        port.postMessage(strange);
      port.postMessage({ k: 1, i, t, d: 'half past three' });
    }
    if (t === 'stop') port.postMessage({ k: 2, i, t, d: { code: 42 } });
    if (t === 'closeSound') port.postMessage({ k: 2, i, t, d: { code: '10002', message: 'expired', source: 'somewhere new', retryable: false, detail: { solution: 'renew', other: 1 }, stack: 'secret' } });
  };
});`;

/** The control: answers messages of every origin. */
const carelessFrame = `
addEventListener('message', ({ source, ports }) => {
  source?.postMessage('at your service', '*');
  for (const port of ports) port.postMessage('at your service');
});`;

/** Sends 100 random messages before each valid response. The seed is the query. */
const fuzzingFrame = `
say([1]);
addEventListener('message', async ({ data, ports: [port] }) => {
  if (data.oriel !== 'port') return;
  const { createFuzzer } = await import('/fuzz.js');
  const fuzzer = createFuzzer(Number(location.search.slice(1)), () => {});
  const state = { phase: 'idle', muted: true, attempt: 0 };
  port.postMessage({ k: 1, i: 0, t: 'welcome', d: { v: 1, features: [], state } });
  port.onmessage = ({ data: { k, i, t } }) => {
    if (k !== 0) return;
    for (let at = 0; at < 100; at += 1) {
      const { message, transfer } = fuzzer.forPort();
      port.postMessage(message, transfer);
    }
    port.postMessage({ k: 1, i, t, d: 5 });
  };
});`;

export interface ProtocolPages {
  /** Embeds the frame, and is in its list of allowed origins. */
  readonly host: Origin;
  /** Embeds the frame, and is not in the list. */
  readonly stranger: Origin;
  /** Serves the frame, `/player/simple/app` and some more templates, and the EZUIKit facade as a server does. */
  readonly player: Origin;
  close(): Promise<void>;
}

/** Three origins: an allowed host, a foreign page, and the player. Host pages load the SDK from `/oriel.js`. */
export async function startProtocolPages(): Promise<ProtocolPages> {
  // The SDK as served, with shortened names.
  const [sdk, script, frame, fuzz, facade, facadeScript] = await Promise.all([
    bundleSdk('esm'),
    bundleSdk('iife'),
    bundle('tests/kit/protocol-frame.ts'),
    bundle('tests/kit/protocol-fuzz.ts'),
    bundleFacade('esm'),
    bundleFacade('iife'),
  ]);
  /** As the server sends it: for pages of every origin. */
  const forAll = (body: string) => {
    const headers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
    return { type: 'js', body, headers } as const;
  };
  const fuzzFile = { '/fuzz.js': { type: 'js', body: fuzz } } as const;
  const hostFiles = {
    ...fuzzFile,
    '/': { type: 'html', body: hostPage },
    '/classic': {
      type: 'html',
      body: hostPage.replace('<div', '<script src="/oriel.global.js"></script><div'),
      headers: strict,
    },
    '/oriel.global.js': { type: 'js', body: script },
    '/oriel.js': { type: 'js', body: sdk },
  } as const;
  const host = await serve(hostFiles);
  const stranger = await serve(hostFiles);
  const player = await serve({
    ...fuzzFile,
    '/frame.js': { type: 'js', body: frame },
    '/sdk/v1/ezuikit.js': forAll(facade),
    '/sdk/v1/ezuikit.global.js': forAll(facadeScript),
    ...Object.fromEntries(
      ['simple', 'default', 'theme', 'pcLive'].map((template) => [
        `/player/${template}/app`,
        {
          type: 'html',
          body: framePage([host.origin, 'https://elsewhere.example'], '/frame.js'),
          headers: { 'content-security-policy': "default-src 'none'; script-src 'self'" },
        } as const,
      ]),
    ),
    '/player/simple/future': { type: 'html', body: scriptedFrame(futureFrame) },
    '/player/simple/liar': { type: 'html', body: scriptedFrame(liarFrame) },
    '/player/simple/fuzzing': { type: 'html', body: scriptedFrame(fuzzingFrame) },
    '/player/simple/careless': { type: 'html', body: scriptedFrame(carelessFrame) },
    '/player/simple/silent': { type: 'html', body: '<!doctype html><title>silent</title>' },
    '/player/simple/blocked': {
      type: 'html',
      body: framePage([host.origin], '/frame.js'),
      headers: { 'content-security-policy': "frame-ancestors 'none'" },
    },
  });
  return {
    host,
    stranger,
    player,
    async close() {
      await Promise.all([host.close(), stranger.close(), player.close()]);
    },
  };
}
