'use client';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { feedbackTexts } from '../../../../lib/i18n/console/feedback.ts';
import { useTranslations } from '../../text/use-translations.ts';

const texts = { ...commonTexts, ...feedbackTexts } as const;

export const useFeedbackText = () => useTranslations(texts);
