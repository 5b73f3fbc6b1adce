/** The menu as it is drawn: of the server's tree what is shown, with whole addresses. */

import { shellTexts } from '../../../lib/i18n/console/shell.ts';
import type { LocalText } from '../../../lib/i18n/translate.ts';
import type { MenuNode } from '../session/session-types.ts';
import { homePath, isContainer, isForeign, joinPath, titleOf } from './menu-routes.ts';

export interface MenuItem {
  readonly key: string;
  readonly title: string | LocalText;
  readonly icon: string | null;
  /** Opens in a window of its own. */
  readonly isForeign: boolean;
  /** Empty: a page to open. */
  readonly children: readonly MenuItem[];
}

const home: MenuItem = {
  key: homePath,
  title: shellTexts['shell.home'],
  icon: 'IconHome',
  isForeign: false,
  children: [],
};

function itemsBelow(nodes: readonly MenuNode[], parent: string): readonly MenuItem[] {
  return nodes.flatMap((node) => {
    if (node.meta?.hidden === true || node.meta?.show === false) return [];
    const path = joinPath(parent, node.path);
    const hidesChildren = node.meta?.hideChildren === true || node.hideChildrenInMenu === true;
    const children = hidesChildren ? [] : itemsBelow(node.children ?? [], path);
    // A heading with nothing below leads nowhere.
    if (isContainer(node) && children.length === 0 && !isForeign(path) && !hidesChildren) return [];
    return [
      {
        key: path,
        title: titleOf(node),
        icon: node.meta?.icon ?? null,
        isForeign: isForeign(path),
        children,
      },
    ];
  });
}

/** Home first, wherever the server's tree has it. */
export function menuItems(menus: readonly MenuNode[]): readonly MenuItem[] {
  const items = itemsBelow(menus, '');
  return items.some((item) => item.key === homePath) ? items : [home, ...items];
}

/** Keys from the root down to the page at `path`; empty when the menu does not show it. */
export function trailTo(items: readonly MenuItem[], path: string): readonly string[] {
  for (const item of items) {
    if (item.key.split('?')[0] === path && item.children.length === 0) return [item.key];
    const below = trailTo(item.children, path);
    if (below.length > 0) return [item.key, ...below];
  }
  return [];
}
