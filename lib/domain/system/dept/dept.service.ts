import type { TreeNode } from '../../../contracts/admin/calls/wire.ts';
import type { systemDept } from '../../../contracts/admin/resources/system-dept.resource.ts';
import type { CallContext } from '../../identity/actor.ts';
import type { ResourceService } from '../../resource/resource-service.ts';
import { tableService } from '../../resource/table-service.ts';
import { shippedDepts } from '../../seed/shipped.ts';
import type { SystemDeps } from '../system-deps.ts';
import { deptBinding } from './dept-binding.ts';
import { deptNodes } from './dept-nodes.ts';
import { coversDept } from './dept-tree.ts';

export interface DeptChoice {
  readonly deptId: number;
  readonly parentId: number;
  readonly deptName: string;
  readonly orderNum: number;
  readonly status: '0' | '1';
}

export interface DeptService extends ResourceService<typeof systemDept> {
  tree(call: CallContext): Promise<readonly TreeNode[]>;
  /** All departments within the data scope except this one and its subdepartments: the possible parents. */
  except(call: CallContext, deptId: number): Promise<DeptChoice[]>;
}

export function deptService(deps: SystemDeps): DeptService {
  const { db } = deps.database;
  const table = tableService(deps, deptBinding(deps));
  return {
    ...table,

    tree: (call) => deptNodes(db, call),

    async except(call, deptId) {
      const { actor } = call;
      const rows = await db
        .selectFrom('dept')
        .select(['id', 'parentId', 'ancestors', 'deptName', 'orderNum', 'status'])
        .where('tenantId', '=', actor.scope.tenantId)
        .orderBy('orderNum')
        .orderBy('id')
        .execute();
      return rows
        .filter(({ id, ancestors }) => id !== deptId && !ancestors.split(',').includes(String(deptId)))
        .filter(({ id }) => coversDept(actor, id))
        .map(({ id, parentId, deptName, orderNum, status }) => ({
          deptId: id,
          parentId,
          deptName: shippedDepts.shown(call.locale, deptName),
          orderNum,
          status: status === '0' ? '0' : '1',
        }));
    },
  };
}
