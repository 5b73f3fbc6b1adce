/**
 * Texts of the shell and of every list, by key. One file per area; a key starts with the name of its area. Areas that
 * only some pages need (single pages, the account) are loaded with those pages: `useTranslations`.
 */
import { formatMessage, type MessageParams } from '../format-message.ts';
import type { Locale } from '../translate.ts';
import { apiTexts } from './api.ts';
import { commonTexts } from './common.ts';
import { exceptionTexts } from './exception.ts';
import { resourceTexts } from './resource.ts';
import { shellTexts } from './shell.ts';

export const consoleTexts = {
  ...apiTexts,
  ...commonTexts,
  ...shellTexts,
  ...exceptionTexts,
  ...resourceTexts,
} as const;
export type ConsoleText = keyof typeof consoleTexts;

export function consoleText(locale: Locale, key: ConsoleText, params?: MessageParams): string {
  return formatMessage(locale, consoleTexts[key][locale], params);
}
