import * as z from 'zod/mini';
import { integer, name, openWord, sentence } from './fields.ts';

/** Where the error occurred: camera, server, player, or protocol between frame and host. */
const failureSource = openWord<'device' | 'service' | 'player' | 'protocol'>();

/** The shape of all errors between frame and host. Must not contain secrets. */
export const playerFailure = z.object({
  /** API: `10002`, `400035`, `media.unsupported`, `timeout` … Never changes meaning. */
  code: name,
  /** Message in the language of the player. */
  message: sentence,
  source: failureSource,
  /** A retry may succeed. */
  retryable: z.boolean(),
  detail: z.optional(
    z.object({
      /** What the server or the browser reported, if the message does not contain it. */
      description: z.optional(sentence),
      /** What the viewer can do about it. */
      solution: z.optional(sentence),
      /** The player retries automatically after this many ms. */
      retryInMs: z.optional(integer),
    }),
  ),
});
