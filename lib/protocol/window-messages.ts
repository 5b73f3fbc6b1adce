import * as z from 'zod/mini';
import { integer, list, name } from './fields.ts';
import { limits } from './limits.ts';

/** The only three messages sent from window to window. They contain no secrets. */

/** Frame to parent: announces the frame. `n` identifies this document; the host answers it once. */
export const hello = z.object({
  oriel: z.literal('hello'),
  /** Protocol versions of the frame. */
  v: list(integer, limits.versions),
  n: name,
});

/** Host to frame: send `hello` (again). */
export const syn = z.object({ oriel: z.literal('syn') });

/** Host to frame, with one MessagePort: the selected version, and the `n` of the answered hello. */
export const port = z.object({ oriel: z.literal('port'), v: integer, n: name });
