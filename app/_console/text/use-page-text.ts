'use client';
import { commonTexts } from '../../../lib/i18n/console/common.ts';
import { pagesTexts } from '../../../lib/i18n/console/pages.ts';
import { resourceTexts } from '../../../lib/i18n/console/resource.ts';
import { useTranslations } from './use-translations.ts';

const texts = { ...commonTexts, ...resourceTexts, ...pagesTexts } as const;
export type PageText = keyof typeof texts;

/** Texts of the pages, which come with the first of them: a plain list needs none. */
export const usePageText = () => useTranslations(texts);
