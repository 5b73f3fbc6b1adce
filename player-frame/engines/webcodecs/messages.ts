/**
 * What the frame and its decoding worker say to each other. Both directions only tell; the two answers there are,
 * to `picture` and to `stop`, need no numbers, so a table of types does what a call library would do, at no bytes.
 */
import type { Ms } from '../../../lib/kernel/units.ts';
import type { EngineFact, LiveTarget } from '../engine.ts';
import type { Transport } from '../live-connection.ts';

export type ToWorker =
  /** First, and once. */
  | { t: 'canvas'; canvas: OffscreenCanvas /** The frame's `performance.timeOrigin`. */; timeOrigin: number }
  | { t: 'load'; target: LiveTarget; transport: Transport }
  | { t: 'renew'; ticket: string }
  | { t: 'visible'; visible: boolean }
  /** Where decoded sound goes; null stops decoding it. */
  | { t: 'sound'; sink: AudioSink | null }
  /** What arrives is also sent through this port, as the recorder's feed; null ends that. */
  | { t: 'record'; port: MessagePort | null }
  /** A copy of what is on the canvas is wanted. Each is answered, also when `stop` comes right after. */
  | { t: 'picture' }
  | { t: 'stop' };

export type FromWorker =
  | { t: 'fact'; fact: EngineFact }
  /** A picture was drawn; `wallMs` is when the camera took it. */
  | { t: 'shown'; wallMs: number | null }
  /** Null: the browser made none. */
  | { t: 'picture'; picture: ImageBitmap | null }
  /** Connection and decoders are gone. */
  | { t: 'stopped' };

/** Samples go through the shared ring where the page is isolated, through the port otherwise. */
export type AudioSink = { ring: SharedArrayBuffer } | { port: MessagePort };

/** One decoded piece on its way to the audio thread, when there is no shared ring. */
export interface PcmMessage {
  readonly sampleRate: number;
  /** One array a channel, one or two, all of the same length. */
  readonly planes: readonly Float32Array[];
}

/** A server that accepts and then says nothing at all. Cameras that are asleep may need several seconds. */
export const silentAfterMs: Ms = 15_000;
