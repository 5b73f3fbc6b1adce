/** Menu items to render: the visible part of the server's tree, with full addresses. */

import { shellTexts } from '../../../lib/i18n/console/shell.ts';
import type { LocalText } from '../../../lib/i18n/translate.ts';
import type { MenuNode } from '../session/session-types.ts';
import { homePath, isContainer, isForeign, joinPath, titleOf } from './menu-routes.ts';

export interface MenuItem {
  readonly key: string;
  readonly title: string | LocalText;
  readonly icon: string | null;
  /** Opens in a new window. */
  readonly isForeign: boolean;
  /** Empty: a page. */
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
    // Omits headings without children.
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

/** Home is always first. */
export function menuItems(menus: readonly MenuNode[]): readonly MenuItem[] {
  const items = itemsBelow(menus, '');
  return items.some((item) => item.key === homePath) ? items : [home, ...items];
}

/** Keys from the root to the page at `path`; empty if the page is not in the menu. */
export function trailTo(items: readonly MenuItem[], path: string): readonly string[] {
  for (const item of items) {
    if (item.key.split('?')[0] === path && item.children.length === 0) return [item.key];
    const below = trailTo(item.children, path);
    if (below.length > 0) return [item.key, ...below];
  }
  return [];
}
