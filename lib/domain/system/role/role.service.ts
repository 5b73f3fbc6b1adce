import type { TreeNode } from '../../../contracts/admin/calls/wire.ts';
import type { systemRole } from '../../../contracts/admin/resources/system-role.resource.ts';
import type { Row } from '../../../contracts/admin/row-types.ts';
import { notFound } from '../../errors/admin-error.ts';
import type { CallContext } from '../../identity/actor.ts';
import type { ResourceService } from '../../resource/resource-service.ts';
import { tableService } from '../../resource/table-service.ts';
import { shippedRoles } from '../../seed/shipped.ts';
import { deptNodes } from '../dept/dept-nodes.ts';
import { assignableRoles, permissionsOfRoles } from '../grants.ts';
import type { SystemDeps } from '../system-deps.ts';
import { pairsOfRole, roleBinding } from './role-binding.ts';
import { roleUsers } from './role-users.ts';

export interface RoleOption {
  readonly roleId: number;
  readonly roleName: string;
  readonly roleKey: string;
  readonly status: '0' | '1';
  readonly assignable: boolean;
}

export interface RoleService extends ResourceService<typeof systemRole>, ReturnType<typeof roleUsers> {
  setScope(call: CallContext, roleId: number, values: Row, version: number): Promise<void>;
  /** Enabled roles. */
  choices(call: CallContext): Promise<RoleOption[]>;
  deptTree(
    call: CallContext,
    roleId: number,
  ): Promise<{ readonly depts: TreeNode[]; readonly checkedKeys: number[] }>;
}

export function roleService(deps: SystemDeps): RoleService {
  const { db } = deps.database;
  const table = tableService(deps, roleBinding(deps));

  async function mustExist(call: CallContext, roleId: number): Promise<void> {
    if (!(await permissionsOfRoles(db, call.actor.scope, [roleId])).has(roleId)) throw notFound();
  }

  return {
    ...table,
    ...roleUsers(deps),

    async get(call, id) {
      const row = await table.get(call, id);
      return { ...row, ...(await pairsOfRole(db, call.actor.scope, row.roleId)) };
    },

    // Filters all roles before limiting, so that a list of 50 has 50 assignable roles.
    async offers(call, query) {
      const { actor } = call;
      const rows = await db
        .selectFrom('role')
        .select('id')
        .where('tenantId', '=', actor.scope.tenantId)
        .execute();
      const among = await assignableRoles(
        db,
        actor,
        rows.map(({ id }) => id),
      );
      return table.options(call, { ...query, among: [...among] });
    },

    setScope: (call, roleId, values, version) => table.update(call, roleId, values, version),

    async choices(call) {
      const { actor } = call;
      const rows = await db
        .selectFrom('role')
        .select(['id', 'roleName', 'roleKey'])
        .where('tenantId', '=', actor.scope.tenantId)
        .where('status', '=', '0')
        .orderBy('roleSort')
        .orderBy('id')
        .execute();
      const held = await assignableRoles(
        db,
        actor,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id, roleName, roleKey }) => ({
        roleId: id,
        roleName: shippedRoles.shown(call.locale, roleName),
        roleKey,
        status: '0',
        assignable: held.has(id),
      }));
    },

    async deptTree(call, roleId) {
      await mustExist(call, roleId);
      const depts = [...(await deptNodes(db, call))];
      return { depts, checkedKeys: (await pairsOfRole(db, call.actor.scope, roleId)).deptIds };
    },
  };
}
