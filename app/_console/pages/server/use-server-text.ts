'use client';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { serverTexts } from '../../../../lib/i18n/console/server.ts';
import { useTranslations } from '../../text/use-translations.ts';

const texts = { ...commonTexts, ...serverTexts } as const;

export const useServerText = () => useTranslations(texts);
