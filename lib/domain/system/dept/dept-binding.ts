import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { systemDept } from '../../../contracts/admin/resources/system-dept.resource.ts';
import { systemUser } from '../../../contracts/admin/resources/system-user.resource.ts';
import type { MadeOf, RowOf, UpdateOf } from '../../../contracts/admin/row-types.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import { invalid, refused } from '../../errors/admin-error.ts';
import type { Actor } from '../../identity/actor.ts';
import { permissionsChanged } from '../../identity/load-actor.ts';
import { inUse } from '../../resource/rows-in-use.ts';
import type { Change, ServerResource } from '../../resource/server-resource.ts';
import { shippedDepts } from '../../seed/shipped.ts';
import type { TenantScope } from '../../tenancy/tenant-scope.ts';
import type { Reader, SystemDeps } from '../system-deps.ts';
import { leavesChildren } from '../tree.ts';
import { coversDept, coversDepts } from './dept-tree.ts';

type Dept = RowOf<typeof systemDept>;
type NewDept = MadeOf<typeof systemDept>;
type Changes = UpdateOf<typeof systemDept>;

const texts = {
  below: {
    'zh-CN': '上级部门不能选择自己或自己的下级部门',
    'en-US': 'A department cannot be moved under itself or its subdepartments',
  },
  enabledBelow: {
    'zh-CN': '该部门包含未停用的子部门',
    'en-US': 'The department has active subdepartments',
  },
  belowOut: {
    'zh-CN': '下级部门超出您的数据权限范围',
    'en-US': 'Some subdepartments are outside your data scope',
  },
  offAbove: { 'zh-CN': '上级部门已停用', 'en-US': 'The parent department is disabled' },
  children: {
    'zh-CN': '存在下级部门，不允许删除',
    'en-US': 'The department has subdepartments and cannot be deleted',
  },
  root: {
    'zh-CN': '没有权限在根级操作部门',
    'en-US': 'You do not have permission to change top-level departments',
  },
  deep: { 'zh-CN': '部门最多 20 级', 'en-US': 'Departments can have at most 20 levels' },
  parent: { 'zh-CN': '上级部门不存在', 'en-US': 'The parent department does not exist' },
} as const satisfies Record<string, LocalText>;
const { maxDepth } = systemDept.tree;

export function deptBinding(deps: SystemDeps): ServerResource<typeof systemDept> {
  const changed = ({ call, transaction }: Change) => permissionsChanged(transaction, call.actor.scope);
  return {
    definition: systemDept,
    table: 'dept',
    isSerialized: true,
    columns: { leaderName: null },
    shipped: { deptName: shippedDepts },
    // Not by columns: a new department is not in any user's list of departments yet.
    dataScope: 'none',
    only: (call) => inDataScope(call.actor),
    madeWith: () => ({ ancestors: '' }),
    before: { create: beforeCreate, update: beforeUpdate, remove: beforeRemove },
    after: {
      async create(change, id, values) {
        const { call, transaction } = change;
        const ancestors = await ancestorsBelow(transaction, call.actor.scope, values.parentId);
        await setAncestors(change, id, ancestors);
        await changed(change);
      },
      async update(change, id, values, row) {
        const { parentId } = values;
        if (parentId != null && parentId !== row.parentId) {
          await moveBelow(change, id, row.ancestors ?? '', parentId);
        }
        await changed(change);
      },
      remove: changed,
    },
    decorate: (call, rows) => withLeaders(deps.database.db, call.actor.scope, rows),
  };
}

