/**
 * Messages between the frame and the worker that decodes recordings. Few have a response, each with the number of its
 * request, so typed messages suffice without a call library: they are as short, and nothing wraps the frames.
 */
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import type { EngineEvent, EngineFailure, RecordedTarget } from '../engine.ts';
import type { AudioSink } from '../webcodecs/messages.ts';

export type ToRecordedWorker =
  /** First message, sent once. */
  | { t: 'canvas'; canvas: OffscreenCanvas /** The frame's `performance.timeOrigin`. */; timeOrigin: number }
  | { t: 'load'; target: RecordedTarget }
  | { t: 'renew'; ticket: string }
  | { t: 'seek'; id: number; to: EpochMs }
  | { t: 'step'; id: number; frames: number }
  | { t: 'rate'; rate: number }
  | { t: 'trim'; factor: number }
  | { t: 'pause' }
  | { t: 'resume' }
  | { t: 'visible'; visible: boolean }
  /** Destination of decoded audio; null stops decoding it. */
  | { t: 'audio'; sink: AudioSink | null }
  /** Also sends what is shown to this port, for a recorder; null ends that. */
  | { t: 'record'; port: MessagePort | null }
  /** Requests a copy of the canvas. */
  | { t: 'frame' }
  /** Draws the frame again, for a capture that begins now. */
  | { t: 'redraw' }
  | { t: 'stop' };

export type FromRecordedWorker =
  | { t: 'event'; event: EngineEvent }
  /** A frame was drawn. */
  | { t: 'shown'; wallMs: EpochMs }
  /** Time runs: `wallMs` at `at` of the frame's `performance.now()`, and `rate` times as fast. */
  | { t: 'played'; wallMs: EpochMs; at: Ms; rate: number }
  /** Response to `seek` and `step`. */
  | { t: 'moved'; id: number; failure: EngineFailure | null }
  | { t: 'frame'; frame: ImageBitmap | null }
  | { t: 'stopped' };
