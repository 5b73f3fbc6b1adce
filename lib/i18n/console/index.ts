/**
 * Texts of the shell and of every list, by key. One file an area; a key starts with the area's name. Areas that not
 * every page needs (the rooms, the account) come with the pages that say them: `useTranslations`.
 */
import type { Locale } from '../translate.ts';
import { apiTexts } from './api.ts';
import { commonTexts } from './common.ts';
import { fillIn } from './define-texts.ts';
import { exceptionTexts } from './exception.ts';
import { noticeTexts } from './notice.ts';
import { resourceTexts } from './resource.ts';
import { sessionTexts } from './session.ts';
import { settingsTexts } from './settings.ts';
import { shellTexts } from './shell.ts';

export const consoleTexts = {
  ...apiTexts,
  ...commonTexts,
  ...shellTexts,
  ...exceptionTexts,
  ...noticeTexts,
  ...resourceTexts,
  ...sessionTexts,
  ...settingsTexts,
} as const;
export type ConsoleText = keyof typeof consoleTexts;

export function consoleText(
  locale: Locale,
  key: ConsoleText,
  params?: Readonly<Record<string, string | number>>,
): string {
  return fillIn(consoleTexts[key][locale], params);
}
