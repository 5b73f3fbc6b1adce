'use client';
import { useEffect } from 'react';
import { sessionTexts } from '../../lib/i18n/console/session.ts';
import { useTranslations } from '../_console/text/use-translations.ts';
import { useBrand } from '../_console/ui/brand/use-brand.ts';

/** Keeps the title of the document in the selected language. */
export function usePageTitle(key: keyof typeof sessionTexts): void {
  const site = useBrand().name || 'Oriel';
  const title = useTranslations(sessionTexts)(key);
  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);
}
