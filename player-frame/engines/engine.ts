import type { Decryption } from '../../lib/kernel/decryption.ts';
import type { TimeRange } from '../../lib/kernel/time-range.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { PlainStream } from '../../lib/plain-stream/open-stream.ts';

/** The stream to play. The ticket is sent in a header or in the first message, never in the URL. */
export interface LiveTarget {
  /** Absolute `http(s):` URL of the FLV stream; the WebSocket variant is the same path with `ws(s):`. */
  readonly url: string;
  readonly ticket: string;
  /** Of an encrypted camera. */
  readonly decryption?: Decryption | undefined;
}

/** A stored range to play. The ticket can be used repeatedly until it expires. */
export interface RecordedTarget extends LiveTarget {
  /** Absolute `http(s):` URL of the HLS playlist of the range, without a secret. */
  readonly url: string;
  readonly range: TimeRange;
  /** Where to begin: the frame shown at this time. Null: with the first frame of the range. */
  readonly startAt: EpochMs | null;
}

/** A stream of another server: the connection that was opened when the address was resolved. */
export interface PlainTarget extends LiveTarget {
  /** Other servers get none. */
  readonly ticket: '';
  readonly plain: PlainStream;
}

export type MediaTarget = LiveTarget | RecordedTarget | PlainTarget;

/** `rangeEnd`: the range was played to its end. `noMoreSegments`: nothing is recorded in the rest of the range. */
export type RecordedEnd = 'rangeEnd' | 'noMoreSegments';

/** Events of an engine. Engines only report; the listener decides. */
export type EngineEvent =
  /** Tracks of the stream, as soon as they are known. */
  | {
      type: 'tracks';
      video: { codec: string; width: number; height: number } | null;
      /** `sampleRate` in Hz, if known. */
      audio: { codec: string; sampleRate?: number | undefined } | null;
    }
  /** The first frame is on the screen. */
  | { type: 'firstFrame'; at: Ms }
  /** Source status from the server: reconnecting to the camera, or live again. */
  | { type: 'source'; state: 'live' | 'retrying'; code: string | null; retryInMs: Ms | null }
  /** The camera's next key frame is awaited, for this long now; null: it has arrived. */
  | { type: 'awaitsKey'; waitedMs: Ms | null }
  /** No new frame for `forMs`, although one was expected. From `limitMs` on, the stream counts as interrupted. */
  | { type: 'stalled'; forMs: Ms; limitMs: Ms }
  | { type: 'resumed' }
  /**
   * Recordings, and files of other servers: the last frame is on the screen, and the engine waits. A seek continues,
   * reported as `resumed`.
   */
  | { type: 'ended'; reason: RecordedEnd }
  /** Recorded only: playback skipped a time without recordings. */
  | ({ type: 'gap' } & TimeRange)
  /** Recorded only: the camera does not support the requested rate, and playback continues at this one. */
  | { type: 'rate'; rate: number }
  /** Audio is blocked until the viewer clicks. */
  | { type: 'audioBlocked' }
  | { type: 'stats'; stats: EngineStats }
  /** The engine has stopped and closed its connections. */
  | { type: 'failed'; failure: EngineFailure };

export interface EngineFailure {
  readonly kind: 'network' | 'media' | 'denied' | 'other';
  /** Server code (`10002`, `20002`), media code (`media.unsupported`) or transport code (`network.closed`). */
  readonly code: string;
  readonly message: string;
}

/** Rejection of engine calls. */
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
  /** Camera wall time of the frame on the screen. */
  readonly wallMs: EpochMs | null;
  /** From the creation of the frame, by the server's clock, to display; null until it is known. */
  readonly latencyMs: Ms | null;
  /** By how much the newest data took longer from the server than the fastest; null until it is known. */
  readonly networkDelayMs: Ms | null;
  /** Frames shown per second, over about one second. */
  readonly fps: number | null;
  /** Bits received per second, over about one second. */
  readonly bitsPerSecond: number | null;
  /** Current interval between key frames. */
  readonly keyFrameIntervalMs: Ms | null;
  /** Number of stalls. */
  readonly stalls: number | null;
  /** From `load` to the first frame on the screen. */
  readonly firstFrameMs: Ms | null;
  /** Received but not yet shown. */
  readonly bufferedMs: Ms | null;
}

/** Dependencies of an engine. Engines start muted and visible. */
export interface EngineDeps {
  readonly assets: {
    readonly webcodecsWorker: string;
    /** Required by the WebCodecs engine of recordings. */
    readonly recordedWorker?: string | undefined;
    readonly audioWorklet: string;
    /** Required for recording. */
    readonly recorderWorker?: string | undefined;
  };
  /** Transport. WebSockets (the default) do not count towards the browser's connection limit per host. */
  readonly transport?: 'websocket' | 'http';
}

