import * as z from 'zod/mini';
import { binary, integer, list, name } from './fields.ts';
import { limits } from './limits.ts';

/** A snapshot: JPEG or PNG at the size the camera sent, or its zoomed area. */
export const snapshotFile = z.object({ fileName: name, blob: binary, width: integer, height: integer });

/** A recording: MP4 with the samples as the camera encoded them. */
export const recordingFile = z.object({
  fileName: name,
  blob: binary,
  width: integer,
  height: integer,
  /** All files, if the format of the video changed meanwhile; `blob` is the first, `durationMs` the sum. */
  parts: z.optional(list(binary, limits.recordingParts)),
  durationMs: integer,
  hasAudio: z.boolean(),
});
