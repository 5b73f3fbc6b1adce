/** Every text of the console's pages, by key. One file an area; a key starts with the area's name. */
import type { Locale } from '../translate.ts';
import { accountTexts } from './account.ts';
import { apiTexts } from './api.ts';
import { apiDocsTexts } from './api-docs.ts';
import { commonTexts } from './common.ts';
import { dashboardTexts } from './dashboard.ts';
import { fillIn } from './define-texts.ts';
import { exceptionTexts } from './exception.ts';
import { noticeTexts } from './notice.ts';
import { resourceTexts } from './resource.ts';
import { roomsTexts } from './rooms.ts';
import { sessionTexts } from './session.ts';
import { settingsTexts } from './settings.ts';
import { shellTexts } from './shell.ts';

export const consoleTexts = {
  ...accountTexts,
  ...apiTexts,
  ...apiDocsTexts,
  ...commonTexts,
  ...dashboardTexts,
  ...shellTexts,
  ...exceptionTexts,
  ...noticeTexts,
  ...resourceTexts,
  ...roomsTexts,
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
