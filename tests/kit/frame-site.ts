import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { frameHandler } from '../../lib/server/frame/frame-handler.ts';
import { buildStale } from '../../scripts/build.mjs';
import { LiveServer, type LiveServerOptions } from './live-server.ts';

export interface LappAnswer {
  readonly code: string;
  readonly msg?: string;
  readonly data?: unknown;
}

const publicFolder = join(import.meta.dirname, '../../public');
const assetsFolder = join(publicFolder, 'assets');

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

const hostPage = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<style>body{margin:0}#box,#box iframe{width:100vw;height:100vh;border:0;display:block}</style>
<div id="box"></div><script type="module">
import { createPlayer } from '/oriel.js';
window.events = [];
window.reasons = [];
window.open1 = (server, options) => {
  window.player = createPlayer(document.getElementById('box'), {
    server, app: 'app', url: 'ezopen://open.example.com/CAM1/1.hd.live', width: '100%', height: '100%',
    getToken: (reason) => { window.reasons.push(reason); return 'token-' + reason; },
    ...options,
  });
  for (const name of ['handleSuccess', 'handleError', 'state', 'dblclick', 'esc', 'iframeFullScreen'])
    window.player.on(name, (data) => window.events.push({ name, data }));
};
</script>`;

/**
 * The real frame as the product has it, built if stale, served with its real headers, on a real live plane; only the open-platform calls are
 * simulated by the test. With a host page on another origin that uses the real SDK.
 */
export class FrameSite {
  readonly live: LiveServer;
  /** The origin that browsers use, if it is that of a proxy. */
  publicOrigin: string | null = null;
  /** Called for each live address request; null leaves the request without a response. */
  liveUrl: (form: URLSearchParams) => LappAnswer | null = () => this.ticket();
  /** False: requests for streams get no response. */
  hasStreams = true;
  /** Of other servers whose streams may be played, as the operator lists them. */
  streamOrigins: readonly string[] = [];
  deviceName = 'Harbour north quay';
  readonly forms: URLSearchParams[] = [];
  readonly hostOrigin: string;
  readonly #hosts: ReturnType<typeof createServer>;
  readonly #streams = new Set<Duplex>();

  private constructor(live: LiveServer, hosts: ReturnType<typeof createServer>) {
    this.live = live;
    this.#hosts = hosts;
    this.hostOrigin = `http://localhost:${(hosts.address() as AddressInfo).port}`;
    live.http.removeAllListeners('upgrade');
    live.http.on('upgrade', (request, socket, head) => {
      this.#streams.add(socket);
      socket.on('close', () => this.#streams.delete(socket));
      if (this.hasStreams) live.output.handleLiveUpgrade(request, socket, head);
    });
    live.http.removeAllListeners('request');
    live.http.on('request', (request, response) => {
      this.#serve(request, response).catch((error) => response.destroy(error));
    });
  }

  static async start(options: LiveServerOptions): Promise<FrameSite> {
    await buildStale({ names: ['frame', 'sdk'], log: () => {} });
    const sdk = await readFile(join(publicFolder, 'sdk/v1/oriel.js'));
    const hosts = createServer((request, response) => {
      const isScript = request.url === '/oriel.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(isScript ? sdk : hostPage);
    });
    await new Promise<void>((done) => hosts.listen(0, '127.0.0.1', done));
    return new FrameSite(await new LiveServer(options).listen(), hosts);
  }

  get origin(): string {
    return this.publicOrigin ?? `http://127.0.0.1:${this.live.port}`;
  }

  /** A success response: stream URL, single-use ticket, and one hour of viewing. */
  ticket(profile: 'main' | 'sub' = 'main'): LappAnswer {
    const data = {
      url: `${this.origin}/live/CAM1/1/${profile}.flv`,
      token: this.live.gate.issue({ profile }),
      deviceName: this.deviceName,
      expireTime: Date.now() + 3_600_000,
      expireInMs: 3_600_000,
    };
    return { code: '200', msg: '操作成功!', data };
  }

  /** Closes every running stream, as a restarted router does. */
  dropStreams(): void {
    for (const socket of this.#streams) socket.destroy();
  }

  async close(): Promise<void> {
    this.dropStreams();
    await this.live.close();
    this.#hosts.closeAllConnections();
    await new Promise((done) => this.#hosts.close(done));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.origin);
    if (pathname.startsWith('/live/') && !this.hasStreams) return;
    if (pathname.startsWith('/live/')) return this.live.output.handleLiveHttp(request, response);
    if (pathname.startsWith('/assets/')) return this.#asset(basename(pathname), response);
    if (pathname.startsWith('/api/lapp/')) return this.#lapp(request, response);
    const [, , template, app] = pathname.split('/');
    const handle = frameHandler({
      originsOf: async () => [this.hostOrigin],
      manifest: async () => JSON.parse(await readFile(join(assetsFolder, 'manifest.json'), 'utf8')),
      version: '0',
      streamOrigins: this.streamOrigins,
      log: silentLogger,
    });
    const headers = { 'x-oriel-origin': this.origin, 'accept-language': 'zh-CN' };
    const answer = await handle(new Request(`${this.origin}${pathname}`, { headers }), {
      template: template ?? '',
      app: app ?? null,
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  }

  async #asset(name: string, response: ServerResponse): Promise<void> {
    response.setHeader('content-type', types[name.split('.').at(-1)!] ?? 'application/octet-stream');
    // As the product does: over a slow link, a second worker does not load its script again.
    response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    response.end(await readFile(join(assetsFolder, name)));
  }

  async #lapp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    this.forms.push(form);
    const answer = this.liveUrl(form);
    if (answer === null) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  }
}