export interface MediaEngine {
  readonly can: {
    readonly snapshot: boolean;
    readonly record: boolean;
  };
  /** Optional capabilities, present if supported. Live engines have none of them. */
  readonly seekable?: Seekable;
  readonly rateable?: Rateable;
  readonly pausable?: Pausable;
  readonly steppable?: Steppable;
  /** Connects and plays. Resolves on the first frame; rejects only if aborted. Failures are events. */
  load(target: MediaTarget, signal: AbortSignal): Promise<void>;
  /**
   * Sends the ticket of a renewed token, so that the stream continues after the old token expires. False: the
   * connection cannot send it, and the stream will end with the old token.
   */
  renew(ticket: string): boolean;
  setMuted(muted: boolean): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  /** Hidden tabs stop decoding and continue with the newest key frame when shown again. */
  setVisible(visible: boolean): void;
  /** Wall time of the frame on the screen: the camera's clock if known, otherwise its arrival. */
  currentTime(): EpochMs | null;
  /**
   * Wall time that is played now, which runs on between frames, and while the decoder is late. Null: not known, for
   * example in a pause.
   */
  playedTime?(): EpochMs | null;
  /**
   * The frame on the screen at its own size, also if paused or hidden. Rejects with an `EngineError`:
   * `media.noFrame` before the first frame, `media.snapshot` if encoding fails.
   */
  snapshot(options: SnapshotOptions): Promise<Blob>;
  /**
   * A copy of the current frame, for engines whose canvas is drawn by a worker. The page must not read that canvas
   * itself: Firefox blocks until the worker responds, and if the worker waits for the page (when sockets open and
   * close), both block for 10 s. Null: no frame. If `destroy` follows immediately, the copy is still delivered, and
   * the canvas stays until then.
   */
  copyFrame?(): Promise<ImageBitmap | null>;
  /**
   * The element whose captured stream shows the video elsewhere, also while other elements cover it; null: none yet. A
   * different one after each connection of some engines.
   */
  element?(): HTMLCanvasElement | HTMLVideoElement | null;
  /** Draws the frame on the screen again, because a capture of a canvas begins with the next frame. */
  redraw?(): void;
  /**
   * Records the stream without re-encoding into an MP4 file. Resolves when the recording is running; rejects with an
   * `EngineError`. Independent of decoding, so it continues in a hidden tab.
   */
  record(options: RecordOptions): Promise<EngineRecording>;
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** Safe to call twice. Resolves when sockets, workers, decoders and audio contexts are closed. */
  destroy(): Promise<void>;
}

/** Engines that play one stream from its newest frame on. */
export interface LiveEngine extends MediaEngine {
  /** Closes the connection. The frame on the screen remains until `destroy`; there are no further events. */
  halt(): void;
}

/** Engines that play a stored time range. */
export interface Seekable {
  /** Resolves when the frame at `to` is on the screen; rejects with an `EngineError` if it is not available. */
  seek(to: EpochMs): Promise<void>;
  /** Seekable range; null while unknown. */
  range(): TimeRange | null;
}

/** Engines that support other playback rates. */
export interface Rateable {
  /** Supported rates in ascending order, including 1. */
  readonly rates: readonly number[];
  /** One of `rates`; others are ignored. Applies from the next frame and is kept when seeking. */
  setRate(rate: number): void;
  /** Multiplies the rate by 0.95 to 1.05 until the next call, to follow a clock. */
  trim?(factor: number): void;
}

/** Engines that show single frames of a paused recording. */
export interface Steppable {
  /**
   * Pauses, and moves by this number of frames, back if negative. Resolves when the frame is on the screen; rejects with
   * an `EngineError`: `step.none` at the ends of the range, where the frame stays.
   */
  step(frames: number): Promise<void>;
}

/** Engines that can pause. Both methods are safe to call twice. */
export interface Pausable {
  pause(): void;
  /** Rejects with an `EngineError` if the stream cannot be continued. */
  resume(): Promise<void>;
}

/** A region of the frame, with coordinates from 0 to 1. */
export interface FrameRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SnapshotOptions {
  readonly type: 'image/jpeg' | 'image/png';
  /** JPEG quality, 0 to 1. */
  readonly quality?: number;
  /** Region to crop, at full resolution. */
  readonly region?: FrameRegion;
}

export interface RecordOptions {
  /** Default: derived from the time. */
  readonly fileName?: string;
  /**
   * Output stream instead of the browser's storage, for example of a file selected by the user. It is closed at the
   * end, and `RecordingFile.blob` is empty. Chunks are those of `FileSystemWritableFileStream`.
   */
  readonly target?: WritableStream<RecordingChunk>;
  /**
   * The source is a recording: only what is shown counts, so pauses, seeks and interruptions take no time in the file.
   * Default: the file keeps real time.
   */
  readonly closesGaps?: boolean;
  /** Continues a recording whose engine ended; all other options are ignored. */
  readonly resume?: EngineRecording;
}

export interface RecordingChunk {
  readonly type: 'write';
  readonly position: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

export interface EngineRecording {
  /** Destination of the bytes: browser storage, memory (limited), or the given target. */
  readonly storage: 'disk' | 'memory' | 'target';
  /**
   * Ends the recording. Returns the same file if called again or if the recording has already ended. Rejects with an
   * `EngineError`: `record.empty` if nothing was received.
   */
  stop(): Promise<RecordingFile>;
  /** Called when the recording ends by itself, or immediately if it already has. `stop` returns the file. */
  onEnd(listener: (end: RecordingEnd) => void): () => void;
}

export interface RecordingEnd {
  readonly reason: /** The stream was interrupted for longer than a recording waits. */
    | 'lost'
    /** Resolution, codec or parameter sets changed, which one MP4 track cannot represent. */
    | 'changed'
    /** The storage, or the memory limit without storage, is reached. */
    | 'full'
    /** Writing the file failed. */
    | 'failed';
}

export interface RecordingFile {
  /** MP4. Backed by a file if the browser supports it, so that it uses no memory. */
  readonly blob: Blob;
  readonly durationMs: Ms;
  /** Pixels; 0 for audio only. */
  readonly width: number;
  readonly height: number;
  readonly hasAudio: boolean;
  readonly fileName: string;
  /** Frees the storage and invalidates the blob. Otherwise the file is kept for a day. */
  discard(): Promise<void>;
}

/** Container of an engine, which adds and removes its own element. */
export interface Stage {
  readonly element: HTMLElement;
}
