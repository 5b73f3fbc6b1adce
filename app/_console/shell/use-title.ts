'use client';
import type { LocalText } from '../../../lib/i18n/translate.ts';
import { useLocale } from '../text/use-locale.ts';

/** Titles of menus: the server's, already in one language, and our own in both. */
export function useTitle(): (title: string | LocalText) => string {
  const locale = useLocale();
  return (title) => (typeof title === 'string' ? title : title[locale]);
}
