'use client';
import { useCallback } from 'react';
import { type ConsoleText, consoleText } from '../../../lib/i18n/console/index.ts';
import type { LocalText } from '../../../lib/i18n/translate.ts';
import { useLocale } from './use-locale.ts';

export type Translate = (key: ConsoleText, params?: Readonly<Record<string, string | number>>) => string;

/** Texts of the console in the current language. */
export function useText(): Translate {
  const locale = useLocale();
  return useCallback<Translate>((key, params) => consoleText(locale, key, params), [locale]);
}

/** Texts of definitions in the current language. */
export function useLocalText(): (text: LocalText) => string {
  const locale = useLocale();
  return useCallback((text: LocalText) => text[locale], [locale]);
}
