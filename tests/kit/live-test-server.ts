/**
 * A small server for tests of the player's engines: our media plane with the built-in camera and ffmpeg's clips as
 * sources, and pages with one engine and nothing else. All on one loopback port.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane } from '../../lib/media/live-plane.ts';
import { createLiveOutput } from '../../lib/media/outputs/flv/delivery/live-output.ts';
import type { MediaSource, SourceSink, SourceSpec } from '../../lib/media/ports.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { ClipSource } from './clip-source.ts';
import { type CodedClip, makeClip } from './coded-clip.ts';
import { FakeGate } from './fake-gate.ts';

/** Cameras by serial number. */
export type TestCamera =
  /** The built-in camera: H.264 with frame numbers, AAC. */
  | 'DEMO'
  /** H.264 and a tone in G.711. */
  | 'G711'
  /** H.264 and a tone in Opus. */
  | 'OPUS'
  /** H.264 without audio. */
  | 'MUTE'
  /** H.265 and AAC. */
  | 'HEVC'
  /** A frame every 3 s, no audio. */
  | 'SLOW'
  /** A frame per second, no audio, a key frame every 10 s. */
  | 'ONE_FPS'
  /** A flash and a beep at each full second. */
  | 'FLASH_AAC'
  | 'FLASH_G711'
  | 'FLASH_OPUS'
  /** H.264, alternating between 320x180 and 480x270 every 3 s. */
  | 'RESIZED'
  /** The one that the test opens. */
  | 'OWN';

export interface LiveTestServer {
  readonly origin: string;
  /** The page `tests/kit/engine-page.ts`. */
  pageUrl(options?: { isolated?: boolean }): string;
  /** A page for benches, bundled from another entry. */
  addPage(name: string, entry: string): Promise<string>;
  target(camera: TestCamera): { url: string; ticket: string };
  /** From now on the camera's source sends nothing, without reporting a failure. */
  freeze(camera: TestCamera): void;
  thaw(camera: TestCamera): void;
  /** Drops every live connection, as a crash does. */
  cut(): void;
  /** Number of connected viewers. */
  readonly viewers: number;
  /** Revokes the grant of the newest ticket. */
  revoke(): void;
  close(): Promise<void>;
}

const project = dirname(dirname(import.meta.dirname));
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

