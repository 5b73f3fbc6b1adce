import type { LocalText } from '../translate.ts';

/** Texts of the console; the type requires both languages. In ICU syntax: see `formatMessage`. */
export function defineTexts<const Texts extends Readonly<Record<string, LocalText>>>(texts: Texts): Texts {
  return texts;
}
