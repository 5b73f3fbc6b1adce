import {
  closed,
  decodeFailed,
  faultOfStatus,
  type PlainFault,
  unreachable,
  unsupported,
} from './plain-fault.ts';
import { keepPlaying, type PlainPlayback, type PlaybackReport } from './playback.ts';

/** The parts of hls.js that are used here. The page decides from where it is loaded. */
export interface HlsLibrary {
  new (config: object): Hls;
  isSupported(): boolean;
}

interface Hls {
  readonly levels: readonly {
    readonly videoCodec?: string | undefined;
    readonly audioCodec?: string | undefined;
  }[];
  readonly liveSyncPosition: number | null;
  attachMedia(video: HTMLVideoElement): void;
  loadSource(url: string): void;
  recoverMediaError(): void;
  destroy(): void;
  on(event: 'hlsError', listener: (event: string, error: HlsError) => void): void;
  on(
    event: 'hlsFragLoaded',
    listener: (event: string, data: { frag: { stats: { total: number } } }) => void,
  ): void;
}

interface HlsError {
  readonly fatal: boolean;
  readonly type: string;
  readonly details: string;
  readonly response?: { readonly code?: number };
}

/** Plays a playlist with hls.js. */
export function playHls(
  Library: HlsLibrary,
  video: HTMLVideoElement,
  url: string,
  report: PlaybackReport,
): PlainPlayback {
  // Workers of hls.js are scripts of text. Audio of streams that do not name it is usually AAC.
  const hls = new Library({ enableWorker: false, defaultAudioCodec: 'mp4a.40.2', backBufferLength: 30 });
  const { close, end, signal } = lifeOf(video, report, () => hls.destroy());
  let hasRecovered = false;
  hls.on('hlsFragLoaded', (_event, { frag }) => report.received(frag.stats.total));
  hls.on('hlsError', (_event, error) => {
    if (!error.fatal || signal.aborted) return;
    if (error.type === 'mediaError' && !hasRecovered && !isAboutCodec(error.details)) {
      hasRecovered = true;
      keepPlaying(video, () => hls.recoverMediaError());
    } else end(faultOfHls(error));
  });
  hls.attachMedia(video);
  hls.loadSource(url);
  return {
    tracks() {
      const [level] = hls.levels;
      return {
        ...(level?.videoCodec ? { video: level.videoCodec } : {}),
        ...(level?.audioCodec ? { audio: level.audioCodec } : {}),
      };
    },
    toLive() {
      if (hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition;
    },
    close,
  };
}

/** Plays a playlist with the HLS player of the browser. */
export function playNativeHls(video: HTMLVideoElement, url: string, report: PlaybackReport): PlainPlayback {
  const { close, end, signal } = lifeOf(video, report, () => {
    video.removeAttribute('src');
    video.load();
  });
  // Otherwise pictures of it cannot be read.
  video.crossOrigin = 'anonymous';
  video.addEventListener('error', () => end(faultOfElement(video.error)), { signal });
  video.src = url;
  return {
    tracks: () => ({}),
    toLive() {
      const { seekable } = video;
      if (video.duration === Number.POSITIVE_INFINITY && seekable.length > 0)
        video.currentTime = seekable.end(seekable.length - 1);
    },
    close,
  };
}

function lifeOf(video: HTMLVideoElement, report: PlaybackReport, release: () => void) {
  const listening = new AbortController();
  const { signal } = listening;
  video.addEventListener('ended', () => report.finished(), { signal });
  function close(): void {
    if (signal.aborted) return;
    listening.abort();
    release();
  }
  function end(fault: PlainFault): void {
    if (signal.aborted) return;
    close();
    report.failed(fault);
  }
  return { close, end, signal };
}

const isAboutCodec = (details: string): boolean => /codec/i.test(details);

function faultOfHls({ type, details, response }: HlsError): PlainFault {
  if (isAboutCodec(details) || /^key/i.test(type)) return unsupported(details);
  if (type !== 'networkError') return decodeFailed(details);
  const status = response?.code ?? 0;
  if (status >= 400) return faultOfStatus(status);
  return /^manifest/i.test(details) ? unreachable : closed;
}

/** The element says little; whether the playlist exists was found before. */
function faultOfElement(error: MediaError | null): PlainFault {
  const detail = error?.message ?? '';
  if (error?.code === 2) return closed;
  return error?.code === 4 ? unsupported(detail) : decodeFailed(detail);
}
