import * as z from 'zod/mini';
import { binary, integer, name } from './fields.ts';

/** A snapshot: JPEG or PNG at the size the camera sent, or its zoomed area. */
export const snapshotFile = z.object({ fileName: name, blob: binary, width: integer, height: integer });

/** A recording: MP4 with the samples as the camera encoded them. */
export const recordingFile = z.object({
  fileName: name,
  blob: binary,
  durationMs: integer,
  width: integer,
  height: integer,
  hasAudio: z.boolean(),
});
