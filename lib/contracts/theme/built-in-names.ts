import type { LocalText } from '../../i18n/translate.ts';
import { type BuiltInThemeId, builtInThemes } from './built-in-themes.ts';

const english: Readonly<Record<BuiltInThemeId, string>> = {
  pcLive: 'PC live, everything',
  security: 'PC live, security',
  voice: 'PC live, talking',
  simple: 'PC live, plain',
  pcRec: 'PC playback, everything',
  mobileLive: 'Mobile live, everything',
  mobileRec: 'Mobile playback, everything',
};

/** Names of the built-in themes; their records have the Chinese one. */
export const builtInThemeNames: readonly { readonly id: BuiltInThemeId; readonly name: LocalText }[] =
  Object.values(builtInThemes).map(({ themeId, themeName }) => ({
    id: themeId as BuiltInThemeId,
    name: { 'zh-CN': themeName, 'en-US': english[themeId as BuiltInThemeId] },
  }));
