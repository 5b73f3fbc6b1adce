'use client';
import { cachesTexts } from '../../../../lib/i18n/console/caches.ts';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { useTranslations } from '../../text/use-translations.ts';

const texts = { ...commonTexts, ...cachesTexts } as const;

export const useCachesText = () => useTranslations(texts);
