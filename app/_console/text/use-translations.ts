'use client';
import { useCallback } from 'react';
import { formatMessage, type MessageParams } from '../../../lib/i18n/format-message.ts';
import type { LocalText } from '../../../lib/i18n/translate.ts';
import { useLocale } from './use-locale.ts';

/**
 * Texts of one area in the current language. Pages outside the console use this instead of `useText`, which includes
 * the texts of all pages.
 */
export function useTranslations<Texts extends Readonly<Record<string, LocalText>>>(texts: Texts) {
  const locale = useLocale();
  return useCallback(
    (key: keyof Texts & string, params?: MessageParams) =>
      formatMessage(locale, (texts[key] as LocalText)[locale], params),
    [texts, locale],
  );
}
