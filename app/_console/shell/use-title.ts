'use client';
import type { LocalText } from '../../../lib/i18n/translate.ts';
import { useLocale } from '../text/use-locale.ts';

/** Title as text: the server's is already localized, built-in ones have both languages. */
export function useTitle(): (title: string | LocalText) => string {
  const locale = useLocale();
  return (title) => (typeof title === 'string' ? title : title[locale]);
}
