import * as z from 'zod/mini';
import { binary, integer, list, name } from './fields.ts';
import { limits } from './limits.ts';

/** A snapshot: JPEG or PNG at the size the camera sent, or its zoomed area. */
export const snapshotFile = z.object({ fileName: name, blob: binary, width: integer, height: integer });

/** A stored range as MP4 files, several if the format of the video changed within it. */
export const exportedFiles = z.object({
  files: list(
    z.object({
      fileName: name,
      blob: binary,
      bytes: integer,
      /** When the first and the last frame were recorded, epoch ms: the range in whole GOPs. */
      firstFrame: integer,
      lastFrame: integer,
    }),
    limits.recordingParts,
  ),
  /** JSON with the SHA-256 of the files, if requested. */
  manifest: z.optional(z.object({ fileName: name, blob: binary })),
});

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
