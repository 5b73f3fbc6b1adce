import { loadHelper } from './load-helper.ts';
import { type PlainOptions, PlainPlayer } from './plain-player.ts';

/** The part of mpegts.js used here. */
interface Flv {
  attachMediaElement(video: HTMLVideoElement): void;
  load(): void;
  unload(): void;
  destroy(): void;
  on(event: 'error', listener: (type: string, details: string) => void): void;
}
interface FlvModule {
  readonly default: { createPlayer(source: object, config: object): Flv; isSupported(): boolean };
}

/** Specification, section 9: buffering with an initial stash of 128, in a worker. */
const config = { enableStashBuffer: true, stashInitialSize: 128, enableWorker: true };

/** Plays a plain FLV address in a video element: `new EZUIKit.FLV('video-id', 'https://…/live.flv')`. */
export class FLV extends PlainPlayer {
  constructor(target: unknown, url: unknown, options: PlainOptions = {}) {
    super(target, url, options, async (video, address, onError) => {
      const { default: library } = await loadHelper<FlvModule>('flv.js', options.folder);
      if (!library.isSupported()) throw new Error('this browser has no Media Source');
      const source = { type: 'flv', isLive: true, url: address };
      let flv: Flv | null = null;
      // After an error mpegts.js keeps its buffered data: only a new player starts at the live edge.
      const load = () => {
        flv?.destroy();
        flv = makePlayer(library, source, video);
        flv.on('error', (type, details) => {
          const kind = type === 'NetworkError' ? 'network' : type === 'MediaError' ? 'media' : 'other';
          onError({ kind, message: String(details) });
        });
        flv.load();
      };
      return { load, recover: load, destroy: () => flv?.destroy() };
    });
  }
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
