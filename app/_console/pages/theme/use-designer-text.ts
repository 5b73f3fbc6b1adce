'use client';
import { designerTexts } from '../../../../lib/i18n/console/themes.ts';
import { useTranslations } from '../../text/use-translations.ts';

export const useDesignerText = () => useTranslations(designerTexts);
export type DesignerText = ReturnType<typeof useDesignerText>;
