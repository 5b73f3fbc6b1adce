import type { LocalText } from '../translate.ts';

/** Texts of the console, both languages side by side, so that neither can lack one. `{name}` is filled in. */
export function defineTexts<const Texts extends Readonly<Record<string, LocalText>>>(texts: Texts): Texts {
  return texts;
}

export function fillIn(text: string, params: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (written, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : written,
  );
}
