'use client';
import { apiDocsTexts } from '../../../../lib/i18n/console/api-docs.ts';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { useTranslations } from '../../text/use-translations.ts';

const texts = { ...apiDocsTexts, ...commonTexts } as const;

export const useApiDocsText = () => useTranslations(texts);
