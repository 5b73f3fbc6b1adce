/**
 * Messages between the frame and its decoding worker. Only `frame` and `stop` have a response, so typed messages
 * suffice without a call library.
 */
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import type { EngineEvent, LiveTarget } from '../engine.ts';
import type { Transport } from '../live-connection.ts';

export type ToWorker =
  /** First message, sent once. */
  | { t: 'canvas'; canvas: OffscreenCanvas /** The frame's `performance.timeOrigin`. */; timeOrigin: number }
  | { t: 'load'; target: LiveTarget; transport: Transport }
  | { t: 'renew'; ticket: string }
  | { t: 'visible'; visible: boolean }
  /** Destination of decoded audio; null stops decoding it. */
  | { t: 'audio'; sink: AudioSink | null }
  /** Also sends received samples to this port, as the recorder's feed; null ends that. */
  | { t: 'record'; port: MessagePort | null }
  /** Requests a copy of the canvas. Each request gets a response, even if `stop` follows immediately. */
  | { t: 'frame' }
  /** Draws the frame again, for a capture that begins now. */
  | { t: 'redraw' }
  /** Closes connection and decoders; the canvas keeps its frame. */
  | { t: 'halt' }
  | { t: 'stop' };

export type FromWorker =
  | { t: 'event'; event: EngineEvent }
  /** A frame was drawn; `wallMs` is its capture time. */
  | { t: 'shown'; wallMs: number | null }
  /** Null: the browser could not create a copy. */
  | { t: 'frame'; frame: ImageBitmap | null }
  /** Connection and decoders are closed. */
  | { t: 'stopped' };

/** Connects the worker with the audio thread. Samples use a shared ring buffer if the page is cross-origin isolated. */
export interface AudioSink {
  readonly ring: SharedArrayBuffer | null;
  readonly port: MessagePort;
}

/** From the worker to the audio thread. */
export type ToAudioThread = PcmMessage | AudioDelayMessage | AudioDiscardMessage;

/** Decoded samples for the audio thread, without a shared ring buffer. */
export interface PcmMessage {
  readonly sampleRate: number;
  /** Media time of the first sample. */
  readonly mediaMs: Ms;
  /** One array per channel (one or two), all of the same length. */
  readonly planes: readonly Float32Array[];
}

/** Video arrives this much after its audio is played: audio waits. */
export interface AudioDelayMessage {
  readonly lateMs: Ms;
}

/** What was sent before is not played. For samples without a shared ring buffer. */
export interface AudioDiscardMessage {
  readonly discard: true;
}

/** From the audio thread to the worker, some times per second while audio is playing. */
export interface AudioClockMessage {
  readonly mediaMs: Ms;
  /** When this media time is audible. */
  readonly audibleAt: EpochMs;
}

/** Timeout of a server that accepts the connection but sends nothing. Sleeping cameras may need several seconds. */
export const silentAfterMs: Ms = 15_000;
