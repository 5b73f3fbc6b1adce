import * as z from 'zod/mini';
import { integer, list, name } from './fields.ts';
import { limits } from './limits.ts';

/** The only three messages that travel from window to window. Nothing in them is secret. */

/** Frame to parent: I am here. `n` names this document; the host answers it once. */
export const hello = z.object({
  oriel: z.literal('hello'),
  /** Protocol versions the frame speaks. */
  v: list(integer, limits.versions),
  n: name,
});

/** Host to frame: say hello (again). */
export const syn = z.object({ oriel: z.literal('syn') });

/** Host to frame, with one MessagePort: the version chosen, and the `n` of the hello it answers. */
export const port = z.object({ oriel: z.literal('port'), v: integer, n: name });
