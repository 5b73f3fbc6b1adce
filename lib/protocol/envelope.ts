import * as z from 'zod/mini';
import { integer, name } from './fields.ts';

/**
 * `{k, i, t, d}`: every message on the port. `d` is validated by the schema of `k` and `t`, not here. A reply
 * repeats both `i` and `t` of its request. Ids increase per sender; events have 0.
 */
export const envelope = z.object({
  k: integer,
  i: integer,
  t: name,
});
