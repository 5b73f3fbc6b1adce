import type { PlainContainer } from '../../../lib/plain-stream/container.ts';
import type { MediaEngine, Stage } from '../engine.ts';
import type { PlainEngineKind } from '../engine-kinds.ts';
import { PlainEngine } from './plain-engine.ts';

/** An engine for streams of other servers. As the rows of the table of engines, but a row plays some streams only. */
interface PlainRow {
  readonly plays: readonly PlainContainer[];
  readonly missing: () => readonly (string | false)[];
  readonly hasAudio: () => boolean;
  readonly summary: () => string;
  /** Rejects when the library cannot be fetched. */
  readonly create: (stage: Stage) => Promise<MediaEngine>;
}

const hasAudio = () => true;
const noMediaSource = () => [
  !('MediaSource' in globalThis) && !('ManagedMediaSource' in globalThis) && 'the browser has no MediaSource',
];

/** In order of preference. */
export const plainEngines: Readonly<Record<PlainEngineKind, PlainRow>> = {
  mpegts: {
    plays: ['flv', 'mpegts'],
    missing: noMediaSource,
    hasAudio,
    summary: () => 'mpegts.js',
    async create(stage) {
      const { play } = await import('./play-with-mpegts.ts');
      return new PlainEngine(stage, play);
    },
  },
  hlsNative: {
    plays: ['hls'],
    missing: () => [
      document.createElement('video').canPlayType('application/vnd.apple.mpegurl') === '' &&
        'the browser has no HLS of its own',
    ],
    hasAudio,
    summary: () => 'HLS of the browser',
    async create(stage) {
      const { playNativeHls } = await import('../../../lib/plain-stream/play-hls.ts');
      return new PlainEngine(stage, (video, { url }, report) => playNativeHls(video, url, report));
    },
  },
  hlsLibrary: {
    plays: ['hls'],
    missing: noMediaSource,
    hasAudio,
    summary: () => 'hls.js',
    async create(stage) {
      const { play } = await import('./play-with-hls.ts');
      return new PlainEngine(stage, play);
    },
  },
};
