import type { Transaction } from 'kysely';
import { maskRules } from '../../../contracts/admin/field.ts';
import { systemRole } from '../../../contracts/admin/resources/system-role.resource.ts';
import { systemUser } from '../../../contracts/admin/resources/system-user.resource.ts';
import type { RowOf, UpdateOf, WrittenOf } from '../../../contracts/admin/row-types.ts';
import type { Database } from '../../../db/schema.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import { forbidden, invalid, refused } from '../../errors/admin-error.ts';
import { type Actor, adminRole, defaultRole } from '../../identity/actor.ts';
import { permissionsChanged } from '../../identity/load-actor.ts';
import { assigned } from '../../resource/rows-in-use.ts';
import type { Change, ServerResource } from '../../resource/server-resource.ts';
import { shippedRoles } from '../../seed/shipped.ts';
import type { TenantScope } from '../../tenancy/tenant-scope.ts';
import { coversDept } from '../dept/dept-tree.ts';
import { hasPermissionsOf, permissionsOfRoles, type RolePermissions } from '../grants.ts';
import { complete, idsOf, sameIds, without } from '../protected-fields.ts';
import type { Reader, SystemDeps } from '../system-deps.ts';

type Role = RowOf<typeof systemRole>;
type Written = WrittenOf<typeof systemRole>;

const texts = {
  builtIn: {
    'zh-CN': '不允许操作超级管理员角色',
    'en-US': 'The super administrator role cannot be changed',
  },
  reserved: { 'zh-CN': '该权限字符为系统保留', 'en-US': 'This key is reserved' },
  mask: { 'zh-CN': '脱敏规则不存在', 'en-US': 'Unknown masking rule' },
} as const satisfies Record<string, LocalText>;

const reservedKeys = new Set([adminRole, defaultRole].map((key) => key.toLowerCase()));

/** 1 to 5 are texts in the API: values of a closed set. */
const numbered = (column: string) => ({
  column,
  read: (stored: unknown) => String(stored),
  write: (value: unknown) => Number(value),
});

export function roleBinding(deps: SystemDeps): ServerResource<typeof systemRole> {
  return {
    definition: systemRole,
    table: 'role',
    isSerialized: true,
    columns: {
      dataScope: numbered('dataScope'),
      maskScope: numbered('maskScope'),
      menuIds: null,
      deptIds: null,
      userCount: null,
    },
    dataScope: 'none',
    shipped: { roleName: shippedRoles },
    madeWith: () => ({ isBuiltIn: 0, maskFields: '[]' }),
    before: {
      async create({ call, transaction }, values) {
        checkKey(values);
        const merged = consistent(values, values);
        await requireRolePermissions(
          transaction,
          call.actor,
          await permissionsOf(transaction, call.actor, merged),
        );
        return merged;
      },
      update: beforeUpdate,
      remove: beforeRemove,
    },
    after: {
      async create({ call, transaction }, id, values) {
        await writePairs(transaction, call.actor.scope, id, values);
        await permissionsChanged(transaction, call.actor.scope);
      },
      async update({ call, transaction }, id, values) {
        await writePairs(transaction, call.actor.scope, id, values);
        await permissionsChanged(transaction, call.actor.scope);
      },
      remove: ({ call, transaction }) => permissionsChanged(transaction, call.actor.scope),
    },
    decorate: (call, rows) => withUserCounts(deps.database.db, call.actor.scope, rows),
  };
}

function checkKey({ roleKey: key }: Written): void {
  if (key && reservedKeys.has(key.toLowerCase())) {
    throw invalid([{ path: 'roleKey', message: texts.reserved }]);
  }
}

/** Departments exist for data scope 2 only, mask rules for mask scope 2 only. `merged`: including unchanged values. */
function consistent<Values extends Written>(values: Values, merged: Written) {
  const rules = merged.maskFields ?? [];
  if (rules.some((rule) => !maskRules.some((known) => known === rule))) {
    throw invalid([{ path: 'maskFields', message: texts.mask }]);
  }
  return {
    ...values,
    ...(merged.dataScope === '2' ? {} : { deptIds: [] }),
    ...(merged.maskScope === '2' ? {} : { maskFields: [] }),
  };
}

/** The permissions of a role with these values. */
async function permissionsOf(db: Reader, { scope }: Actor, merged: Written): Promise<RolePermissions> {
  const menuIds = idsOf(merged, 'menuIds') ?? [];
  const menus =
    menuIds.length === 0
      ? []
      : await db
          .selectFrom('menu')
          .select('perms')
          .where('tenantId', '=', scope.tenantId)
          .where('id', 'in', [...menuIds])
          .where('perms', 'is not', null)
          .execute();
  return {
    isAdmin: false,
    permissions: menus.flatMap(({ perms }) => perms || []),
    dataScope: Number(merged.dataScope),
    deptIds: idsOf(merged, 'deptIds') ?? [],
    maskScope: Number(merged.maskScope),
    maskFields: [...(merged.maskFields ?? [])],
  };
}

async function requireRolePermissions(
  db: Reader,
  actor: Actor,
  granted: RolePermissions | undefined,
): Promise<void> {
  if (!granted || !(await hasPermissionsOf(db, actor, granted))) throw forbidden();
}

