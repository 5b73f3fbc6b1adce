/** Routes of a user: pages of the server's menu and built-in pages. */

import { shellTexts } from '../../../lib/i18n/console/shell.ts';
import type { LocalText } from '../../../lib/i18n/translate.ts';
import type { MenuNode } from '../session/session-types.ts';

export interface Crumb {
  readonly title: string | LocalText;
  /** Null: a heading without a page. */
  readonly path: string | null;
}

/** A page and its display options. */
export interface PageRoute {
  /** Absolute path; `:name` matches one segment. */
  readonly path: string;
  /** Key in the page registry. */
  readonly component: string;
  /** Text of the server, or a built-in text in both languages. */
  readonly title: string | LocalText;
  readonly icon: string | null;
  /** Titles from the menu root to this page. */
  readonly trail: readonly Crumb[];
  /** Its state is dropped when another tab is shown. */
  readonly noCache: boolean;
  /** Breadcrumbs and title are hidden; the title remains for screen readers. */
  readonly hidesHeader: boolean;
  /** Not in the menu, but accessible by its address. */
  readonly isHidden: boolean;
  /** Path of the menu entry highlighted for this page: its own or its parent page's. */
  readonly menuPath: string;
  /** Required permission, if the server's menu does not decide. */
  readonly permission: string | null;
}

export const homePath = '/index';

/** Container components, which are not pages. */
export const containers: readonly string[] = ['Layout', 'ParentView', 'PageView', 'BlankLayout'];
export const isContainer = ({ component }: MenuNode): boolean => !component || containers.includes(component);

/** Other backends may omit fields. */
export const titleOf = (node: MenuNode): string => node.meta?.title ?? node.name ?? node.path;

export const isForeign = (path: string): boolean => /^https?:\/\//i.test(path);

/** Joins `/system` and `post` to `/system/post`; an absolute path is returned unchanged. */
export function joinPath(parent: string, path: string): string {
  if (isForeign(path)) return path;
  const full = path.startsWith('/') ? path : `${parent}/${path}`;
  return `/${full.split('/').filter(Boolean).join('/')}`;
}

const ownPage = (
  path: string,
  component: string,
  title: LocalText,
  permission: string | null = null,
): PageRoute => ({
  path,
  component,
  title,
  icon: null,
  trail: [{ title, path }],
  noCache: false,
  hidesHeader: false,
  isHidden: true,
  menuPath: path,
  permission,
});

/** Built-in pages. Menu entries of the server with the same path take precedence. */
const ownRoutes: readonly PageRoute[] = [
  {
    ...ownPage(homePath, 'index', shellTexts['shell.home']),
    icon: 'IconHome',
    isHidden: false,
    hidesHeader: true,
  },
  ownPage('/account/center', 'AccountCenter', shellTexts['shell.accountCenter']),
  ownPage('/account/settings', 'AccountSettings', shellTexts['shell.accountSettings']),
  ownPage('/account/feedback', 'MyFeedback', shellTexts['shell.feedback']),
  ownPage('/account/inbox', 'Inbox', shellTexts['shell.inbox']),
  ownPage('/system/role/authUser', 'AuthUser', shellTexts['shell.authUser'], 'system:role:edit'),
  ownPage('/system/notice/form', 'NoticeForm', shellTexts['shell.noticeForm'], 'system:notice:edit'),
];

export function routesOf(menus: readonly MenuNode[]): readonly PageRoute[] {
  const routes: PageRoute[] = [];
  const visit = (
    nodes: readonly MenuNode[],
    parent: string,
    trail: readonly Crumb[],
    isBelowHidden: boolean,
  ) => {
    for (const node of nodes) {
      const path = joinPath(parent, node.path);
      const isPage = !isContainer(node) && !isForeign(path);
      const crumbs = [...trail, { title: titleOf(node), path: isPage ? path : null }];
      const isHidden = isBelowHidden || node.meta?.hidden === true || node.meta?.show === false;
      if (isPage) {
        routes.push({
          path,
          component: node.component,
          title: titleOf(node),
          icon: node.meta?.icon ?? null,
          trail: crumbs,
          noCache: node.meta?.noCache === true,
          hidesHeader: node.meta?.hiddenHeaderContent === true,
          isHidden,
          menuPath: path,
          permission: null,
        });
      }
      visit(node.children ?? [], path, crumbs, isHidden);
    }
  };
  visit(menus, '', [], false);
  const taken = new Set(routes.map((route) => route.path));
  const all = [...routes, ...ownRoutes.filter((route) => !taken.has(route.path))];
  return all.map((route) => (route.isHidden ? belonging(route, all) : route));
}

/** A hidden page belongs to the visible page with the same path prefix: `/system/notice/form` to notices. */
function belonging(route: PageRoute, all: readonly PageRoute[]): PageRoute {
  const [owner] = all
    .filter((one) => !one.isHidden && route.path.startsWith(`${one.path}/`))
    .sort((a, b) => b.path.length - a.path.length);
  return owner
    ? { ...route, menuPath: owner.path, trail: [...owner.trail, ...route.trail.slice(-1)] }
    : route;
}

/** Pages for a single record, identified by a query parameter; each record has its own tab. */
const subjects: Readonly<Record<string, string>> = { AuthUser: 'roleId', NoticeForm: 'noticeId' };

/** Identifies the tab of an address: the page and, if any, its record. */
export function tabKeyOf(route: PageRoute, fullPath: string): string {
  const path = pathnameOf(fullPath);
  const subject = Object.hasOwn(subjects, route.component) ? subjects[route.component] : undefined;
  const value = subject && new URLSearchParams(fullPath.split('?')[1]).get(subject);
  return value ? `${path}?${new URLSearchParams({ [subject]: value })}` : path;
}

export const pathnameOf = (fullPath: string) => (fullPath.split(/[?#]/)[0] ?? '').replace(/(.)\/+$/, '$1');

/** `/a/:id` matches any segment for `:id`. */
function fits(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/');
  const given = pathname.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || part.startsWith(':'))
  );
}

export function findRoute(routes: readonly PageRoute[], fullPath: string): PageRoute | null {
  const pathname = pathnameOf(fullPath);
  return (
    routes.find((route) => route.path === pathname) ??
    routes.find((route) => route.path.includes(':') && fits(route.path, pathname)) ??
    null
  );
}

/** Redirect of an address: an old path, or the `redirect` of a menu. */
export function redirectOf(menus: readonly MenuNode[], fullPath: string): string | null {
  const pathname = pathnameOf(fullPath);
  if (pathname === '/' || pathname === '/home') return homePath;
  const visit = (nodes: readonly MenuNode[], parent: string): string | null => {
    for (const node of nodes) {
      const path = joinPath(parent, node.path);
      if (path === pathname && isContainer(node)) return targetOf(node, path);
      const below = visit(node.children ?? [], path);
      if (below) return below;
    }
    return null;
  };
  return visit(menus, '');
}

function targetOf(node: MenuNode, path: string): string | null {
  if (node.redirect && /^\/(?!\/)/.test(node.redirect)) return node.redirect;
  for (const child of node.children ?? []) {
    const childPath = joinPath(path, child.path);
    if (isForeign(childPath)) continue;
    if (!isContainer(child)) return childPath;
    const below = targetOf(child, childPath);
    if (below) return below;
  }
  return null;
}
