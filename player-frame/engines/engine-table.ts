import type { BrowserAbilities } from './browser-abilities.ts';
import type { EngineDeps, LiveEngine, MediaEngine, Stage } from './engine.ts';
import type { EngineKind, RecordedEngineKind } from './engine-kinds.ts';
import { WebCodecsEngine } from './webcodecs/webcodecs-engine.ts';

export interface EngineRow<Engine extends MediaEngine = MediaEngine> {
  /** What this browser lacks, as sentences for diagnosis; false where nothing is missing. */
  readonly missing: (browser: BrowserAbilities) => readonly (string | false)[];
  readonly hasAudio: (browser: BrowserAbilities) => boolean;
  /** How it plays in this browser, as a sentence for diagnosis. */
  readonly summary: (browser: BrowserAbilities) => string;
  /** Rejects when the script of the engine cannot be fetched. */
  readonly create: (stage: Stage, deps: EngineDeps) => Promise<Engine>;
}

/** Only the engine that is preferred is part of the boot script; the others are fetched when they are needed. */
export const engines: Readonly<Record<EngineKind, EngineRow<LiveEngine>>> = {
  webcodecs: {
    missing: (browser) => [
      !browser.hasVideoDecoder &&
        (browser.isSecureContext
          ? 'the browser has no VideoDecoder'
          : 'the page is not a secure context, so the browser hides VideoDecoder'),
      browser.hasVideoDecoder && !browser.decodesH264 && 'VideoDecoder refuses H.264',
      !browser.hasOffscreenCanvas && 'the browser has no OffscreenCanvas',
      !browser.hasWorker && 'the browser has no workers',
    ],
    hasAudio: (browser) => browser.hasAudioDecoder,
    summary: (browser) =>
      browser.hasAudioDecoder
        ? 'decodes in a worker, lowest latency'
        : 'decodes in a worker, but without sound: the browser has no AudioDecoder',
    create: async (stage, deps) => new WebCodecsEngine(stage, deps),
  },
  flv: {
    missing: (browser) => [
      !browser.hasMediaSource && 'the browser has no MediaSource',
      browser.hasMediaSource && !browser.playsH264 && 'MediaSource refuses H.264',
    ],
    hasAudio: () => true,
    summary: () => 'Media Source, somewhat later than live',
    create: async (stage, deps) => {
      const { FlvEngine } = await import('./media-source/flv-engine.ts');
      return new FlvEngine(stage, deps);
    },
  },
};

/** The engines of recordings. Each is fetched when a recording is played. */
export const recordedEngines: Readonly<Record<RecordedEngineKind, EngineRow>> = {
  recorded: {
    missing: engines.webcodecs.missing,
    hasAudio: (browser) => browser.hasAudioDecoder,
    summary: () => 'decodes in a worker, shows exactly the frame of a time',
    create: async (stage, deps) => {
      const { RecordedWebCodecsEngine } = await import('./recorded-webcodecs/recorded-webcodecs-engine.ts');
      return new RecordedWebCodecsEngine(stage, deps);
    },
  },
  hls: {
    missing: (browser) => [
      !browser.hasMediaSource && 'the browser has no MediaSource',
      browser.hasMediaSource && !browser.playsH264 && 'MediaSource refuses H.264',
    ],
    hasAudio: () => true,
    summary: () => 'Media Source, seeks by segments',
    create: async (stage, deps) => {
      const { HlsEngine } = await import('./hls/hls-engine.ts');
      return new HlsEngine(stage, deps);
    },
  },
};