async function beforeUpdate(
  { call, transaction }: Change,
  row: Role,
  values: UpdateOf<typeof systemRole>,
): Promise<Written> {
  const { actor } = call;
  if (row.isBuiltIn === true) throw refused(texts.builtIn);
  if (values.roleKey !== row.roleKey) checkKey(values);
  const { roleId } = row;
  const current = (await permissionsOfRoles(transaction, actor.scope, [roleId])).get(roleId);
  await requireRolePermissions(transaction, actor, current);
  const pairs = await pairsOfRole(transaction, actor.scope, roleId);
  complete(row, pairs);
  const next = consistent(values, { ...row, ...values });
  const granted = await permissionsOf(transaction, actor, { ...row, ...next });
  await requireRolePermissions(transaction, actor, granted);
  const isSwitchedOn = values.status === '0' && row.status !== '0';
  if (current && (isSwitchedOn || givesMore(current, granted))) {
    await requireHoldersInScope(transaction, actor, roleId, granted);
  }
  const same = (['menuIds', 'deptIds'] as const).filter((name) => {
    const ids = idsOf(next, name);
    return ids !== undefined && sameIds(ids, pairs[name]);
  });
  return without(next, same);
}

/** Scopes are compared for equality: which of two is wider depends on the holder. */
function givesMore(current: RolePermissions, next: RolePermissions): boolean {
  const all = <T>(known: readonly T[], wanted: readonly T[]) => wanted.every((one) => known.includes(one));
  return (
    !all(current.permissions, next.permissions) ||
    current.dataScope !== next.dataScope ||
    !all(current.deptIds, next.deptIds) ||
    current.maskScope !== next.maskScope ||
    !all(current.maskFields, next.maskFields)
  );
}

/** Extending a role extends it for all its holders, so the rules of assigning it apply to each of them. */
async function requireHoldersInScope(
  db: Reader,
  actor: Actor,
  roleId: number,
  granted: RolePermissions,
): Promise<void> {
  const { dataScope, scope } = actor;
  if (dataScope.kind === 'everything') return;
  const others = await db
    .selectFrom('userRole')
    .innerJoin('user', 'user.id', 'userRole.userId')
    .select('user.deptId')
    .distinct()
    .where('userRole.tenantId', '=', scope.tenantId)
    .where('userRole.roleId', '=', roleId)
    .where('userRole.userId', '!=', actor.userId)
    .execute();
  for (const { deptId } of others) {
    const isInDataScope = deptId !== null && coversDept(actor, deptId);
    if (!isInDataScope || !(await hasPermissionsOf(db, actor, granted, deptId))) throw forbidden();
  }
}

async function beforeRemove({ call, transaction }: Change, rows: readonly Role[]): Promise<void> {
  const { actor } = call;
  if (rows.some((row) => row.isBuiltIn === true)) throw refused(texts.builtIn);
  const ids = rows.map(({ roleId }) => roleId);
  for (const granted of (await permissionsOfRoles(transaction, actor.scope, ids)).values()) {
    await requireRolePermissions(transaction, actor, granted);
  }
  const counted = await withUserCounts(transaction, actor.scope, rows);
  const used = counted.find(({ userCount }) => (userCount ?? 0) > 0);
  if (used) {
    const { roleId, userCount } = used;
    const page = '/system/role/authUser';
    const users = { resource: systemUser, count: userCount ?? 0, query: { roleId: String(roleId) }, page };
    throw assigned(call, used.roleName, users);
  }
  for (const row of rows) complete(row, await pairsOfRole(transaction, actor.scope, row.roleId));
}

export async function pairsOfRole(db: Reader, { tenantId }: TenantScope, roleId: number) {
  const menus = await db
    .selectFrom('roleMenu')
    .select('menuId')
    .where('tenantId', '=', tenantId)
    .where('roleId', '=', roleId)
    .orderBy('menuId')
    .execute();
  const depts = await db
    .selectFrom('roleDept')
    .select('deptId')
    .where('tenantId', '=', tenantId)
    .where('roleId', '=', roleId)
    .orderBy('deptId')
    .execute();
  return { menuIds: menus.map(({ menuId }) => menuId), deptIds: depts.map(({ deptId }) => deptId) };
}

async function writePairs(
  transaction: Transaction<Database>,
  { tenantId }: TenantScope,
  roleId: number,
  values: Written,
): Promise<void> {
  const menuIds = idsOf(values, 'menuIds');
  if (menuIds) {
    await transaction
      .deleteFrom('roleMenu')
      .where('tenantId', '=', tenantId)
      .where('roleId', '=', roleId)
      .execute();
    // Each row has three parameters; databases limit them per statement.
    for (let at = 0; at < menuIds.length; at += 500) {
      await transaction
        .insertInto('roleMenu')
        .values(menuIds.slice(at, at + 500).map((menuId) => ({ tenantId, roleId, menuId })))
        .execute();
    }
  }
  const deptIds = idsOf(values, 'deptIds');
  if (deptIds) {
    await transaction
      .deleteFrom('roleDept')
      .where('tenantId', '=', tenantId)
      .where('roleId', '=', roleId)
      .execute();
    for (let at = 0; at < deptIds.length; at += 500) {
      await transaction
        .insertInto('roleDept')
        .values(deptIds.slice(at, at + 500).map((deptId) => ({ tenantId, roleId, deptId })))
        .execute();
    }
  }
}

async function withUserCounts(
  db: Reader,
  { tenantId }: TenantScope,
  rows: readonly Role[],
): Promise<readonly Role[]> {
  const counts = await db
    .selectFrom('userRole')
    .select(['roleId', (build) => build.fn.countAll().as('count')])
    .where('tenantId', '=', tenantId)
    .where(
      'roleId',
      'in',
      rows.map(({ roleId }) => roleId),
    )
    .groupBy('roleId')
    .execute();
  const countOf = new Map(counts.map(({ roleId, count }) => [roleId, Number(count)]));
  return rows.map((row) => ({ ...row, userCount: countOf.get(row.roleId) ?? 0 }));
}
