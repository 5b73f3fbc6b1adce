/**
 * Messages between the frame and the worker that decodes recordings. Few have a response, each with the number of its
 * request, so typed messages suffice without a call library: they are as short, and nothing wraps the frames.
 */
import type { EpochMs } from '../../../lib/kernel/units.ts';
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
  /** Requests a copy of the canvas. */
  | { t: 'frame' }
  | { t: 'stop' };

export type FromRecordedWorker =
  | { t: 'event'; event: EngineEvent }
  /** A frame was drawn. */
  | { t: 'shown'; wallMs: EpochMs }
  /** Response to `seek` and `step`. */
  | { t: 'moved'; id: number; failure: EngineFailure | null }
  | { t: 'frame'; frame: ImageBitmap | null }
  | { t: 'stopped' };
