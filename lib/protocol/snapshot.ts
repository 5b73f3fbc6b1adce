import * as z from 'zod/mini';
import { address, integer, name, openWord, sentence } from './fields.ts';

/** What the player does. `reconnecting` keeps the last picture on the screen. */
export const playerPhase = openWord<
  'idle' | 'resolving' | 'loading' | 'playing' | 'reconnecting' | 'failed'
>();

/** The player as its host may see it: sent with `welcome` and again on every change. */
export const playerSnapshot = z.object({
  phase: playerPhase,
  /** The camera address without its verification code. Absent while there is none. */
  address: z.optional(address),
  muted: z.boolean(),
  /** Sound is wanted, but the browser waits for a click in the frame. */
  audioBlocked: z.optional(z.boolean()),
  engine: z.optional(openWord<'webcodecs' | 'flv' | 'hls'>()),
  /** Why this engine and not another, for people. */
  engineReason: z.optional(sentence),
  /** How often a stream was asked for so far, each reconnection counted; waiting and stopping count nothing. */
  attempt: integer,
  /** Size of the picture in pixels. */
  width: z.optional(integer),
  height: z.optional(integer),
  /** Camera to screen, ms, where it can be told. */
  latencyMs: z.optional(integer),
  /** Why it is `reconnecting` or `failed`. */
  code: z.optional(name),
  message: z.optional(sentence),
  /** While `reconnecting`: ms until the next attempt. */
  retryInMs: z.optional(integer),
  fullScreen: z.optional(z.boolean()),
  /** The frame fills the page. */
  webFullScreen: z.optional(z.boolean()),
  /** 0 to 100. */
  volume: z.optional(integer),
  quality: z.optional(openWord<'hd' | 'sd'>()),
  /** Scale of electronic zoom; absent while it is off. */
  zoom: z.optional(integer),
  /** The pan-tilt pad is shown. */
  ptz: z.optional(z.boolean()),
  recording: z.optional(z.boolean()),
  editing: z.optional(z.boolean()),
});
