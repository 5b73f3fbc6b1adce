'use client';
import { commonTexts } from '../../../lib/i18n/console/common.ts';
import { pagesTexts } from '../../../lib/i18n/console/pages.ts';
import { resourceTexts } from '../../../lib/i18n/console/resource.ts';
import { useTranslations } from './use-translations.ts';

const texts = { ...commonTexts, ...resourceTexts, ...pagesTexts } as const;
export type PageText = keyof typeof texts;

/** Texts of custom pages, loaded with the first of them: plain lists do not need them. */
export const usePageText = () => useTranslations(texts);
