/** A user's menu in the form of the client's router. */
import type { RouterItem } from '../../../contracts/admin/calls/system-menu.calls.ts';
import type { Locale } from '../../../i18n/translate.ts';
import { type Actor, can } from '../../identity/actor.ts';
import { fullPath, isSafeAddress, type MenuNode } from './menu-structure.ts';

export interface MenuRow extends MenuNode {
  readonly menuNameEn: string | null;
  readonly component: string | null;
  readonly query: string | null;
  readonly routeName: string | null;
  readonly noCache: boolean;
  readonly isVisible: boolean;
  readonly perms: string | null;
  readonly icon: string | null;
  readonly hideChildren: boolean;
  readonly hiddenHeaderContent: boolean;
  readonly redirect: string | null;
}

/** `rows`: the enabled ones, in order. A disabled directory hides everything below it. */
export function routersOf(
  rows: readonly MenuRow[],
  actor: Pick<Actor, 'permissions'>,
  locale: Locale,
): readonly RouterItem[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const below = new Map<number, MenuRow[]>();
  for (const row of rows) below.set(row.parentId, [...(below.get(row.parentId) ?? []), row]);

  function items(parentId: number): RouterItem[] {
    return (below.get(parentId) ?? []).flatMap((row) => {
      if (row.menuType === 'M') {
        const children = items(row.id);
        // An empty directory is left out.
        return children.length > 0 ? [item(row, children)] : [];
      }
      const isOpen = row.menuType === 'C' && (!row.perms || can(actor, row.perms));
      return isOpen && (!row.isExternal || isSafeAddress(row.path)) ? [item(row, [])] : [];
    });
  }

  function item(row: MenuRow, children: readonly RouterItem[]): RouterItem {
    return {
      path: fullPath(row, byId),
      name: row.routeName || `Menu${row.id}`,
      component: componentOf(row),
      meta: {
        title: (locale === 'en-US' && row.menuNameEn) || row.menuName,
        show: row.isVisible,
        hideChildren: row.hideChildren,
        hiddenHeaderContent: row.hiddenHeaderContent,
        hidden: !row.isVisible,
        icon: row.icon ?? '',
        noCache: row.noCache,
        target: row.isExternal ? '_blank' : '',
      },
      children,
      hideChildrenInMenu: row.hideChildren,
      isFrame: row.isExternal,
      permissions: row.perms ? [row.perms] : [],
      roles: [],
      redirect: row.redirect || firstPage(children),
      query: parseQuery(row.query),
    };
  }

  return items(0);
}

function componentOf(row: MenuRow): string {
  if (row.isExternal) return 'BlankLayout';
  if (row.menuType === 'C') return row.component ?? '';
  return row.component || (row.parentId === 0 ? 'Layout' : 'ParentView');
}

/** The redirect target of a directory. */
function firstPage(children: readonly RouterItem[]): string {
  return children.find(({ meta, isFrame }) => meta.show && !isFrame)?.path ?? '';
}

/** Checked when written. A row written by other means opens its page without a query. */
function parseQuery(text: string | null): Readonly<Record<string, unknown>> {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {}; // Invalid JSON: no query.
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
