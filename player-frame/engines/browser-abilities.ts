/** What the choice of an engine depends on. */
export interface BrowserAbilities {
  readonly isSecureContext: boolean;
  readonly hasWorker: boolean;
  readonly hasOffscreenCanvas: boolean;
  readonly hasVideoDecoder: boolean;
  /** Answer of `VideoDecoder.isConfigSupported` for plain H.264. */
  readonly decodesH264: boolean;
  /** Without it the WebCodecs engine has no audio. */
  readonly hasAudioDecoder: boolean;
  readonly hasMediaSource: boolean;
  /** Answer of `MediaSource.isTypeSupported` for plain H.264. */
  readonly playsH264: boolean;
}

const plainH264 = 'avc1.42001f';

/** Takes a few milliseconds. Whether H.264 really works, only the first key frame shows. */
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
