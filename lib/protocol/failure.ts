import * as z from 'zod/mini';
import { integer, name, openWord, sentence } from './fields.ts';

/** Who is to blame: the camera, our server, the player in the frame, or the talk between frame and host. */
const failureSource = openWord<'device' | 'service' | 'player' | 'protocol'>();

/** The one shape of every error that crosses the border. Nothing in it may be secret. */
export const playerFailure = z.object({
  /** API: `10002`, `400035`, `media.unsupported`, `timeout` … Never changes meaning. */
  code: name,
  /** For people, in the language of the player. */
  message: sentence,
  source: failureSource,
  /** Trying the same again may work. */
  retryable: z.boolean(),
  detail: z.optional(
    z.object({
      /** From the built-in error table. */
      description: z.optional(sentence),
      /** What the viewer can do about it. */
      solution: z.optional(sentence),
      /** The player tries again by itself after this many ms. */
      retryInMs: z.optional(integer),
    }),
  ),
});
