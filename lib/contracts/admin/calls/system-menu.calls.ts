import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { idInPath, treeNode } from './wire.ts';

/** One item of the user's menu. Buttons are not included: their permissions are in `/get-user-info`. */
export interface RouterItem {
  /** Full path with a leading slash, or the URL of an external site. */
  readonly path: string;
  readonly name: string;
  /** `Layout` and `ParentView` are containers; everything else is the component of a page. */
  readonly component: string;
  readonly meta: {
    readonly title: string;
    /** Shown in the menu. */
    readonly show: boolean;
    readonly hideChildren: boolean;
    readonly hiddenHeaderContent: boolean;
    readonly hidden: boolean;
    readonly icon: string;
    /** The page does not keep its state when its tab is in the background. */
    readonly noCache: boolean;
    /** `_blank` for an external site. */
    readonly target: string;
  };
  readonly children: readonly RouterItem[];
  readonly hideChildrenInMenu: boolean;
  readonly isFrame: boolean;
  /** Any one of them is sufficient. Empty: all users. */
  readonly permissions: readonly string[];
  readonly roles: readonly string[];
  readonly redirect: string;
  /** Query with which the page is opened. */
  readonly query: Readonly<Record<string, unknown>>;
}

export const routerItem: z.ZodType<RouterItem> = z.lazy(() =>
  z.object({
    path: z.string(),
    name: z.string(),
    component: z.string(),
    meta: z.object({
      title: z.string(),
      show: z.boolean(),
      hideChildren: z.boolean(),
      hiddenHeaderContent: z.boolean(),
      hidden: z.boolean(),
      icon: z.string(),
      noCache: z.boolean(),
      target: z.string(),
    }),
    children: z.array(routerItem),
    hideChildrenInMenu: z.boolean(),
    isFrame: z.boolean(),
    permissions: z.array(z.string()),
    roles: z.array(z.string()),
    redirect: z.string(),
    query: z.record(z.string(), z.unknown()),
  }),
);

export const getRouters = defineAdminCall({
  method: 'GET',
  path: '/getRouters',
  policy: 'signedIn',
  summary: { 'zh-CN': '当前用户的菜单', 'en-US': "The caller's menu" },
  data: z.array(routerItem),
});

export const menuTree = defineAdminCall({
  method: 'GET',
  path: '/system/menu/treeselect',
  policy: { anyOf: ['system:menu:list', 'system:role:query', 'system:role:add'] },
  summary: { 'zh-CN': '菜单树', 'en-US': 'Menu tree' },
  data: z.array(treeNode),
});

export const roleMenuTree = defineAdminCall({
  method: 'GET',
  path: '/system/menu/roleMenuTreeselect/{id}',
  policy: { anyOf: ['system:role:query'] },
  summary: { 'zh-CN': '角色的菜单树', 'en-US': 'Menu tree of a role' },
  params: z.object({ id: idInPath }),
  data: z.object({ menus: z.array(treeNode), checkedKeys: z.array(z.int()) }),
});

export const systemMenuCalls = [getRouters, menuTree, roleMenuTree];
