'use client';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { reportTexts } from '../../../../lib/i18n/console/reports.ts';
import { useTranslations } from '../../text/use-translations.ts';

const texts = { ...commonTexts, ...reportTexts } as const;

export const useReportText = () => useTranslations(texts);
