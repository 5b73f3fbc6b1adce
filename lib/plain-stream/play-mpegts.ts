import { feedingLoader } from './feeding-loader.ts';
import type { MpegtsInfo, MpegtsLibrary, MpegtsPlayer } from './mpegts-library.ts';
import type { PlainStream } from './open-stream.ts';
import { decodeFailed, ended, faultOf, notStream, type PlainFault, unsupported } from './plain-fault.ts';
import { aheadS, keepPlaying, type PlainPlayback, type PlaybackReport } from './playback.ts';

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
  let hasAudio = true;
  /** From the beginning while they are kept; otherwise those that the player has not taken. */
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let isKept = true;
  let isOver = false;
  let receivedBytes = 0;
  /** One read at a time: a player that is replaced must not take a chunk along. */
  let pulling: Promise<void> | null = null;
  /** Of the player: what it takes next. That of a player before gets nothing more. */
  let cursor = { at: 0 };
  const listening = new AbortController();
  const { signal } = listening;

  library.LoggingControl.applyConfig({ enableAll: false });
  const unnamed = setTimeout(() => end(unsupported('no track that can be played')), namedWithinMs);
  const onTracks = () => {
    isKept = false;
    clearTimeout(unnamed);
  };
  video.addEventListener('loadedmetadata', onTracks, { signal });
  video.addEventListener('ended', () => end(stream.isLive ? ended : null), { signal });
  start();

  function start(): void {
    player?.destroy();
    const own = { at: 0 };
    cursor = own;
    const feed = { next: () => next(own), failed: (error: unknown) => end(faultOf(error)) };
    const config = {
      ...{ isLive: true, enableWorker: false, lazyLoad: false, liveSync: stream.isLive },
      customLoader: feedingLoader(feed),
    };
    const source = {
      ...{ type: stream.container, isLive: true, url: stream.url },
      ...(hasAudio ? {} : { hasAudio }),
    };
    player = library.createPlayer(source, config);
    player.on('media_info', (found) => {
      info = found;
    });
    player.on('error', (_type, details, what) => {
      if (own === cursor) onError(details, what);
    });
    player.on('loading_complete', () => {
      // The element may wait for a frame that will not come.
      if (stream.isLive) setTimeout(() => end(ended), showEndMs);
    });
    player.attachMediaElement(video);
    player.load();
  }

  async function next(own: { at: number }): Promise<Uint8Array<ArrayBuffer> | null> {
    for (;;) {
      if (own !== cursor) return new Promise<never>(() => {});
      if (!isKept) {
        chunks.splice(0, own.at);
        own.at = 0;
      }
      const chunk = chunks[own.at];
      if (chunk) {
        own.at += 1;
        return chunk;
      }
      if (isOver) return null;
      pulling ??= pull().finally(() => {
        pulling = null;
      });
      await pulling;
    }
  }

  async function pull(): Promise<void> {
    while (aheadS(video) > enoughS && !signal.aborted)
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    const chunk = await stream.read();
    if (!chunk) {
      isOver = true;
      return;
    }
    chunks.push(chunk);
    receivedBytes += chunk.length;
    if (receivedBytes > maxKeptBytes) isKept = false;
    report.received(chunk.length);
  }

  function onError(details: string, what: unknown): void {
    if (signal.aborted) return;
    const text = `${details}: ${textOf(what)}`;
    if (hasAudio && isKept && isAboutAudio(text)) {
      hasAudio = false;
      // The player that is replaced reports the same for each sample.
      cursor = { at: 0 };
      // Not within the library's call.
      queueMicrotask(() => signal.aborted || keepPlaying(video, start));
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
    chunks.length = 0;
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
