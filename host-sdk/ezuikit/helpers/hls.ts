import { loadHelper } from './load-helper.ts';
import { type PlainOptions, PlainPlayer } from './plain-player.ts';

/** The part of hls.js used here. */
interface Hls {
  loadSource(url: string): void;
  attachMedia(video: HTMLVideoElement): void;
  on(event: 'hlsError', listener: (event: string, data: HlsError) => void): void;
  startLoad(): void;
  recoverMediaError(): void;
  destroy(): void;
}
interface HlsError {
  readonly fatal: boolean;
  readonly type: string;
  readonly details: string;
}
interface HlsModule {
  readonly default: { new (config: object): Hls; isSupported(): boolean };
}

/** Plays a plain HLS address in a video element: `new EZUIKit.HLS('video-id', 'https://…/live.m3u8')`. */
export class HLS extends PlainPlayer {
  constructor(target: unknown, url: unknown, options: PlainOptions = {}) {
    super(target, url, options, async (video, address, onError) => {
      const { default: Library } = await loadHelper<HlsModule>('hls.js', options.folder);
      if (!Library.isSupported()) return nativeEngine(video, address, onError);
      const hls = new Library({ defaultAudioCodec: 'mp4a.40.2' });
      let isLoaded = false;
      hls.on('hlsError', (_event, { fatal, type, details }) => {
        const kind = type === 'networkError' ? 'network' : type === 'mediaError' ? 'media' : 'other';
        // startLoad reloads segments only; a playlist that failed to load must be requested again.
        if (/^manifest/i.test(details)) isLoaded = false;
        if (fatal) onError({ kind, message: details });
      });
      hls.attachMedia(video);
      return {
        load() {
          if (isLoaded) hls.startLoad();
          else hls.loadSource(address);
          isLoaded = true;
        },
        recover: () => hls.recoverMediaError(),
        destroy: () => hls.destroy(),
      };
    });
  }
}

/** iPhones play HLS natively and have no Media Source Extensions for hls.js. */
function nativeEngine(
  video: HTMLVideoElement,
  address: string,
  onError: (error: { kind: 'network' | 'media' | 'other'; message: string }) => void,
) {
  const listening = new AbortController();
  video.addEventListener(
    'error',
    () => {
      const { code = 0, message = '' } = video.error ?? {};
      onError({ kind: code === 2 ? 'network' : code === 3 ? 'media' : 'other', message });
    },
    { signal: listening.signal },
  );
  const load = () => {
    video.src = address;
  };
  return {
    load,
    recover: load,
    destroy() {
      listening.abort();
      video.removeAttribute('src');
      video.load();
    },
  };
}
