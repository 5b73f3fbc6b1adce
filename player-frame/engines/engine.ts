import type { EpochMs, Ms } from '../../lib/kernel/units.ts';

/** What an engine is asked to play. The ticket goes in a header or in a first message, never in the URL. */
export interface LiveTarget {
  /** Absolute `http(s):` URL of the FLV stream; the WebSocket variant is the same path with `ws(s):`. */
  readonly url: string;
  readonly ticket: string;
}

/** Facts an engine reports. It reports only: whoever listens decides. */
export type EngineFact =
  /** What the stream carries, as soon as it is known. */
  | {
      type: 'tracks';
      video: { codec: string; width: number; height: number } | null;
      audio: { codec: string } | null;
    }
  /** The first picture is on the screen. */
  | { type: 'firstFrame'; at: Ms }
  /** The server told of the source: reconnecting to the camera, live again. */
  | { type: 'source'; state: 'live' | 'retrying'; code: string | null; retryInMs: Ms | null }
  /** No new picture for `forMs` although one was due. */
  | { type: 'stalled'; forMs: Ms }
  | { type: 'resumed' }
  /** Sound cannot be heard until the viewer clicks. */
  | { type: 'audioBlocked' }
  | { type: 'stats'; stats: EngineStats }
  /** The engine stopped by itself and holds no connection any more. */
  | { type: 'failed'; failure: EngineFailure };

export interface EngineFailure {
  readonly kind: 'network' | 'media' | 'denied' | 'other';
  /** Server code (`10002`, `20002`), media code (`media.unsupported`) or transport code (`network.closed`). */
  readonly code: string;
  readonly message: string;
}

/** What engines reject with. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(readonly failure: EngineFailure) {
    super(failure.message);
  }
}

export interface EngineStats {
  readonly framesShown: number;
  readonly framesDropped: number;
  readonly bytes: number;
  /** Camera wall time of the picture on the screen. */
  readonly wallMs: EpochMs | null;
  /** Frame made on the server's clock to frame shown, null until it can be told. */
  readonly latencyMs: Ms | null;
  /** Pictures shown in the last second or so. */
  readonly fps: number | null;
  /** What came over the network, over the last second or so. */
  readonly bitsPerSecond: number | null;
  /** From one key frame to the next, as the camera sends them now. */
  readonly keyFrameIntervalMs: Ms | null;
  /** How often pictures stopped although they were due. */
  readonly stalls: number | null;
  /** From `load` to the first picture on the screen. */
  readonly firstFrameMs: Ms | null;
  /** Received and not yet shown. */
  readonly bufferedMs: Ms | null;
}

/** What engines need from the page. Engines start muted and visible. */
export interface EngineDeps {
  readonly assets: {
    readonly webcodecsWorker: string;
    readonly audioWorklet: string;
    /** Without it nothing can be recorded. */
    readonly recorderWorker?: string | undefined;
  };
  /** How engines fetch their bytes. WebSockets (the default) do not count among the connections to a host. */
  readonly transport?: 'websocket' | 'http';
}

export interface MediaEngine {
  readonly can: {
    readonly snapshot: boolean;
    readonly record: boolean;
  };
  /** What only some engines can do, each present where it works: those of live streams have none of them. */
  readonly seekable?: Seekable;
  readonly rateable?: Rateable;
  readonly pausable?: Pausable;
  /** Connects and plays. Resolves on the first picture; rejects only when aborted. Failures are facts. */
  load(target: LiveTarget, signal: AbortSignal): Promise<void>;
  /**
   * Shows the server the ticket of a fresh token, so that the running stream outlives the old one. False: this
   * connection cannot say anything any more, and ends with the old token.
   */
  renew(ticket: string): boolean;
  setMuted(muted: boolean): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  /** Hidden tabs stop decoding pictures and go on with the newest key frame when they return. */
  setVisible(visible: boolean): void;
  /** Wall time of the picture on the screen: the camera's clock where it tells it, else its arrival. */
  currentTime(): EpochMs | null;
  /**
   * The picture on the screen at its own size, also one that stands still or is hidden. Rejects with an
   * `EngineError`: `media.noPicture` before the first one, `media.snapshot` when it cannot be made.
   */
  snapshot(options: SnapshotOptions): Promise<Blob>;
  /**
   * The picture on the screen, of engines whose canvas is drawn by a worker: such a canvas must not be read by the
   * page. Firefox reads it by waiting for the worker, and where that worker waits for the page (sockets do, when
   * they open and close) both stand still for 10 s, with everything else on the page. Null: there is none.
   * `destroy` right after it still answers, and leaves the canvas where it is until then.
   */
  copyFrame?(): Promise<ImageBitmap | null>;
  /**
   * Records what arrives, as it was encoded, into an MP4 file. Resolves when the recording runs; rejects with an
   * `EngineError`. Does not depend on the picture being decoded, so it goes on in a hidden tab.
   */
  record(options: RecordOptions): Promise<EngineRecording>;
  onFact(listener: (fact: EngineFact) => void): () => void;
  /** Safe to call twice. When it resolves, sockets, workers, decoders and audio contexts are gone. */
  destroy(): Promise<void>;
}

