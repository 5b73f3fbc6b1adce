/**
 * Users cannot grant what they do not have. The permissions of a role are compared with the caller's for every way of
 * granting: creating and editing roles, assigning them, and changing users who have them.
 */
import { type MaskRule, maskRules } from '../../contracts/admin/field.ts';
import { forbidden } from '../errors/admin-error.ts';
import { type Actor, adminRole, can, everyPermission } from '../identity/actor.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { coversDept, coversDepts, deptAndBelow } from './dept/dept-tree.ts';
import type { Reader } from './system-deps.ts';

/** What a role grants. */
export interface RolePermissions {
  /** True for the built-in administrator role, which has all permissions. */
  readonly isAdmin: boolean;
  readonly permissions: readonly string[];
  /** 1 to 5, as `role.dataScope`. */
  readonly dataScope: number;
  /** Only for data scope 2. */
  readonly deptIds: readonly number[];
  readonly maskScope: number;
  readonly maskFields: readonly string[];
}

export const isAlmighty = (actor: Pick<Actor, 'permissions'>) => actor.permissions.has(everyPermission);

/** In the order of `roleIds`; ids that are not roles of the tenant are left out. */
export async function permissionsOfRoles(
  db: Reader,
  { tenantId }: TenantScope,
  roleIds: readonly number[],
): Promise<ReadonlyMap<number, RolePermissions>> {
  if (roleIds.length === 0) return new Map();
  const ids = [...roleIds];
  const roles = await db
    .selectFrom('role')
    .select(['id', 'roleKey', 'isBuiltIn', 'dataScope', 'maskScope', 'maskFields'])
    .where('tenantId', '=', tenantId)
    .where('id', 'in', ids)
    .execute();
  // Disabled menus count too: enabling them would grant their permissions.
  const menus = await db
    .selectFrom('roleMenu')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .select(['roleMenu.roleId', 'menu.perms'])
    .where('roleMenu.tenantId', '=', tenantId)
    .where('roleMenu.roleId', 'in', ids)
    .where('menu.perms', 'is not', null)
    .execute();
  const depts = await db
    .selectFrom('roleDept')
    .select(['roleId', 'deptId'])
    .where('tenantId', '=', tenantId)
    .where('roleId', 'in', ids)
    .execute();
  const permsOf = byRole(menus);
  const deptsOf = byRole(depts);
  return new Map(
    roles.map((role) => [
      role.id,
      {
        isAdmin: role.isBuiltIn === 1 && role.roleKey === adminRole,
        permissions: (permsOf.get(role.id) ?? []).flatMap(({ perms }) => perms ?? []),
        dataScope: role.dataScope,
        deptIds: (deptsOf.get(role.id) ?? []).map(({ deptId }) => deptId),
        maskScope: role.maskScope,
        maskFields: JSON.parse(role.maskFields) as string[],
      },
    ]),
  );
}

function byRole<T extends { readonly roleId: number }>(rows: readonly T[]): ReadonlyMap<number, T[]> {
  const found = new Map<number, T[]>();
  for (const row of rows) {
    const known = found.get(row.roleId);
    if (known) known.push(row);
    else found.set(row.roleId, [row]);
  }
  return found;
}

/** `holderDept`: department of the user who gets the role; undefined without a specific user. */
export async function hasPermissionsOf(
  db: Reader,
  actor: Actor,
  granted: RolePermissions,
  holderDept?: number | null,
): Promise<boolean> {
  if (isAlmighty(actor)) return true;
  if (granted.isAdmin) return false;
  return (
    granted.permissions.every((permission) => can(actor, permission)) &&
    seesAsMuch(actor, granted) &&
    (await coversScope(db, actor, granted, holderDept))
  );
}

/** Roles read per statement, within the parameter limit. */
const rolesAtOnce = 500;

