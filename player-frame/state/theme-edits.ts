import { renumberButtons } from '../../lib/contracts/theme/button-order.ts';
import { isLastStorage } from '../../lib/contracts/theme/last-storage.ts';
import type { Theme, ThemeButton, ThemeSection } from '../../lib/contracts/theme/theme.ts';
import type { MessageKey } from '../../lib/i18n/translate.ts';
import { err, ok, type Result } from '../../lib/kernel/result.ts';

/** Swaps a button with its visible neighbour on the same side, if there is one. */
export function moveButton(theme: Theme, iconId: string, to: 'left' | 'right'): Theme {
  return inItsSection(theme, iconId, (section, button) => {
    const side = section.btnList.filter(({ part, isrender }) => part === button.part && isrender === 1);
    const neighbour = side[side.indexOf(button) + (to === 'left' ? -1 : 1)];
    if (button.isrender !== 1 || !neighbour) return section;
    const swapped = (one: ThemeButton) => (one === button ? neighbour : one === neighbour ? button : one);
    // The order is read from the keys, so they are renumbered.
    return { ...section, btnList: renumberButtons(section.btnList.map(swapped)) };
  });
}

/** Possible directions of a move. */
export function movesOf(theme: Theme, iconId: string): { readonly left: boolean; readonly right: boolean } {
  const side = sideOf(theme, iconId);
  const at = side.findIndex((button) => button.iconId === iconId);
  return { left: at > 0, right: at >= 0 && at < side.length - 1 };
}

/** Visible buttons on the side of a button, including itself; empty if it is not shown. */
function sideOf(theme: Theme, iconId: string): readonly ThemeButton[] {
  for (const { btnList } of [theme.header, theme.footer]) {
    const button = btnList.find((one) => one.iconId === iconId);
    if (button?.isrender === 1)
      return btnList.filter(({ part, isrender }) => part === button.part && isrender === 1);
  }
  return [];
}

export function isRendered(theme: Theme | null, iconId: string): boolean {
  return theme !== null && sideOf(theme, iconId).length > 0;
}

/** Hides a button. One of the storage types must remain. */
export function removeButton(theme: Theme, iconId: string): Result<Theme, MessageKey> {
  if (isLastStorage(theme, iconId)) return err('player.storageNeeded');
  return ok(
    inItsSection(theme, iconId, (section, button) => ({
      ...section,
      btnList: section.btnList.map((one): ThemeButton => (one === button ? { ...one, isrender: 0 } : one)),
    })),
  );
}

function inItsSection(
  theme: Theme,
  iconId: string,
  change: (section: ThemeSection, button: ThemeButton) => ThemeSection,
): Theme {
  const changed = (section: ThemeSection): ThemeSection => {
    const button = section.btnList.find((one) => one.iconId === iconId);
    return button ? change(section, button) : section;
  };
  const header = changed(theme.header);
  const footer = changed(theme.footer);
  return header === theme.header && footer === theme.footer ? theme : { ...theme, header, footer };
}
