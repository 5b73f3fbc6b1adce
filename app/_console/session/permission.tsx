'use client';
/** Permissions in the UI. They only hide elements: the server checks every call. */
import type { ReactNode } from 'react';
import { type ConsoleText, consoleText } from '../../../lib/i18n/console/index.ts';
import { language } from '../text/language.ts';
import type { MenuNode } from './session-types.ts';
import { useSession } from './use-session.tsx';

export const everyPermission = '*:*:*';
export const adminRole = 'admin';
/** Role of users without any role. */
export const defaultRole = 'ROLE_DEFAULT';

/** Permissions of the current user, as sent by the server. */
export interface Grants {
  readonly permissions: readonly string[];
  readonly roles: readonly string[];
}

export const grantsOf = (
  permissions: readonly string[] | null | undefined,
  roles: readonly string[] | null | undefined,
): Grants => ({
  permissions: permissions ?? [],
  roles: roles?.length ? roles : [defaultRole],
});

const isEverything = ({ permissions, roles }: Grants) =>
  permissions.includes(everyPermission) || roles.includes(adminRole);

export const hasPermi = (grants: Grants, permission: string): boolean =>
  isEverything(grants) || grants.permissions.includes(permission);
export const hasPermiOr = (grants: Grants, permissions: readonly string[]): boolean =>
  permissions.some((permission) => hasPermi(grants, permission));
export const hasPermiAnd = (grants: Grants, permissions: readonly string[]): boolean =>
  permissions.every((permission) => hasPermi(grants, permission));

export const hasRole = ({ roles }: Grants, role: string): boolean =>
  roles.includes(adminRole) || roles.includes(role);
export const hasRoleOr = (grants: Grants, roles: readonly string[]): boolean =>
  roles.some((role) => hasRole(grants, role));
export const hasRoleAnd = (grants: Grants, roles: readonly string[]): boolean =>
  roles.every((role) => hasRole(grants, role));

/** An item with permissions or roles is shown if the user has one of them; without, always. */
export function shownMenus(grants: Grants, menus: readonly MenuNode[]): readonly MenuNode[] {
  const isShown = ({ permissions = [], roles = [] }: MenuNode) =>
    (permissions.length === 0 && roles.length === 0) ||
    hasPermiOr(grants, permissions) ||
    hasRoleOr(grants, roles);
  return menus
    .filter(isShown)
    .map((node) => (node.children ? { ...node, children: shownMenus(grants, node.children) } : node));
}

export const actionKeys = [
  'add',
  'delete',
  'edit',
  'query',
  'get',
  'enable',
  'disable',
  'import',
  'export',
] as const;
export type ActionKey = (typeof actionKeys)[number];

/** Whether an action is allowed on a page. */
export const hasAction = (actions: readonly string[], action: ActionKey): boolean => actions.includes(action);

export function useGrants(): Grants {
  const { user } = useSession();
  return grantsOf(user?.permissions, user?.roleCodes);
}

/** An empty value would hide nothing, so it is reported as a programming error. */
function required(value: readonly string[], complaint: ConsoleText): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new Error(consoleText(language.get(), complaint));
  }
  return value;
}

interface TagProps {
  readonly value: readonly string[];
  /** `or`: one of them is sufficient. */
  readonly mode?: 'or' | 'and';
  readonly children: ReactNode;
}

/** Renders its children only with the permissions. */
export function HasPermi({ value, mode = 'or', children }: TagProps): ReactNode {
  const grants = useGrants();
  const permissions = required(value, 'shell.noPermissionLabel');
  return (mode === 'or' ? hasPermiOr : hasPermiAnd)(grants, permissions) ? children : null;
}

/** Renders its children only with the roles. */
export function HasRole({ value, mode = 'or', children }: TagProps): ReactNode {
  const grants = useGrants();
  const roles = required(value, 'shell.noRoleLabel');
  return (mode === 'or' ? hasRoleOr : hasRoleAnd)(grants, roles) ? children : null;
}

/** Renders its children only if `action` is among the allowed actions of the page. */
export function HasAction({
  actions,
  action,
  children,
}: {
  readonly actions: readonly string[];
  readonly action: ActionKey;
  readonly children: ReactNode;
}): ReactNode {
  return hasAction(actions, action) ? children : null;
}
