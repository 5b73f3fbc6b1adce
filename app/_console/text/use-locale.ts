'use client';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Locale, locales } from '../../../lib/i18n/translate.ts';
import { documentLanguage, language } from './language.ts';

export interface ServerLanguage {
  /** In which the server renders the page. */
  readonly locale: Locale;
  /** Languages that users may select, from the setting `site.locales`. */
  readonly offered: readonly Locale[];
}

export const ServerLanguageContext = createContext<ServerLanguage>({
  locale: documentLanguage,
  offered: locales,
});

/** Current language of this browser. */
export function useLocale(): Locale {
  const { locale } = useContext(ServerLanguageContext);
  return useSyncExternalStore(language.subscribe, language.get, () => locale);
}
