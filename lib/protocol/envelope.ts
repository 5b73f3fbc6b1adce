import * as z from 'zod/mini';
import { integer, name } from './fields.ts';

/**
 * `{k, i, t, d}`: every message on the port. `d` is not judged here, but by the schema of `k` and `t`.
 * A reply repeats both `i` and `t` of its request. Ids count up per sender; events have 0.
 */
export const envelope = z.object({
  k: integer,
  i: integer,
  t: name,
});
