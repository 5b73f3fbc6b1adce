import type { LiveEngineKind } from './create-engine.ts';

/** Browser capabilities that determine the engine, probed once. */
export interface BrowserAbilities {
  readonly isSecureContext: boolean;
  readonly hasWorker: boolean;
  readonly hasOffscreenCanvas: boolean;
  readonly hasVideoDecoder: boolean;
  /** Result of `VideoDecoder.isConfigSupported` for H.264. */
  readonly decodesH264: boolean;
  /** Without it the WebCodecs engine has no audio. */
  readonly hasAudioDecoder: boolean;
  readonly hasMediaSource: boolean;
  /** Result of `MediaSource.isTypeSupported` for H.264. */
  readonly playsH264: boolean;
}

export interface EngineCandidate {
  readonly kind: LiveEngineKind;
  readonly isUsable: boolean;
  /** One sentence for diagnostics. */
  readonly reason: string;
}

export interface EnginePick {
  /** Usable engines, best first. */
  readonly order: readonly LiveEngineKind[];
  readonly candidates: readonly EngineCandidate[];
}

const plainH264 = 'avc1.42001f';

/** Probes the browser in a few milliseconds. Actual H.264 support is confirmed by the first key frame. */
export async function probeBrowser(): Promise<BrowserAbilities> {
  const hasVideoDecoder = typeof VideoDecoder !== 'undefined';
  const answer = hasVideoDecoder
    ? await VideoDecoder.isConfigSupported({ codec: plainH264, optimizeForLatency: true }).catch(() => null)
    : null;
  const hasMediaSource = typeof MediaSource !== 'undefined';
  return {
    isSecureContext: globalThis.isSecureContext,
    hasWorker: typeof Worker !== 'undefined',
    hasOffscreenCanvas:
      typeof OffscreenCanvas !== 'undefined' && 'transferControlToOffscreen' in HTMLCanvasElement.prototype,
    hasVideoDecoder,
    decodesH264: answer?.supported === true,
    hasAudioDecoder: typeof AudioDecoder !== 'undefined',
    hasMediaSource,
    playsH264: hasMediaSource && MediaSource.isTypeSupported(`video/mp4; codecs="${plainH264}"`),
  };
}

/**
 * Prefers WebCodecs, which shows the first frame about 200 ms earlier, unless it would play without audio. `forced`
 * returns only that engine, even if it seems unusable, for diagnostics.
 */
export function pickEngine(abilities: BrowserAbilities, forced: LiveEngineKind | null = null): EnginePick {
  const best = [webCodecs(abilities), mediaSource(abilities)];
  const candidates = abilities.hasAudioDecoder ? best : best.reverse();
  if (forced) return { order: [forced], candidates: candidates.map((one) => asForced(one, forced)) };
  return { order: candidates.filter((one) => one.isUsable).map((one) => one.kind), candidates };
}

function webCodecs(abilities: BrowserAbilities): EngineCandidate {
  const missing = [
    !abilities.hasVideoDecoder &&
      (abilities.isSecureContext
        ? 'the browser has no VideoDecoder'
        : 'the page is not a secure context, so the browser hides VideoDecoder'),
    abilities.hasVideoDecoder && !abilities.decodesH264 && 'VideoDecoder refuses H.264',
    !abilities.hasOffscreenCanvas && 'the browser has no OffscreenCanvas',
    !abilities.hasWorker && 'the browser has no workers',
  ].filter((reason) => reason !== false);
  if (missing.length > 0) return { kind: 'webcodecs', isUsable: false, reason: missing.join('; ') };
  const reason = abilities.hasAudioDecoder
    ? 'decodes in a worker, lowest latency'
    : 'decodes in a worker, but without sound: the browser has no AudioDecoder';
  return { kind: 'webcodecs', isUsable: true, reason };
}

function mediaSource(abilities: BrowserAbilities): EngineCandidate {
  if (!abilities.hasMediaSource) {
    return { kind: 'flv', isUsable: false, reason: 'the browser has no MediaSource' };
  }
  if (!abilities.playsH264) return { kind: 'flv', isUsable: false, reason: 'MediaSource refuses H.264' };
  return { kind: 'flv', isUsable: true, reason: 'Media Source through mpegts.js, somewhat later than live' };
}

function asForced(candidate: EngineCandidate, forced: LiveEngineKind): EngineCandidate {
  const note = candidate.kind === forced ? 'forced' : `not used: ${forced} is forced`;
  return { ...candidate, isUsable: candidate.kind === forced, reason: `${note} (${candidate.reason})` };
}
