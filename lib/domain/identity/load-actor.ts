/**
 * Computes a user's permissions from their roles, cached per user, department and permissions version. Every change of
 * roles, menus, departments or role assignments increments the tenant's `permissionsVersion` (`permissionsChanged`), so the next
 * call reads them again.
 */
import type { Kysely, Transaction } from 'kysely';
import { type MaskRule, maskRules } from '../../contracts/admin/field.ts';
import type { Database } from '../../db/schema.ts';
import { type TenantScope, tenantScope } from '../tenancy/tenant-scope.ts';
import { type Actor, adminRole, type DataScope, defaultRole, everyPermission } from './actor.ts';
import type { SessionRow } from './session.repository.ts';

type Reader = Kysely<Database> | Transaction<Database>;

type ActorPermissions = Pick<Actor, 'roleIds' | 'roleKeys' | 'permissions' | 'dataScope' | 'sees'>;

/** The user whose permissions are loaded. */
interface Holder {
  readonly tenantId: string;
  readonly userId: number;
  readonly deptId: number | null;
  readonly isRoot: number;
}

/** Size of the cache; the least recently used entries are dropped first. */
const maxEntries = 2_000;

export type ActorLoader = (row: SessionRow) => Promise<Actor>;

export function actorLoader(db: Reader): ActorLoader {
  const cache = new Map<string, Promise<ActorPermissions>>();

  function actorPermissionsOf(row: SessionRow): Promise<ActorPermissions> {
    const key = `${row.tenantId}/${row.userId}/${row.deptId}/${row.permissionsVersion}`;
    const known = cache.get(key);
    const computed = known ?? readPermissions(db, row);
    cache.delete(key);
    cache.set(key, computed);
    if (!known) {
      computed.catch(() => cache.delete(key));
      for (const oldest of cache.keys()) {
        if (cache.size <= maxEntries) break;
        cache.delete(oldest);
      }
    }
    return computed;
  }

  return async (row) => ({
    ...(await actorPermissionsOf(row)),
    scope: tenantScope(row.tenantId),
    userId: row.userId,
    username: row.username,
    displayName: row.displayName,
    deptId: row.deptId,
    deptName: row.deptName,
    sessionId: row.sessionId,
    mustChangePassword: row.mustChangePassword === 1,
  });
}

/** Invalidates the cached permissions of all users of the tenant. Call it in the transaction of the change. */
export async function permissionsChanged(db: Reader, scope: TenantScope): Promise<void> {
  await db
    .updateTable('tenant')
    .set((row) => ({ permissionsVersion: row('permissionsVersion', '+', 1) }))
    .where('id', '=', scope.tenantId)
    .execute();
}

const everything: Pick<ActorPermissions, 'permissions' | 'dataScope' | 'sees'> = {
  permissions: new Set([everyPermission]),
  dataScope: { kind: 'everything' },
  sees: 'everything',
};

export async function readPermissions(db: Reader, holder: Holder): Promise<ActorPermissions> {
  const roles = await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select(['role.id', 'roleKey', 'isBuiltIn', 'dataScope', 'maskScope', 'maskFields'])
    .where('userRole.userId', '=', holder.userId)
    .where('userRole.tenantId', '=', holder.tenantId)
    .where('role.status', '=', '0')
    .orderBy('roleSort')
    .orderBy('role.id')
    .execute();
  const roleIds = roles.map(({ id }) => id);
  const keys = roles.map(({ roleKey }) => roleKey);
  // Only the built-in role is the administrator role, not another role named `admin`.
  const isAdmin = holder.isRoot === 1 || roles.some((role) => isBuiltInAdmin(role));
  if (isAdmin) return { roleIds, roleKeys: [...new Set([adminRole, ...keys])], ...everything };
  if (roles.length === 0) {
    const none: DataScope = { kind: 'some', deptIds: [], own: false };
    return { roleIds, roleKeys: [defaultRole], permissions: new Set(), dataScope: none, sees: new Set() };
  }
  return {
    roleIds,
    roleKeys: keys.filter((key) => key !== adminRole),
    permissions: await permissionsOf(db, holder, roleIds),
    dataScope: await dataScopeOf(db, holder, roles),
    sees: seesOf(roles),
  };
}

type Role = { readonly id: number; readonly roleKey: string; readonly isBuiltIn: number };

const isBuiltInAdmin = (role: Role) => role.isBuiltIn === 1 && role.roleKey === adminRole;

async function permissionsOf(db: Reader, holder: Holder, roleIds: readonly number[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('roleMenu')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .select('menu.perms')
    .distinct()
    .where('roleMenu.tenantId', '=', holder.tenantId)
    .where('roleMenu.roleId', 'in', [...roleIds])
    .where('menu.status', '=', '0')
    .where('menu.perms', 'is not', null)
    .execute();
  return new Set(
    rows.map(({ perms }) => perms ?? '').filter((perms) => perms !== '' && !perms.includes('*')),
  );
}

async function dataScopeOf(
  db: Reader,
  { tenantId, deptId }: Holder,
  roles: readonly { readonly id: number; readonly dataScope: number }[],
): Promise<DataScope> {
  const scopes = new Set(roles.map(({ dataScope }) => dataScope));
  if (scopes.has(1)) return { kind: 'everything' };
  const deptIds = new Set<number>();
  if (deptId !== null && (scopes.has(3) || scopes.has(4))) deptIds.add(deptId);
  const chosenBy = roles.filter(({ dataScope }) => dataScope === 2).map(({ id }) => id);
  if (chosenBy.length > 0) {
    const chosen = await db
      .selectFrom('roleDept')
      .select('deptId')
      .where('tenantId', '=', tenantId)
      .where('roleId', 'in', chosenBy)
      .execute();
    for (const row of chosen) deptIds.add(row.deptId);
  }
  if (deptId !== null && scopes.has(4)) {
    for (const id of await deptsBelow(db, tenantId, deptId)) deptIds.add(id);
  }
  return { kind: 'some', deptIds: [...deptIds].sort((a, b) => a - b), own: scopes.has(5) };
}

async function deptsBelow(db: Reader, tenantId: string, deptId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dept')
    .select(['id', 'ancestors'])
    .where('tenantId', '=', tenantId)
    .where('ancestors', 'like', `%${deptId}%`)
    .execute();
  return rows.filter(({ ancestors }) => ancestors.split(',').includes(String(deptId))).map(({ id }) => id);
}

function seesOf(
  roles: readonly { readonly maskScope: number; readonly maskFields: string }[],
): ActorPermissions['sees'] {
  if (roles.some(({ maskScope }) => maskScope === 1)) return 'everything';
  const lifted = roles
    .filter(({ maskScope }) => maskScope === 2)
    .flatMap(({ maskFields }) => JSON.parse(maskFields) as unknown[]);
  return new Set(lifted.filter((rule): rule is MaskRule => maskRules.some((known) => known === rule)));
}