/** Of engines that play a span of time which is there already. */
export interface Seekable {
  /** Resolves when the frame at `to` is on the screen; rejects with an `EngineError` when it cannot be had. */
  seek(to: EpochMs): Promise<void>;
  /** What can be reached now, `end` exclusive; null while it is not known. */
  range(): { readonly start: EpochMs; readonly end: EpochMs } | null;
}

/** Of engines that play faster or slower than the camera recorded. */
export interface Rateable {
  /** Times normal speed, ascending, 1 among them. */
  readonly rates: readonly number[];
  /** One of `rates`; any other is ignored. Takes effect with the next frame and survives a seek. */
  setRate(rate: number): void;
}

/** Of engines that can hold a frame and go on behind it. Both are safe to call twice. */
export interface Pausable {
  pause(): void;
  /** Rejects with an `EngineError` when the stream cannot be continued. */
  resume(): Promise<void>;
}

/** A part of the picture, each number from 0 to 1. */
export interface FrameRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SnapshotOptions {
  readonly type: 'image/jpeg' | 'image/png';
  /** For JPEG, 0 to 1. */
  readonly quality?: number;
  /** Cut out at full resolution. */
  readonly region?: FrameRegion;
}

export interface RecordOptions {
  /** Without it a name is made of the time. */
  readonly fileName?: string;
  /**
   * Where the bytes go instead of the browser's own storage, for instance the stream of a file that the user has
   * chosen. It is closed at the end; `RecordingFile.blob` is empty then. Chunks are those of
   * `FileSystemWritableFileStream`.
   */
  readonly target?: WritableStream<RecordingChunk>;
  /**
   * Another address with a ticket of its own, for engines that record over a connection of their own (`flv`);
   * may be called again when that connection breaks. Tickets work once, so without it they cannot record.
   */
  readonly freshTarget?: () => Promise<LiveTarget>;
  /** Goes on with a recording that lost its engine; every other option is ignored. */
  readonly resume?: EngineRecording;
}

export interface RecordingChunk {
  readonly type: 'write';
  readonly position: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

export interface EngineRecording {
  /** Where the bytes go: storage of the browser, memory (bounded), or the target that was given. */
  readonly storage: 'disk' | 'memory' | 'target';
  /**
   * Ends the recording. The same file when called again, or when it had ended by itself. Rejects with an
   * `EngineError`: `record.empty` when not a single picture or sound came.
   */
  stop(): Promise<RecordingFile>;
  /** It ended by itself; called at once when that has happened already. `stop` gives the file. */
  onEnd(listener: (end: RecordingEnd) => void): () => void;
}

export interface RecordingEnd {
  readonly reason: /** The stream was away for longer than a recording waits. */
    | 'lost'
    /** Another resolution, codec or parameter set: one MP4 track cannot hold both. */
    | 'changed'
    /** The storage, or the memory set aside where there is none, is full. */
    | 'full'
    /** The file could not be written. */
    | 'failed';
}

export interface RecordingFile {
  /** MP4. Backed by a file where the browser allows that, so it costs no memory. */
  readonly blob: Blob;
  readonly durationMs: Ms;
  /** Pixels; 0 for sound alone. */
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
  readonly fileName: string;
  /** Gives the storage back; the blob cannot be read any more. Otherwise it is kept for a day. */
  discard(): Promise<void>;
}

/** What an engine draws into. The engine adds and removes its own element. */
export interface Stage {
  readonly element: HTMLElement;
}
