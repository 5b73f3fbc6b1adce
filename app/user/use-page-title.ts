'use client';
import { useEffect } from 'react';
import { sessionTexts } from '../../lib/i18n/console/session.ts';
import { useTranslations } from '../_console/text/use-translations.ts';

/** Keeps the title of the document in the selected language. */
export function usePageTitle(key: keyof typeof sessionTexts): void {
  const title = useTranslations(sessionTexts)(key);
  useEffect(() => {
    document.title = `${title} · Oriel`;
  }, [title]);
}
