'use client';
import { useCallback } from 'react';
import { fillIn } from '../../../lib/i18n/console/define-texts.ts';
import type { LocalText } from '../../../lib/i18n/translate.ts';
import { useSettings } from '../settings/settings-store.ts';

/**
 * Texts of one area, in the language of this browser. Pages outside the console use this in place of `useText`,
 * which brings the texts of every page along.
 */
export function useTranslations<Texts extends Readonly<Record<string, LocalText>>>(texts: Texts) {
  const locale = useSettings().appLanguage;
  return useCallback(
    (key: keyof Texts & string, params?: Readonly<Record<string, string | number>>) =>
      fillIn((texts[key] as LocalText)[locale], params),
    [texts, locale],
  );
}
