/** Settings of a browser, their storage names, and dependencies between them. */
import type { Locale } from '../../../lib/i18n/translate.ts';
import { documentLanguage } from '../text/language.ts';

/** The eight colours of the specification. */
export const accentColours = [
  '#F5222D',
  '#FA541C',
  '#FAAD14',
  '#13C2C2',
  '#52C41A',
  '#1890FF',
  '#2F54EB',
  '#722ED1',
] as const;
export type AccentColour = (typeof accentColours)[number];

export interface Settings {
  readonly sideCollapsed: boolean;
  /** Narrower than 992 px when last measured. */
  readonly isMobile: boolean;
  readonly navTheme: 'dark' | 'light';
  readonly layout: 'sidemenu' | 'topmenu';
  readonly fixedHeader: boolean;
  readonly fixedSidebar: boolean;
  /** Whether the sidebar was fixed before the top menu was selected, which unfixes it. */
  readonly sidebarWasFixed: boolean;
  readonly contentWidth: 'Fluid' | 'Fixed';
  readonly color: AccentColour;
  /** Colour-weak mode. */
  readonly weak: boolean;
  readonly multiTab: boolean;
  readonly appLanguage: Locale;
  readonly tableSize: 'default' | 'middle' | 'small';
  readonly tableBordered: boolean;
  readonly hideFooter: boolean;
  readonly colorScheme: 'light' | 'dark' | 'auto';
  /** Single-key shortcuts such as `[`, `]` and `?`. */
  readonly shortcuts: boolean;
}

export const defaultSettings: Settings = {
  sideCollapsed: false,
  isMobile: false,
  navTheme: 'dark',
  layout: 'sidemenu',
  fixedHeader: true,
  fixedSidebar: true,
  sidebarWasFixed: true,
  contentWidth: 'Fluid',
  color: '#1890FF',
  weak: false,
  multiTab: true,
  appLanguage: documentLanguage,
  tableSize: 'middle',
  tableBordered: false,
  hideFooter: false,
  // The specification has no default for it.
  colorScheme: 'auto',
  shortcuts: true,
};

/** Names in local storage. */
export const storedKeys: Readonly<Record<keyof Settings, string>> = {
  sideCollapsed: 'side_collapsed',
  isMobile: 'is_mobile',
  navTheme: 'nav_theme',
  layout: 'layout',
  fixedHeader: 'fixed_header',
  fixedSidebar: 'fixed_sidebar',
  sidebarWasFixed: 'sidebar_was_fixed',
  contentWidth: 'content_width',
  color: 'color',
  weak: 'weak',
  multiTab: 'multi_tab',
  appLanguage: 'app_language',
  tableSize: 'table_size',
  tableBordered: 'table_bordered',
  hideFooter: 'hide_footer',
  colorScheme: 'color_scheme',
  shortcuts: 'shortcuts',
};

const choices: { readonly [Key in keyof Settings]?: readonly Settings[Key][] } = {
  navTheme: ['dark', 'light'],
  layout: ['sidemenu', 'topmenu'],
  contentWidth: ['Fluid', 'Fixed'],
  color: accentColours,
  appLanguage: ['zh-CN', 'en-US'],
  tableSize: ['default', 'middle', 'small'],
  colorScheme: ['light', 'dark', 'auto'],
};

/** Parses a stored value; invalid ones count as missing. */
function parseStored<Key extends keyof Settings>(key: Key, text: string | null): Settings[Key] | undefined {
  const options: readonly (string | boolean)[] = choices[key] ?? [true, false];
  return options.find((word) => String(word).toLowerCase() === text?.toLowerCase()) as
    | Settings[Key]
    | undefined;
}

export function readSettings(stored: (name: string) => string | null): Settings {
  const found: Record<string, unknown> = {};
  for (const key of Object.keys(storedKeys) as (keyof Settings)[]) {
    found[key] = parseStored(key, stored(storedKeys[key])) ?? defaultSettings[key];
  }
  // Every key was set above, each to a value of its own.
  return settled(found as unknown as Settings);
}

/** Resolves invalid combinations: the side menu excludes fixed width, the top menu excludes a fixed sidebar. */
function settled(settings: Settings): Settings {
  return settings.layout === 'sidemenu'
    ? { ...settings, contentWidth: 'Fluid' }
    : { ...settings, fixedSidebar: false };
}

/**
 * Selecting the side menu sets the content width to Fluid. Selecting the top menu unfixes the sidebar and sets the
 * content width to Fixed. Both can be changed afterwards. Returning to the side menu restores the sidebar as it was.
 */
export function changed(settings: Settings, change: Partial<Settings>): Settings {
  const next = { ...settings, ...change };
  if (next.layout === settings.layout) return settled(next);
  if (next.layout === 'topmenu') {
    const sidebarWasFixed = settings.fixedSidebar;
    return settled({ ...next, sidebarWasFixed, contentWidth: change.contentWidth ?? 'Fixed' });
  }
  return settled({ ...next, fixedSidebar: change.fixedSidebar ?? settings.sidebarWasFixed });
}
