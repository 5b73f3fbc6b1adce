import { builtInThemes } from './built-in-themes.ts';
import { type IconId, readIconId } from './icon-id.ts';
import type { Theme, ThemeButton, ThemeSection } from './theme.ts';

/** Button lists of pages written before themes existed. */
export interface ButtonLists {
  readonly header?: readonly string[];
  readonly footer?: readonly string[];
  /** The footer of the simple template. */
  readonly controls?: readonly string[];
}

/** Other names for our buttons; names not listed are the same. */
const listNames: Readonly<Record<string, IconId>> = {
  voice: 'sound',
  save: 'recordvideo',
  fullScreen: 'expend',
};
const rightSide: ReadonlySet<string> = new Set([
  'speed',
  'hd',
  'webExpend',
  'expend',
  'cloudRec',
  'cloudRecord',
  'rec',
]);
/** Initially active, shown or not, as in every built-in theme. */
const onAtFirst: ReadonlySet<string> = new Set(['play', 'sound']);

function button(iconId: string, isrender: 0 | 1): ThemeButton {
  const part = rightSide.has(iconId) ? 'right' : 'left';
  return { iconId, part, defaultActive: onAtFirst.has(iconId) ? 1 : 0, isrender };
}

export interface ThemeOfLists {
  /** Null: no known button was given; the template's own theme applies. */
  readonly theme: Theme | null;
  /** Unknown names. */
  readonly unknown: readonly string[];
}

/** A theme that shows exactly the given buttons, in list order. Duplicates are ignored. */
export function themeFromLists(lists: ButtonLists): ThemeOfLists {
  const unknown: string[] = [];
  const taken = new Set<string>();

  function buttonsOf(names: readonly string[]): readonly ThemeButton[] {
    return names.flatMap((name) => {
      const iconId = Object.hasOwn(listNames, name) ? listNames[name]! : readIconId(name);
      if (iconId === null) unknown.push(name);
      if (iconId === null || taken.has(iconId)) return [];
      taken.add(iconId);
      return [button(iconId, 1)];
    });
  }

  const header = buttonsOf(lists.header ?? []);
  const footer = buttonsOf([...(lists.footer ?? []), ...(lists.controls ?? [])]);
  if (header.length + footer.length === 0) return { theme: null, unknown };
  const base = builtInThemes.pcLive;
  const section = (of: ThemeSection, shown: readonly ThemeButton[]): ThemeSection => ({
    ...of,
    btnList: [
      ...shown,
      ...of.btnList.flatMap(({ iconId }) => (taken.has(iconId) ? [] : [button(iconId, 0)])),
    ],
  });
  return {
    theme: {
      ...base,
      themeId: '',
      themeName: '',
      themeIntro: '',
      label: '',
      header: section(base.header, header),
      footer: section(base.footer, footer),
    },
    unknown,
  };
}
