'use client';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { dashboardTexts } from '../../../../lib/i18n/console/dashboard.ts';
import { useTranslations } from '../../text/use-translations.ts';

const texts = { ...commonTexts, ...dashboardTexts } as const;

export const useDashboardText = () => useTranslations(texts);
