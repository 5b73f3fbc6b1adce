import { feedingLoader } from './feeding-loader.ts';
import type { MpegtsInfo, MpegtsLibrary, MpegtsPlayer } from './mpegts-library.ts';
import type { PlainStream } from './open-stream.ts';
import { decodeFailed, ended, faultOf, notStream, type PlainFault, unsupported } from './plain-fault.ts';
import { aheadS, type PlainPlayback, type PlaybackReport } from './playback.ts';

/** A file is loaded no further ahead than this. */
const enoughS = 20;
const lookAgainMs = 250;
/** What arrives before the tracks are known is kept, to begin again without the audio. */
const maxKeptBytes = 4 * 1024 * 1024;
/** Streams name their tracks within this. Of a codec that the library does not know, it says nothing. */
const namedWithinMs = 10_000;
/** At the end of a live stream, what has arrived is shown first. */
const showEndMs = 3_000;

/** Plays FLV or MPEG-TS with mpegts.js, on the thread of the page: its worker would have to be a script of text. */
export function playMpegts(
  library: MpegtsLibrary,
  video: HTMLVideoElement,
  stream: PlainStream,
  report: PlaybackReport,
): PlainPlayback {
  let player: MpegtsPlayer | null = null;
  let info: MpegtsInfo = {};
  /** Chunks from the beginning; null once the tracks are known. */
  let kept: Uint8Array<ArrayBuffer>[] | null = [];
  let receivedBytes = 0;
  let hasAudio = true;
  /** Counts players: a loader of the one before gets nothing more. */
  let current = 0;
  const listening = new AbortController();
  const { signal } = listening;

  library.LoggingControl.applyConfig({ enableAll: false });
  const unnamed = setTimeout(() => end(unsupported('no track that can be played')), namedWithinMs);
  const onTracks = () => {
    kept = null;
    clearTimeout(unnamed);
  };
  video.addEventListener('loadedmetadata', onTracks, { signal });
  video.addEventListener('ended', () => end(stream.isLive ? ended : null), { signal });
  start();

  function start(): void {
    player?.destroy();
    const own = current;
    const replayed = [...(kept ?? [])];
    const feed = {
      next: () => (own === current ? next(replayed) : new Promise<never>(() => {})),
      failed: (error: unknown) => end(faultOf(error)),
    };
    const config = {
      ...{ isLive: true, enableWorker: false, lazyLoad: false, liveSync: stream.isLive },
      customLoader: feedingLoader(feed),
    };
    const source = {
      type: stream.container,
      isLive: true,
      url: stream.url,
      ...(hasAudio ? {} : { hasAudio }),
    };
    player = library.createPlayer(source, config);
    player.on('media_info', (found) => {
      info = found;
    });
    player.on('error', (_type, details, what) => {
      if (own === current) onError(details, what);
    });
    player.on('loading_complete', () => {
      // The element may wait for a frame that will not come.
      if (stream.isLive) setTimeout(() => end(ended), showEndMs);
    });
    player.attachMediaElement(video);
    player.load();
  }

  async function next(replayed: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer> | null> {
    const again = replayed.shift();
    if (again) return again;
    while (aheadS(video) > enoughS && !signal.aborted)
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    const chunk = await stream.read();
    if (!chunk) return null;
    receivedBytes += chunk.length;
    report.received(chunk.length);
    if (receivedBytes <= maxKeptBytes) kept?.push(chunk);
    return chunk;
  }

  function onError(details: string, what: unknown): void {
    if (signal.aborted) return;
    const text = `${details}: ${textOf(what)}`;
    if (hasAudio && kept && receivedBytes <= maxKeptBytes && isAboutAudio(text)) {
      hasAudio = false;
      current += 1;
      // Not within the library's call.
      queueMicrotask(() => signal.aborted || start());
      return;
    }
    end(faultOfError(details, text));
  }

  /** Null: a file was played to its end. */
  function end(fault: PlainFault | null): void {
    if (signal.aborted) return;
    if (!fault) {
      report.finished();
      return;
    }
    close();
    report.failed(fault);
  }

  function close(): void {
    if (signal.aborted) return;
    listening.abort();
    clearTimeout(unnamed);
    stream.close();
    player?.destroy();
    player = null;
    kept = null;
  }

  return {
    tracks: () => ({
      ...(info.videoCodec ? { video: info.videoCodec } : {}),
      ...(info.audioCodec && hasAudio ? { audio: info.audioCodec } : {}),
      ...(info.audioSampleRate && hasAudio ? { sampleRate: info.audioSampleRate } : {}),
    }),
    toLive() {
      const behindS = aheadS(video);
      if (stream.isLive && behindS > 0.5) video.currentTime += behindS - 0.1;
    },
    close,
  };
}

const isAboutAudio = (text: string): boolean => /^(?:CodecUnsupported|MediaMSEError).*audio/is.test(text);

function textOf(what: unknown): string {
  const { msg } = (what ?? {}) as { msg?: unknown };
  return String(msg ?? what);
}

/** Codes of mpegts.js. An error of Media Source before the first frame is a codec that it refuses. */
function faultOfError(details: string, text: string): PlainFault {
  if (details === 'FormatUnsupported') return notStream;
  if (details === 'CodecUnsupported' || /NotSupported|not supported|unsupported/i.test(text))
    return unsupported(text);
  return decodeFailed(text);
}
