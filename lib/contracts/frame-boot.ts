import { z } from 'zod';
import { parseTheme, type Theme } from './theme/theme.ts';

/**
 * What the frame's HTML tells its boot script, as JSON in `<script type="application/json" id="oriel-boot">`.
 * Nothing secret: anybody may load the page.
 */
export const frameBoot = z.object({
  /** The integrator's application key, from the frame's path. */
  app: z.string(),
  template: z.string(),
  /** Code of what is wrong with the page itself: the player shows it, and answers with it, instead of playing. */
  problem: z.string().optional(),
  /** What the template shows at first; a stored theme's page begins with that of `theme`. */
  theme: z.custom<Theme>((value) => parseTheme(value).ok),
  /** Exact origins that may speak to this frame; the same list stands in `frame-ancestors`. */
  origins: z.array(z.string()),
  /** Exact origins, beside our own, that a theme's pictures may come from; the policy lists the same. */
  imageOrigins: z.array(z.string()),
  /** Product version, shown in diagnosis. */
  version: z.string(),
  /** Absolute paths of scripts that are not reached by import: workers and worklets. */
  assets: z.object({
    webcodecsWorker: z.string(),
    audioWorklet: z.string(),
    mpegtsWorker: z.string().optional(),
    recorderWorker: z.string().optional(),
    styles: z.string(),
    /** Fetched with the controls; absent where `styles` has everything. */
    controlStyles: z.string().optional(),
  }),
});
export type FrameBoot = z.infer<typeof frameBoot>;