function inDataScope({ dataScope }: Actor): RawBuilder<SqlBool> {
  if (dataScope.kind === 'everything') return sql<SqlBool>`1 = 1`;
  if (dataScope.deptIds.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`${sql.ref('id')} in (${sql.join([...dataScope.deptIds])})`;
}

async function beforeCreate({ call, transaction }: Change, values: NewDept): Promise<NewDept> {
  const { parentId } = values;
  if (parentId === 0) {
    if (call.actor.dataScope.kind !== 'everything') throw refused(texts.root);
    return values;
  }
  const parent = await deptRow(transaction, call.actor.scope, parentId);
  if (!parent || !coversDept(call.actor, parentId)) {
    throw invalid([{ path: 'parentId', message: texts.parent }]);
  }
  if (parent.status !== '0') throw refused(texts.offAbove);
  if (parent.ancestors.split(',').length + 2 > maxDepth) throw refused(texts.deep);
  return values;
}

async function beforeUpdate({ call, transaction }: Change, row: Dept, values: Changes): Promise<Changes> {
  const { scope } = call.actor;
  const { deptId: id, ancestors = '' } = row;
  const { parentId } = values;
  if (parentId !== undefined && parentId !== row.parentId) {
    if (parentId === 0 && call.actor.dataScope.kind !== 'everything') throw refused(texts.root);
    const parent = parentId === 0 ? null : await deptRow(transaction, scope, parentId);
    if (parentId !== 0 && (!parent || !coversDept(call.actor, parentId))) {
      throw invalid([{ path: 'parentId', message: texts.parent }]);
    }
    if (parentId === id || parent?.ancestors.split(',').includes(String(id))) {
      throw invalid([{ path: 'parentId', message: texts.below }]);
    }
    if (parent && parent.status !== '0' && (values.status ?? row.status) === '0') {
      throw refused(texts.offAbove);
    }
    const below = await deptsBelow(transaction, scope, id);
    // They move along, and may come into the data scope of users whom the caller cannot assign them to.
    const ids = below.map((one) => one.id);
    if (!coversDepts(call.actor, ids)) throw refused(texts.belowOut);
    const height = Math.max(0, ...below.map((one) => depth(one.ancestors) - depth(ancestors ?? '')));
    if ((parent ? depth(parent.ancestors) + 1 : 0) + 1 + height > maxDepth) throw refused(texts.deep);
  }
  if (values.status === '1' && row.status !== '1') {
    const below = await deptsBelow(transaction, scope, id);
    if (below.some(({ status }) => status === '0')) throw refused(texts.enabledBelow);
  }
  if (values.status === '0' && row.status !== '0') {
    const above = (ancestors ?? '').split(',').map(Number);
    const off = await transaction
      .selectFrom('dept')
      .select('id')
      .where('tenantId', '=', scope.tenantId)
      .where('id', 'in', above)
      .where('status', '!=', '0')
      .limit(1)
      .executeTakeFirst();
    if (off) throw refused(texts.offAbove);
  }
  return values;
}

async function beforeRemove({ call, transaction }: Change, rows: readonly Dept[]): Promise<void> {
  const { tenantId } = call.actor.scope;
  const ids = rows.map(({ deptId }) => deptId);
  if (await leavesChildren(transaction, 'dept', call.actor.scope, ids)) throw refused(texts.children);
  for (const { deptId } of rows) {
    const { count } = await transaction
      .selectFrom('user')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenantId', '=', tenantId)
      .where('deptId', '=', deptId)
      .executeTakeFirstOrThrow();
    if (Number(count) > 0) {
      const text = {
        'zh-CN': `部门存在 ${count} 个用户，不允许删除`,
        'en-US': `The department has users (${count}) and cannot be deleted`,
      };
      const query = { deptId: String(deptId) };
      throw inUse(call, text, [{ resource: systemUser, count: Number(count), query }]);
    }
  }
}

const depth = (ancestors: string) => ancestors.split(',').length;

function deptRow(db: Reader, { tenantId }: TenantScope, id: number) {
  return db
    .selectFrom('dept')
    .select(['id', 'parentId', 'ancestors', 'status'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

async function deptsBelow(db: Reader, { tenantId }: TenantScope, id: number) {
  const rows = await db
    .selectFrom('dept')
    .select(['id', 'ancestors', 'status'])
    .where('tenantId', '=', tenantId)
    .where('ancestors', 'like', `%${id}%`)
    .execute();
  return rows.filter(({ ancestors }) => ancestors.split(',').includes(String(id)));
}

async function ancestorsBelow(db: Reader, scope: TenantScope, parentId: number): Promise<string> {
  if (parentId === 0) return '0';
  const parent = await deptRow(db, scope, parentId);
  return `${parent?.ancestors ?? '0'},${parentId}`;
}

async function setAncestors({ call, transaction }: Change, id: number, ancestors: string): Promise<void> {
  await transaction
    .updateTable('dept')
    .set({ ancestors })
    .where('tenantId', '=', call.actor.scope.tenantId)
    .where('id', '=', id)
    .execute();
}

/** Updates the ancestors of the department and the prefix of those of all subdepartments. */
async function moveBelow(change: Change, id: number, oldAncestors: string, parentId: number): Promise<void> {
  const { call, transaction } = change;
  const { scope } = call.actor;
  const below = await deptsBelow(transaction, scope, id);
  const ancestors = await ancestorsBelow(transaction, scope, parentId);
  await setAncestors(change, id, ancestors);
  for (const one of below) {
    await setAncestors(change, one.id, `${ancestors}${one.ancestors.slice(oldAncestors.length)}`);
  }
}

async function withLeaders(
  db: Reader,
  { tenantId }: TenantScope,
  rows: readonly Dept[],
): Promise<readonly Dept[]> {
  const ids = rows.flatMap(({ leaderUserId }) => leaderUserId ?? []);
  if (ids.length === 0) return rows.map((row) => ({ ...row, leaderName: null }));
  const people = await db
    .selectFrom('user')
    .select(['id', 'displayName'])
    .where('tenantId', '=', tenantId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]));
  return rows.map((row) => ({ ...row, leaderName: names.get(row.leaderUserId ?? 0) ?? null }));
}
