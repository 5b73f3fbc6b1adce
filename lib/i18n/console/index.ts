/** Every text of the console's pages, by key. One file an area; a key starts with the area's name. */
import type { Locale } from '../translate.ts';
import { apiDocsTexts } from './api-docs.ts';
import { commonTexts } from './common.ts';
import { dashboardTexts } from './dashboard.ts';
import { fillIn } from './define-texts.ts';
import { resourceTexts } from './resource.ts';
import { roomsTexts } from './rooms.ts';
import { settingsTexts } from './settings.ts';
import { shellTexts } from './shell.ts';

export const consoleTexts = {
  ...apiDocsTexts,
  ...commonTexts,
  ...dashboardTexts,
  ...shellTexts,
  ...resourceTexts,
  ...roomsTexts,
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
