import { z } from 'zod';
import type { Locale } from '../i18n/translate.ts';
import { parseTheme, type Theme } from './theme/theme.ts';

/**
 * Data from the player frame's HTML for its boot script, as JSON in `<script type="application/json" id="oriel-boot">`.
 * It contains no secrets: anybody can load the page.
 */
export const frameBoot = z.object({
  /** The integrator's application key, from the frame's path. */
  app: z.string(),
  template: z.string(),
  /** Code of a problem with the page itself: the player shows it and reports it instead of playing. */
  problem: z.string().optional(),
  /** The initial theme of the template; a stored theme's page starts with that of `theme`. */
  theme: z.custom<Theme>((value) => parseTheme(value).ok),
  /** Exact origins that may communicate with this frame; the same list is in `frame-ancestors`. */
  origins: z.array(z.string()),
  /** Exact origins, besides our own, for theme images; the CSP lists the same. */
  imageOrigins: z.array(z.string()),
  /** Exact origins of other servers whose streams may be played; the CSP lists the same. Absent: none. */
  streamOrigins: z.array(z.string()).optional(),
  /** Of the organisation of the application, for messages. Absent: the product's own. */
  brand: z.object({ color: z.string(), support: z.string() }).optional(),
  /** Product version, shown in the diagnostics. */
  version: z.string(),
  /** Absolute paths of scripts that are not imported: workers and worklets. */
  assets: z.object({
    webcodecsWorker: z.string(),
    recordedWorker: z.string().optional(),
    audioWorklet: z.string(),
    recorderWorker: z.string().optional(),
    voiceWorklet: z.string().optional(),
    styles: z.string(),
    /** Loaded with the controls; absent where `styles` contains everything. */
    controlStyles: z.string().optional(),
  }),
});
export type FrameBoot = z.infer<typeof frameBoot>;

/**
 * Data of the page that takes the place of the player, as JSON in `<script type="application/json"
 * id="oriel-refusal">`. A page of any origin may load it.
 */
export interface FrameRefusal {
  /** A code of the error catalogue. */
  readonly code: string;
  readonly language: Locale;
  readonly texts: Readonly<Record<Locale, { readonly message: string; readonly advice: string }>>;
}
