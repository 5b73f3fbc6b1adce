'use client';
import { themeTexts } from '../../../../lib/i18n/console/themes.ts';
import { useTranslations } from '../../text/use-translations.ts';

export const useThemeText = () => useTranslations(themeTexts);
