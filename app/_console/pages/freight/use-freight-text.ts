'use client';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { freightTexts } from '../../../../lib/i18n/console/freight.ts';
import { useTranslations } from '../../text/use-translations.ts';

const texts = { ...commonTexts, ...freightTexts } as const;

export const useFreightText = () => useTranslations(texts);
