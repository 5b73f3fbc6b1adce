'use client';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { messagesTexts } from '../../../../lib/i18n/console/messages.ts';
import { useTranslations } from '../../text/use-translations.ts';

const texts = { ...commonTexts, ...messagesTexts } as const;

export const useMessageText = () => useTranslations(texts);
