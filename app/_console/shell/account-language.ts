'use client';
import { useEffect } from 'react';
import { type Locale, locales } from '../../../lib/i18n/translate.ts';
import { api } from '../api/request.ts';
import { language } from '../text/language.ts';
import { useLocale } from '../text/use-locale.ts';
import { useSelectableLocales } from './selectable-locales.ts';

const path = '/preference/language';
/** Without the call, the choice still applies in this browser. */
const ignoreFailure = () => undefined;

/** Stores the language with the account and in this browser. */
export function chooseAccountLanguage(locale: Locale): void {
  language.set(locale);
  void api.put(path, { value: locale }, { quiet: true }).catch(ignoreFailure);
}

async function applyAccountLanguage(): Promise<void> {
  const chosen = language.takeChosen();
  if (chosen) return chooseAccountLanguage(chosen);
  const current = language.get();
  const stored = await api.get<unknown>(path, { quiet: true });
  const known = locales.find((locale) => locale === stored);
  // Unless another one was selected meanwhile.
  if (known && language.get() === current) language.set(known);
}

/**
 * The language of the account applies in every browser. A language selected on the sign-in page becomes that of the
 * account. A language that is no longer available gives way to Chinese.
 */
export function useAccountLanguage(): void {
  useEffect(() => void applyAccountLanguage().catch(ignoreFailure), []);
  const isAvailable = useSelectableLocales().includes(useLocale());
  useEffect(() => {
    if (!isAvailable) language.set('zh-CN');
  }, [isAvailable]);
}
