import * as z from 'zod/mini';
import { integer, name } from './fields.ts';

/** Kinds of envelopes on the port. A kind nobody knows is ignored. */
export const kinds = { request: 0, result: 1, error: 2, event: 3, cancel: 4 } as const;

/**
 * `{k, i, t, d}`: every message on the port. `d` is not judged here, but by the schema of `k` and `t`.
 * A reply repeats both `i` and `t` of its request. Ids count up per sender; events have 0.
 */
export const envelope = z.object({
  k: integer,
  i: integer,
  t: name,
});
