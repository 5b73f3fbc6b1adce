import type { EngineFailure } from '../engine.ts';
import { decodeFailed, networkClosed, unsupported } from '../failures.ts';
import type { Segment, TrackKind } from './segmenter.ts';

/** Played data is removed when there is this much of it, down to the second value, in seconds. */
const maxPlayedS = 12;
const minPlayedS = 6;
/** WebKit may hang in a seek at the start, so one without need is avoided. */
const ignoredGapS = 0.08;
/** After the buffer was full. */
const minPlayedWhenFullS = 1;

interface Track {
  readonly buffer: SourceBuffer;
  mimeType: string;
  readonly waiting: { data: Uint8Array; mimeType: string | null }[];
  isFull: boolean;
}

/** MIME type for Media Source; null if the browser cannot play the codec. Older versions of Safari know only `fLaC`. */
export function mimeTypeOf(kind: TrackKind, codec: string): string | null {
  const names = codec === 'flac' ? ['flac', 'fLaC'] : [codec];
  return (
    names.map((name) => `${kind}/mp4; codecs="${name}"`).find((type) => MediaSource.isTypeSupported(type)) ??
    null
  );
}

/** A Media Source with one buffer per track. Segments wait until the browser accepts them. */
export class SourceBuffers {
  private readonly source = new MediaSource();
  private readonly url: string;
  private readonly tracks = new Map<TrackKind, Track>();
  private readonly beforeOpen: (() => void)[] = [];
  private isClosed = false;

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly failed: (failure: EngineFailure) => void,
  ) {
    this.url = URL.createObjectURL(this.source);
    this.source.addEventListener('sourceopen', () => {
      URL.revokeObjectURL(this.url);
      for (const run of this.beforeOpen.splice(0)) run();
    });
    video.addEventListener('error', this.onError);
    video.src = this.url;
  }

  /** All tracks have to be added before the first segment. */
  add(types: ReadonlyMap<TrackKind, string>): void {
    this.whenOpen(() => {
      for (const [kind, mimeType] of types) {
        try {
          const buffer = this.source.addSourceBuffer(mimeType);
          const track: Track = { buffer, mimeType, waiting: [], isFull: false };
          buffer.addEventListener('updateend', () => this.onUpdateEnd(track));
          this.tracks.set(kind, track);
        } catch (error) {
          this.failed(unsupported(`${mimeType}: ${error}`));
        }
      }
    });
  }

  append({ kind, codec, data }: Segment): void {
    this.whenOpen(() => {
      const track = this.tracks.get(kind);
      if (!track) return;
      track.waiting.push({ data, mimeType: codec && mimeTypeOf(kind, codec) });
      this.next(track);
    });
  }

  close(): void {
    this.isClosed = true;
    this.video.removeEventListener('error', this.onError);
    this.tracks.clear();
    URL.revokeObjectURL(this.url);
    this.video.removeAttribute('src');
    this.video.load();
  }

  private whenOpen(run: () => void): void {
    if (this.isClosed) return;
    if (this.source.readyState === 'closed') this.beforeOpen.push(run);
    else run();
  }

  private readonly onError = (): void =>
    this.failed(decodeFailed(this.video.error?.message ?? 'decoding failed'));

  private onUpdateEnd(track: Track): void {
    if (this.isClosed) return;
    this.begin();
    this.next(track);
  }

  /** With reordered frames, or audio that starts later, there is nothing at time 0. Browsers ignore a small gap. */
  private begin(): void {
    const { video } = this;
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA || video.buffered.length === 0) return;
    const start = video.buffered.start(0);
    if (start - video.currentTime > ignoredGapS) video.currentTime = start;
  }

  private next(track: Track): void {
    const { buffer, waiting } = track;
    if (buffer.updating || waiting.length === 0 || this.source.readyState !== 'open' || this.video.error)
      return;
    if (this.removePlayed(track)) return;
    const { mimeType } = waiting[0]!;
    try {
      if (mimeType && mimeType !== track.mimeType) {
        buffer.changeType(mimeType);
        track.mimeType = mimeType;
      }
      const later = waiting.findIndex((segment, index) => index > 0 && segment.mimeType !== null);
      const now = later < 0 ? waiting : waiting.slice(0, later);
      buffer.appendBuffer(joined(now.map(({ data }) => data)));
      waiting.splice(0, now.length);
      track.isFull = false;
    } catch (error) {
      this.onAppendError(track, error);
    }
  }

  /** True if the buffer is busy with it. */
  private removePlayed({ buffer, isFull }: Track): boolean {
    const { currentTime } = this.video;
    if (buffer.buffered.length === 0) return false;
    const start = buffer.buffered.start(0);
    const keepS = isFull ? minPlayedWhenFullS : minPlayedS;
    if (currentTime - start <= (isFull ? keepS : maxPlayedS)) return false;
    buffer.remove(start, currentTime - keepS);
    return true;
  }

  private onAppendError(track: Track, error: unknown): void {
    const isQuota = error instanceof DOMException && error.name === 'QuotaExceededError';
    if (!isQuota) this.failed(decodeFailed(String(error)));
    else if (track.isFull) this.failed(networkClosed);
    else {
      track.isFull = true;
      this.next(track);
    }
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
