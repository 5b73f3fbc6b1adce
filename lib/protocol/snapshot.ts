import * as z from 'zod/mini';
import { address, integer, name, openWord, playbackRate, sentence } from './fields.ts';

/** State of the player. `reconnecting` keeps showing the last frame. */
export const playerPhase = openWord<
  'idle' | 'resolving' | 'loading' | 'playing' | 'reconnecting' | 'failed'
>();

/** The player's state for the host: sent with `welcome` and on every change. */
export const playerSnapshot = z.object({
  phase: playerPhase,
  /** The camera address without its verification code. Absent while there is none. */
  address: z.optional(address),
  muted: z.boolean(),
  /** Audio is enabled, but the browser requires a click in the frame. */
  audioBlocked: z.optional(z.boolean()),
  engine: z.optional(openWord<'webcodecs' | 'flv' | 'hls' | 'mpegts' | 'hlsNative' | 'hlsLibrary'>()),
  /** Why this engine was selected, for display. */
  engineReason: z.optional(sentence),
  /** Number of stream requests so far, including reconnections. */
  attempt: integer,
  /** Frame size in pixels. */
  width: z.optional(integer),
  height: z.optional(integer),
  /** Latency from camera to screen in ms, if known. */
  latencyMs: z.optional(integer),
  /** Why it is `reconnecting` or `failed`. */
  code: z.optional(name),
  message: z.optional(sentence),
  /** While `reconnecting`: ms until the next attempt. */
  retryInMs: z.optional(integer),
  fullScreen: z.optional(z.boolean()),
  /** Page-wide display is active. */
  webFullScreen: z.optional(z.boolean()),
  pictureInPicture: z.optional(z.boolean()),
  /** 0 to 100. */
  volume: z.optional(integer),
  quality: z.optional(openWord<'hd' | 'sd'>()),
  /** Scale of digital zoom; absent while disabled. */
  zoom: z.optional(integer),
  /** Of recordings only, like the following fields. */
  paused: z.optional(z.boolean()),
  rate: z.optional(playbackRate),
  /** Range of the address, epoch ms; `rangeEnd` is exclusive. */
  rangeBegin: z.optional(integer),
  rangeEnd: z.optional(integer),
  /** IANA name, or offset (`+05:30`), of the zone of the civil times of the camera. */
  timeZone: z.optional(name),
  /** The PTZ pad is shown. */
  ptz: z.optional(z.boolean()),
  recording: z.optional(z.boolean()),
  /** A talk is running. */
  talking: z.optional(z.boolean()),
  editing: z.optional(z.boolean()),
});
