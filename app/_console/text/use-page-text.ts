'use client';
import { commonTexts } from '../../../lib/i18n/console/common.ts';
import { resourceTexts } from '../../../lib/i18n/console/resource.ts';
import { roomsTexts } from '../../../lib/i18n/console/rooms.ts';
import { useTranslations } from './use-translations.ts';

const texts = { ...commonTexts, ...resourceTexts, ...roomsTexts } as const;
export type PageText = keyof typeof texts;

/** Texts of the pages, which come with the first of them: a plain list needs none. */
export const usePageText = () => useTranslations(texts);
