import { type BuiltInThemeId, builtInThemes, isBuiltInThemeId } from './built-in-themes.ts';
import type { Theme } from './theme.ts';
import { noBackground } from './theme-defaults.ts';

/** Every frame page that has a name of its own. Anything else is a theme's id, or not a template. */
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

/** A stored theme, which the frame asks the server for. */
export function isThemeId(text: string): boolean {
  return /^[A-Za-z0-9]{32}$/.test(text);
}

export function isTemplate(text: string): boolean {
  return isNamedTemplate(text) || isThemeId(text);
}

const { simple } = builtInThemes;

/** What is shown without any theme: nothing, and a footer that does not darken the picture. */
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
  /** The address is a recording, whichever kind. */
  readonly isRecorded: boolean;
}

/**
 * The theme a template starts with. Recordings have themes of their own, whatever the template, unless it
 * shows no controls. `standard` shows the full live set; so do `theme` and a stored theme's id until their
 * theme is there.
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
