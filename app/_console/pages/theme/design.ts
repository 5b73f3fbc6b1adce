/** What a designer can do with a theme. Every function returns a new theme, or the same one if nothing changes. */
import { renumberButtons } from '../../../../lib/contracts/theme/button-order.ts';
import { type IconId, iconIds } from '../../../../lib/contracts/theme/icon-id.ts';
import { isLastStorage } from '../../../../lib/contracts/theme/last-storage.ts';
import type { Theme, ThemeButton, ThemeSection } from '../../../../lib/contracts/theme/theme.ts';

export type SectionName = 'header' | 'footer';
export type Side = ThemeButton['part'];
/** A place for buttons. */
export type Zone = `${SectionName}.${Side}`;
export type Direction = 'left' | 'right' | 'up' | 'down';

const sections = ['header', 'footer'] as const;
export const zones = ['header.left', 'header.right', 'footer.left', 'footer.right'] as const;

export const partsOf = (zone: Zone) => zone.split('.') as [SectionName, Side];

/** Buttons shown in a zone, in order. */
export function buttonsIn(theme: Theme, zone: Zone): readonly ThemeButton[] {
  const [section, side] = partsOf(zone);
  return theme[section].btnList.filter(({ part, isrender }) => part === side && isrender === 1);
}

/** Null: the button is not shown. */
export function zoneOf(theme: Theme, iconId: string): Zone | null {
  return zones.find((zone) => buttonsIn(theme, zone).some((button) => button.iconId === iconId)) ?? null;
}

/** Buttons that can be added. */
export const unusedIn = (theme: Theme): readonly IconId[] =>
  iconIds.filter((iconId) => zoneOf(theme, iconId) === null);

export function buttonOf(theme: Theme, iconId: string): ThemeButton | null {
  return (
    [...theme.header.btnList, ...theme.footer.btnList].find((button) => button.iconId === iconId) ?? null
  );
}

/** Shows a button in a zone, before the `index`-th of its other buttons; it leaves its former place. */
export function placeButton(theme: Theme, iconId: IconId, zone: Zone, index: number): Theme {
  const [name, side] = partsOf(zone);
  const before = buttonOf(theme, iconId) ?? { iconId, defaultActive: iconId === 'play' ? 1 : 0 };
  const placed: ThemeButton = { ...before, iconId, part: side, isrender: 1 };
  const others = (section: ThemeSection) => section.btnList.filter((button) => button.iconId !== iconId);
  const target = others(theme[name]);
  const next = target.filter(({ part, isrender }) => part === side && isrender === 1)[index];
  const at = next ? target.indexOf(next) : target.length;
  const result: Theme = {
    ...theme,
    header: { ...theme.header, btnList: others(theme.header) },
    footer: { ...theme.footer, btnList: others(theme.footer) },
    // The order is read from the keys, so they are renumbered.
    [name]: {
      ...theme[name],
      btnList: renumberButtons([...target.slice(0, at), placed, ...target.slice(at)]),
    },
  };
  return isSame(theme, result) ? theme : result;
}

/**
 * The keyboard's move: within a side, over its end to the other side of the bar, and between the bars on the same side.
 */
export function moveButton(theme: Theme, iconId: IconId, direction: Direction): Theme {
  const zone = zoneOf(theme, iconId);
  if (!zone) return theme;
  const [section, side] = partsOf(zone);
  const at = buttonsIn(theme, zone).findIndex((button) => button.iconId === iconId);
  if (direction === 'up' || direction === 'down') {
    const other = direction === 'up' ? 'header' : 'footer';
    const to: Zone = `${other}.${side}`;
    return other === section ? theme : placeButton(theme, iconId, to, buttonsIn(theme, to).length);
  }
  const step = direction === 'left' ? -1 : 1;
  if (at + step >= 0 && at + step < buttonsIn(theme, zone).length)
    return placeButton(theme, iconId, zone, at + step);
  if (side === direction) return theme;
  const to: Zone = `${section}.${direction}`;
  return placeButton(theme, iconId, to, direction === 'left' ? buttonsIn(theme, to).length : 0);
}

/** Hides a button; its other values stay, for when it is added again. The last storage type stays. */
export function removeButton(theme: Theme, iconId: IconId): Theme {
  if (zoneOf(theme, iconId) === null || isLastStorage(theme, iconId)) return theme;
  return changeButton(theme, iconId, { isrender: 0 });
}

export function changeButton(
  theme: Theme,
  iconId: IconId,
  change: Partial<Pick<ThemeButton, 'defaultActive' | 'isrender'>>,
): Theme {
  let result = theme;
  for (const name of sections) {
    const btnList = theme[name].btnList.map((button) =>
      button.iconId === iconId ? { ...button, ...change } : button,
    );
    result = { ...result, [name]: { ...theme[name], btnList } };
  }
  return result;
}

export function changeSection(
  theme: Theme,
  name: SectionName,
  change: Partial<Pick<ThemeSection, 'color' | 'backgroundColor' | 'activeColor'>>,
): Theme {
  return { ...theme, [name]: { ...theme[name], ...change } };
}

export const isSame = (one: Theme, other: Theme) => JSON.stringify(one) === JSON.stringify(other);
