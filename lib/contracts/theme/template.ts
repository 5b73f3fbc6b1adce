import { type BuiltInThemeId, builtInThemes, isBuiltInThemeId } from './built-in-themes.ts';
import type { Theme } from './theme.ts';
import { noBackground } from './theme-defaults.ts';

/** The named templates. Any other text is a theme id or invalid. */
export const namedTemplates = [
  'simple',
  'default',
  'standard',
  'security',
  'voice',
  'pcLive',
  'pcRec',
  'mobileLive',
  'mobileRec',
  'theme',
  'noData',
] as const;
export type NamedTemplate = (typeof namedTemplates)[number];

export function isNamedTemplate(text: string): text is NamedTemplate {
  return namedTemplates.some((name) => name === text);
}

/** The id of a stored theme, which the frame loads from the server. */
export function isThemeId(text: string): boolean {
  return /^[A-Za-z0-9]{32}$/.test(text);
}

export function isTemplate(text: string): boolean {
  return isNamedTemplate(text) || isThemeId(text);
}

const { simple } = builtInThemes;

/** Used when there is no theme: no buttons, and a footer without a background. */
const noDataTheme: Theme = {
  ...simple,
  themeId: 'noData',
  themeName: '',
  themeIntro: '',
  label: '',
  footer: { ...simple.footer, backgroundColor: noBackground },
};

export interface TemplateUse {
  readonly isMobile: boolean;
  /** The address is a recording, of any kind. */
  readonly isRecorded: boolean;
}

/**
 * The initial theme of a template. Recordings have their own themes unless the template shows no controls. `standard`
 * shows the full live set, as do `theme` and a stored theme's id until their theme is loaded.
 */
export function themeForTemplate(template: string, { isMobile, isRecorded }: TemplateUse): Theme {
  if (template === 'simple' || template === 'default') return simple;
  if (template === 'noData') return noDataTheme;
  return builtInThemes[fullThemeId(template, isMobile, isRecorded)];
}

function fullThemeId(template: string, isMobile: boolean, isRecorded: boolean): BuiltInThemeId {
  const forMobile = isMobile || template === 'mobileLive' || template === 'mobileRec';
  if (isRecorded) return forMobile ? 'mobileRec' : 'pcRec';
  if (isBuiltInThemeId(template)) return template;
  return isMobile && template !== 'standard' ? 'mobileLive' : 'pcLive';
}
