import type { LocalText } from '../translate.ts';

/** Texts of the console in both languages, so that neither can be missing. In ICU syntax: see `formatMessage`. */
export function defineTexts<const Texts extends Readonly<Record<string, LocalText>>>(texts: Texts): Texts {
  return texts;
}
