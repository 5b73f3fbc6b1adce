import { openStream } from '../../../lib/plain-stream/open-stream.ts';
import { loadHelper } from './load-helper.ts';
import { type PlainError, type PlainOptions, PlainPlayer } from './plain-player.ts';

/** The part of mpegts.js used here. */
interface Flv {
  attachMediaElement(video: HTMLVideoElement): void;
  load(): void;
  unload(): void;
  destroy(): void;
  on(event: 'error', listener: (type: string, details: string) => void): void;
  on(event: 'loading_complete', listener: () => void): void;
}
interface FlvModule {
  readonly default: { createPlayer(source: object, config: object): Flv; isSupported(): boolean };
}

/** Specification, section 9: buffering with an initial stash of 128, in a worker. */
const config = { enableStashBuffer: true, stashInitialSize: 128, enableWorker: true };

/** A stream whose picture stands still for so long is connected again. */
const stalledMs = 10_000;
/** A file is loaded long before its end is shown; the end of a live stream is shown at once. */
const liveAfterSeconds = 5;
const liveEdgeSeconds = 2;
const probeMs = 5_000;

/** Plays a plain FLV or MPEG-TS address in a video element: `new EZUIKit.FLV('video-id', 'https://…/live.flv')`. */
export class FLV extends PlainPlayer {
  constructor(target: unknown, url: unknown, options: PlainOptions = {}) {
    super(target, url, options, async (video, address, onError) => {
      const [{ default: library }, type] = await Promise.all([
        loadHelper<FlvModule>('flv.js', options.folder),
        containerOf(address),
      ]);
      if (!library.isSupported()) throw new Error('this browser has no Media Source');
      const source = { type, isLive: true, url: address };
      let flv: Flv | null = null;
      const stopWatching = onStall(video, () =>
        onError({ kind: 'network', message: `no new frame for ${stalledMs / 1_000} s` }),
      );
      // After an error mpegts.js keeps its buffered data: only a new player starts at the live edge.
      const load = () => {
        flv?.destroy();
        flv = makePlayer(library, source, video);
        flv.on('error', (kind, details) =>
          onError({ kind: kinds[kind] ?? 'other', message: String(details) }),
        );
        flv.on('loading_complete', () => {
          if (isAtLiveEdge(video)) onError({ kind: 'network', message: 'the server has ended the stream' });
        });
        flv.load();
      };
      const destroy = () => {
        stopWatching();
        flv?.destroy();
      };
      return { load, recover: load, destroy };
    });
  }
}

const kinds: Readonly<Record<string, PlainError['kind']>> = { NetworkError: 'network', MediaError: 'media' };

/** By the extension; of other addresses by their first bytes. FLV if nothing is known. */
async function containerOf(address: string): Promise<'flv' | 'mpegts'> {
  const [, extension = ''] = /\.(\w+)$/.exec(new URL(address, location.href).pathname) ?? [];
  if (/^(?:ts|m2ts|mts)$/i.test(extension)) return 'mpegts';
  if (/^flv$/i.test(extension)) return 'flv';
  const opened = await openStream(address, AbortSignal.timeout(probeMs));
  if (!opened.ok) return 'flv'; // mpegts.js reports why it cannot be fetched.
  opened.value.close();
  return opened.value.container === 'mpegts' ? 'mpegts' : 'flv';
}

/** Calls `run` each time the element should play, but has shown nothing new. Returns a function that ends it. */
function onStall(video: HTMLVideoElement, run: () => void): () => void {
  let [shown, since] = [video.currentTime, performance.now()];
  const timer = setInterval(() => {
    const isWaiting = !video.paused && !document.hidden && video.currentTime === shown;
    if (isWaiting && performance.now() - since < stalledMs) return;
    [shown, since] = [video.currentTime, performance.now()];
    if (isWaiting) run();
  }, 1_000);
  return () => clearInterval(timer);
}

function isAtLiveEdge({ currentTime, buffered }: HTMLVideoElement): boolean {
  const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
  return currentTime > liveAfterSeconds && end - currentTime < liveEdgeSeconds;
}

/** Falls back to the main thread if the page's CSP forbids blob workers. */
function makePlayer(library: FlvModule['default'], source: object, video: HTMLVideoElement): Flv {
  const make = (settings: object) => {
    const flv = library.createPlayer(source, settings);
    flv.attachMediaElement(video);
    return flv;
  };
  try {
    return make(config);
  } catch {
    return make({ ...config, enableWorker: false });
  }
}
