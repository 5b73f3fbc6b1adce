import { builtInThemes } from './built-in-themes.ts';
import { type IconId, readIconId } from './icon-id.ts';
import type { Theme, ThemeButton, ThemeSection } from './theme.ts';

/** The lists that pages gave before there were themes. */
export interface ButtonLists {
  readonly header?: readonly string[];
  readonly footer?: readonly string[];
  /** The footer of the simple template. */
  readonly controls?: readonly string[];
}

/** Their names for buttons of ours; the others have the same. */
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
/** On at first, shown or not, as in every built-in theme. */
const onAtFirst: ReadonlySet<string> = new Set(['play', 'sound']);

function button(iconId: string, isrender: 0 | 1): ThemeButton {
  const part = rightSide.has(iconId) ? 'right' : 'left';
  return { iconId, part, defaultActive: onAtFirst.has(iconId) ? 1 : 0, isrender };
}

export interface ThemeOfLists {
  /** Null: no button was named, and the template's own theme stays. */
  readonly theme: Theme | null;
  /** Names of no button. */
  readonly unknown: readonly string[];
}

/** A theme that shows the named buttons in the order of the lists, and no other. A name counts once. */
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