/** `folder`: another copy of the project, whose engines the pages use. */
export async function startLiveTestServer({
  folder = project,
  openOwn,
}: {
  folder?: string | undefined;
  openOwn?: () => MediaSource;
} = {}): Promise<LiveTestServer> {
  const engines = join(folder, 'player-frame/engines');
  const gate = new FakeGate();
  const frozen = new Set<string>();
  const plane = createLivePlane({
    sources: (spec) =>
      openOwn && sceneOf(spec) === 'OWN'
        ? openOwn()
        : new FreezableSource(sourceOf(spec), () => frozen.has(sceneOf(spec))),
    directory: {
      find: async ({ deviceSerial, profile }) => ({ kind: 'demo', scene: deviceSerial, profile }),
      onChanged: () => () => undefined,
      onMissed: () => () => undefined,
    },
    clock: systemClock,
    logger: silentLogger,
    random: Math.random,
    // A frozen camera has to stay frozen: with the default limit the relay would close it after 4 s and reconnect.
    limits: { silentMs: 600_000, lingerMs: 2_000 },
  });
  const output = createLiveOutput({ plane, gate, clock: systemClock, logger: silentLogger });

  const files = new Map<string, { body: string | Uint8Array; type: string }>();
  // One self-contained file per worker, as in the product's build: a worker that imports modules starts later.
  await bundle(files, { worker: join(engines, 'webcodecs/worker.ts') });
  await bundle(files, { 'audio-worklet': join(engines, 'webcodecs/audio-worklet.ts') });
  await bundle(files, { recorder: join(folder, 'player-frame/recorder/worker.ts') });
  await bundle(files, { 'engine-page': join(folder, 'tests/kit/engine-page.ts') });

  let grants = 0;
  const liveSockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/live/')) {
      track(liveSockets, request.socket);
      output.handleLiveHttp(request, response);
    } else {
      serveFile(files, path, response);
    }
  });
  server.on('upgrade', (request, socket, head) => {
    track(liveSockets, request.socket);
    output.handleLiveUpgrade(request, socket, head);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    pageUrl: (options = {}) => `${origin}/${options.isolated ? 'isolated' : 'plain'}/engine-page.html`,
    async addPage(name, entry) {
      await bundle(files, { [name]: entry });
      return `${origin}/plain/${name}.html`;
    },
    target(camera) {
      grants += 1;
      const wanted = { deviceSerial: camera, channelNo: 1, profile: 'main', video: 'asSent' } as const;
      const ticket = gate.issue(wanted, `grant-${grants}`);
      return { url: `${origin}/live/${camera}/1/main.flv`, ticket };
    },
    freeze: (camera) => frozen.add(camera),
    thaw: (camera) => frozen.delete(camera),
    cut() {
      for (const socket of liveSockets) socket.resetAndDestroy();
    },
    get viewers() {
      return liveSockets.size;
    },
    revoke: () => gate.revoke(`grant-${grants}`),
    async close() {
      for (const socket of liveSockets) socket.destroy();
      await output.stop();
      plane.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A source whose units can be withheld from the relay; the source itself keeps running. */
class FreezableSource implements MediaSource {
  private needsKey = false;

  constructor(
    private readonly inner: MediaSource,
    private readonly isFrozen: () => boolean,
  ) {}

  start(sink: SourceSink): void {
    this.inner.start({
      tracks: (tracks) => sink.tracks(tracks),
      failed: (failure) => sink.failed(failure),
      unit: (unit) => {
        // Frames after a gap cannot be decoded before the next key frame.
        if (this.isFrozen()) this.needsKey = true;
        else if (unit.kind === 'video' && unit.isKey) this.needsKey = false;
        if (!this.needsKey) sink.unit(unit);
      },
    });
  }

  stop(): void {
    this.inner.stop();
  }
}

/** The key frames of another source, without its other units. */
class SlowSource implements MediaSource {
  constructor(private readonly inner: MediaSource) {}

  start(sink: SourceSink): void {
    this.inner.start({
      tracks: ({ video }) => sink.tracks({ video, audio: null }),
      failed: (failure) => sink.failed(failure),
      unit: (unit) => {
        if (unit.kind === 'video' && unit.isKey) sink.unit(unit);
      },
    });
  }

  stop(): void {
    this.inner.stop();
  }
}

/** A camera whose resolution changes every 3 s. */
class ChangingSource implements MediaSource {
  private readonly startedAt = performance.now();
  private running: ClipSource | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private turn = 0;

  constructor(private readonly all: readonly CodedClip[]) {}

  start(sink: SourceSink): void {
    this.running?.stop();
    const elapsedMs = performance.now() - this.startedAt;
    this.running = new ClipSource(this.all[this.turn % this.all.length]!, systemClock, elapsedMs);
    this.turn += 1;
    this.running.start(sink);
    this.timer = setTimeout(() => this.start(sink), 3_000);
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.running?.stop();
  }
}

const sceneOf = (spec: SourceSpec): string => (spec.kind === 'demo' ? spec.scene : '');

const clips = new Map<string, ReturnType<typeof makeClip>>();

/** ffmpeg makes each clip once. */
function clip(name: string, options: Parameters<typeof makeClip>[0]): ReturnType<typeof makeClip> {
  const made = clips.get(name) ?? makeClip(options);
  clips.set(name, made);
  return made;
}

/** Makes the clip before a viewer requests it: on a busy machine this takes longer than a player waits. */
export function prepareCamera(name: TestCamera): void {
  sourceNamed(name);
}

const sourceOf = (spec: SourceSpec): MediaSource => sourceNamed(sceneOf(spec));

function sourceNamed(name: string): MediaSource {
  if (name === 'G711') return new ClipSource(clip(name, { audio: 'pcma', toneHz: 440 }), systemClock);
  if (name === 'OPUS') return new ClipSource(clip(name, { audio: 'opus', toneHz: 440 }), systemClock);
  if (name === 'MUTE') return new ClipSource(clip(name, { audio: null }), systemClock);
  if (name === 'HEVC') return new ClipSource(clip(name, { video: 'h265' }), systemClock);
  const demo = createDemoSource({
    scene: 'harbour',
    profile: 'main',
    clock: systemClock,
    hasFrameCode: true,
  });
  if (name === 'SLOW') {
    const slow = clip(name, { audio: null, gopSeconds: 3, seconds: 6 });
    return new SlowSource(new ClipSource(slow, systemClock));
  }
  if (name === 'ONE_FPS') {
    const clipOptions = { audio: null, fps: 1, gopSeconds: 10, seconds: 20, kbps: 200 } as const;
    return new ClipSource(clip(name, clipOptions), systemClock);
  }
  if (name === 'FLASH_AAC' || name === 'FLASH_G711' || name === 'FLASH_OPUS') {
    const audio = ({ FLASH_AAC: 'aac', FLASH_G711: 'pcma', FLASH_OPUS: 'opus' } as const)[name];
    return new ClipSource(clip(name, { audio, hasFlashes: true, seconds: 8, kbps: 200 }), systemClock);
  }
  if (name === 'RESIZED') {
    const small = clip('RESIZED', { audio: null, size: '480x270' });
    return new ChangingSource([clip('MUTE', { audio: null }), small]);
  }
  return demo;
}

/** Adds a script of each entry, and a page that loads it. */
export async function bundle(
  files: Map<string, { body: string | Uint8Array; type: string }>,
  entries: Record<string, string>,
): Promise<void> {
  const result = await build({
    entryPoints: entries,
    outdir: '/out',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: ['chrome94', 'firefox114', 'safari15.4'], // as in the product's build
    chunkNames: 'chunk-[hash]',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  for (const { path, contents } of result.outputFiles) {
    files.set(path.slice('/out/'.length), { body: contents, type: 'text/javascript' });
  }
  for (const name of Object.keys(entries)) {
    const script = `<script type="module" src="${name}.js"></script>`;
    const style = '<style>body{margin:0}#stage{position:relative;width:640px;height:360px}</style>';
    const body = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${style}<div id="stage"></div>${script}`;
    files.set(`${name}.html`, { body, type: 'text/html; charset=utf-8' });
  }
}

/** `/plain/<file>` and `/isolated/<file>` are the same files without and with the isolation headers. */
export function serveFile(
  files: ReadonlyMap<string, { body: string | Uint8Array; type: string }>,
  path: string,
  response: ServerResponse,
): void {
  const [, folder, name = ''] = path.split('/');
  const file = files.get(name);
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  if (folder === 'isolated')
    for (const [key, value] of Object.entries(isolation)) response.setHeader(key, value);
  response.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' });
  response.end(file.body);
}

function track(sockets: Set<Socket>, socket: Socket): void {
  if (sockets.has(socket)) return;
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}
