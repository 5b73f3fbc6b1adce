'use client';
import { useLocale } from './use-locale.ts';
import { useLocalText, useText } from './use-text.ts';

/** Both kinds of texts: of the console by key (`say`), and of definitions (`local`). */
export function useTexts() {
  return { translate: useText(), local: useLocalText(), locale: useLocale() };
}
