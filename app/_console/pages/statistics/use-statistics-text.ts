'use client';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { statisticsTexts } from '../../../../lib/i18n/console/statistics.ts';
import { useTranslations } from '../../text/use-translations.ts';

const texts = { ...commonTexts, ...statisticsTexts } as const;

export const useStatisticsText = () => useTranslations(texts);
