'use client';
import { apiDocsTexts } from '../../../../lib/i18n/console/api-docs.ts';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { useWords } from '../../session/use-words.ts';

const texts = { ...apiDocsTexts, ...commonTexts } as const;

export const useApiDocsText = () => useWords(texts);
