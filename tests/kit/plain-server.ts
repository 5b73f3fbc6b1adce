import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';

const seconds = 20;
const tickMs = 100;

/** A media server that is not ours: streams of 640 × 360, made by ffmpeg and sent as fast as they are played. */
export class PlainServer {
  readonly origin: string;
  /** Requests so far, as method and path, with the headers that browsers sent. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
  /** Connections that are open now. */
  readonly open = new Set<ServerResponse | WebSocket>();
  /** Answered with this status; null: as usual. */
  status: number | null = null;
  /** False: pages of other origins may not read the answers. */
  hasCors = true;
  readonly #http: Server;
  readonly #files: ReadonlyMap<string, Buffer>;

  private constructor(http: Server, files: ReadonlyMap<string, Buffer>) {
    this.#http = http;
    this.#files = files;
    this.origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    http.on('request', (request, response) => this.#answer(request, response));
    const sockets = new WebSocketServer({ server: http });
    sockets.on('connection', (socket, { url = '', headers }) => {
      this.requests.push({ path: url, headers });
      this.#pace(socket, this.#files.get(url)!, {
        send: (chunk) => socket.send(chunk),
        end: () => socket.close(),
      });
    });
  }

  static async start(): Promise<PlainServer> {
    const http = createServer();
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    return new PlainServer(http, makeFiles());
  }

  /** Ends every stream, as at the end of a broadcast; `cut`: as when the network fails. */
  end(how: 'end' | 'cut'): void {
    for (const one of this.open) {
      if (one instanceof WebSocket) one.terminate();
      else if (how === 'end') one.end();
      else one.destroy();
    }
  }

  async close(): Promise<void> {
    this.end('cut');
    this.#http.closeAllConnections();
    await new Promise((done) => this.#http.close(done));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', this.origin);
    this.requests.push({ path: pathname, headers: request.headers });
    if (this.hasCors) response.setHeader('access-control-allow-origin', '*');
    const isFile = pathname.startsWith('/file/');
    const file = this.#files.get(isFile ? pathname.slice('/file'.length) : pathname);
    if (this.status !== null || !file) {
      response.writeHead(this.status ?? 404).end('no stream');
    } else if (isFile || pathname.startsWith('/hls/') || pathname === '/page.flv') {
      response.setHeader('content-length', file.length);
      response.end(file);
    } else {
      this.#pace(response, file, {
        send: (chunk) => response.write(chunk),
        end: () => response.end(),
      });
    }
  }

  #pace(
    connection: ServerResponse | WebSocket,
    file: Buffer,
    to: { send(chunk: Buffer): unknown; end(): void },
  ): void {
    this.open.add(connection);
    const step = Math.ceil((file.length * tickMs) / (seconds * 1_000));
    let at = 0;
    const timer = setInterval(() => {
      to.send(file.subarray(at, at + step));
      at += step;
      if (at >= file.length) to.end();
    }, tickMs);
    connection.on('close', () => {
      clearInterval(timer);
      this.open.delete(connection);
    });
  }
}

function makeFiles(): ReadonlyMap<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-plain-'));
  const make = (video: string, audio: string, output: string) =>
    execFileSync('ffmpeg', [
      ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=10:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=44100:duration=${seconds}`],
      ...video.split(' '),
      ...audio.split(' '),
      ...output.split(' ').map((part, at, all) => (at === all.length - 1 ? join(folder, part) : part)),
    ]);
  const h264 = '-c:v libx264 -preset ultrafast -profile:v baseline -b:v 300k -g 10 -pix_fmt yuv420p';
  try {
    make(h264, '-c:a aac', '-f flv live.flv');
    // As it leaves many cameras. Browsers have no decoder for G.711.
    make(h264, '-c:a pcm_alaw -ar 8000 -ac 1', '-f flv g711.flv');
    make(h264, '-c:a aac', '-f mpegts live.ts');
    make('-c:v flv1 -b:v 300k', '-an', '-f flv sorenson.flv');
    make('-c:v mpeg2video -b:v 300k', '-an', '-f mpegts mpeg2.ts');
    make(h264, '-c:a aac', '-f hls -hls_time 2 -hls_list_size 0 live.m3u8');
    const files = new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]));
    for (const [name, bytes] of [...files])
      if (/^\/live(?:\d+\.ts|\.m3u8)$/.test(name)) files.set(`/hls${name}`, bytes);
    files.set('/nameless', files.get('/live.ts')!);
    files.set('/page.flv', Buffer.from('<!doctype html><p>Sign in</p>'.repeat(100)));
    return files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