/** Those of `roleIds` that grant nothing the caller lacks, without a specific user. */
export async function assignableRoles(
  db: Reader,
  actor: Actor,
  roleIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (isAlmighty(actor)) return new Set(roleIds);
  const held = new Set<number>();
  for (let at = 0; at < roleIds.length; at += rolesAtOnce)
    for (const [id, granted] of await permissionsOfRoles(
      db,
      actor.scope,
      roleIds.slice(at, at + rolesAtOnce),
    ))
      if (await hasPermissionsOf(db, actor, granted)) held.add(id);
  return held;
}

function seesAsMuch({ sees }: Actor, { maskScope, maskFields }: RolePermissions): boolean {
  if (sees === 'everything' || maskScope === 3) return true;
  if (maskScope === 1) return false;
  return maskFields.every((rule) => !isMaskRule(rule) || sees.has(rule));
}

const isMaskRule = (rule: string): rule is MaskRule => maskRules.some((known) => known === rule);

async function coversScope(
  db: Reader,
  actor: Actor,
  { dataScope, deptIds }: RolePermissions,
  holderDept: number | null | undefined,
): Promise<boolean> {
  if (actor.dataScope.kind === 'everything' || dataScope === 5) return true;
  if (dataScope === 1) return false;
  if (dataScope === 2) return coversDepts(actor, deptIds);
  // The other two scopes depend on the holder's department; without a specific user, on the caller's own.
  const deptId = holderDept === undefined ? actor.deptId : holderDept;
  if (deptId === null) return holderDept !== undefined;
  return dataScope === 3
    ? coversDept(actor, deptId)
    : coversDepts(actor, await deptAndBelow(db, actor.scope, deptId));
}

/** Throws 403 unless the caller has everything that these roles grant to a user of that department. */
export async function requirePermissionsOf(
  db: Reader,
  actor: Actor,
  roleIds: readonly number[],
  holderDept?: number | null,
): Promise<void> {
  for (const granted of (await permissionsOfRoles(db, actor.scope, roleIds)).values()) {
    if (!(await hasPermissionsOf(db, actor, granted, holderDept))) throw forbidden();
  }
}

/**
 * Throws 403 for users with more permissions than the caller: resetting their password, moving them or changing their
 * roles would be a way to obtain those. The first administrator can only be changed by themselves.
 */
export async function mustOutrank(
  db: Reader,
  actor: Actor,
  people: readonly {
    readonly userId: number;
    readonly isRoot: boolean;
    readonly deptId: number | null;
    /** Their roles, if already read. */
    readonly roleIds?: readonly number[];
  }[],
): Promise<void> {
  for (const { userId, isRoot, deptId, roleIds } of people) {
    if (userId === actor.userId) continue;
    if (isRoot) throw forbidden();
    if (isAlmighty(actor)) continue;
    await requirePermissionsOf(db, actor, roleIds ?? (await rolesOfPerson(db, actor.scope, userId)), deptId);
  }
}

async function rolesOfPerson(
  db: Reader,
  { tenantId }: TenantScope,
  userId: number,
): Promise<readonly number[]> {
  const roles = await db
    .selectFrom('userRole')
    .select('roleId')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .execute();
  return roles.map(({ roleId }) => roleId);
}

/** Enabled users with all permissions. */
export async function countAdmins(db: Reader, { tenantId }: TenantScope): Promise<number> {
  const row = await db
    .selectFrom('user')
    .select((build) => build.fn.countAll().as('count'))
    .where('user.tenantId', '=', tenantId)
    .where('user.status', '=', '0')
    .where((build) =>
      build.or([
        build('user.isRoot', '=', 1),
        build.exists(
          build
            .selectFrom('userRole')
            .innerJoin('role', 'role.id', 'userRole.roleId')
            .select('role.id')
            .whereRef('userRole.userId', '=', 'user.id')
            .where('role.roleKey', '=', adminRole)
            .where('role.isBuiltIn', '=', 1),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
