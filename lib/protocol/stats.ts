import * as z from 'zod/mini';
import { integer, name, openWord, sentence } from './fields.ts';

/** Current statistics of the stream. Unknown values are absent. */
export const playerStats = z.object({
  engine: z.optional(openWord<'webcodecs' | 'flv' | 'hls' | 'mpegts' | 'hlsNative' | 'hlsLibrary'>()),
  /** Why this engine was selected. */
  engineReason: z.optional(sentence),
  /** As in MIME types: `avc1.4d401f`, `mp4a.40.2`. */
  videoCodec: z.optional(name),
  audioCodec: z.optional(name),
  /** In Hz. */
  audioSampleRate: z.optional(integer),
  width: z.optional(integer),
  height: z.optional(integer),
  /** Frames shown in the last second. */
  fps: z.optional(integer),
  bitsPerSecond: z.optional(integer),
  /** Latency from camera to screen. */
  latencyMs: z.optional(integer),
  /** From the stream request to the first frame. */
  firstFrameMs: z.optional(integer),
  keyFrameIntervalMs: z.optional(integer),
  bufferedMs: z.optional(integer),
  /** Since this playback started. */
  framesShown: z.optional(integer),
  framesDropped: z.optional(integer),
  stalls: z.optional(integer),
  bytes: z.optional(integer),
  /** Of a recording: when the frame on the screen was captured, epoch ms. Read once a second. */
  recordedAt: z.optional(integer),
  /** Seeks in recordings without a frame. */
  seekFailures: z.optional(integer),
});
