import type { TreeNode } from '../../../contracts/admin/calls/wire.ts';
import { systemDept } from '../../../contracts/admin/resources/system-dept.resource.ts';
import { transact } from '../../../db/transact.ts';
import { takeTurn } from '../../access/take-turn.ts';
import type { CallContext } from '../../console/actor.ts';
import { notFound } from '../../console/admin-error.ts';
import { recordOperations } from '../../resource/operation-log.ts';
import type { ResourceService } from '../../resource/resource-service.ts';
import { tableService } from '../../resource/table-service.ts';
import type { SystemDeps } from '../system-deps.ts';
import { deptBinding } from './dept-binding.ts';
import { deptNodes } from './dept-nodes.ts';
import { reachesDept } from './dept-tree.ts';

export interface DeptChoice {
  readonly deptId: number;
  readonly parentId: number;
  readonly deptName: string;
  readonly orderNum: number;
  readonly status: '0' | '1';
}

export interface DeptService extends ResourceService {
  tree(call: CallContext): Promise<readonly TreeNode[]>;
  /** All within reach but this one and those below it: what it may lie below. */
  except(call: CallContext, deptId: number): Promise<DeptChoice[]>;
  sort(
    call: CallContext,
    moves: readonly { readonly deptId: number; readonly orderNum: number }[],
  ): Promise<void>;
}

export function deptService(deps: SystemDeps): DeptService {
  const { db } = deps.database;
  const table = tableService(deps, deptBinding(deps));
  return {
    ...table,

    tree: (call) => deptNodes(db, call.actor),

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
        .filter(({ id }) => reachesDept(actor, id))
        .map(({ id, parentId, deptName, orderNum, status }) => ({
          deptId: id,
          parentId,
          deptName,
          orderNum,
          status: status === '0' ? '0' : '1',
        }));
    },

    async sort(call, moves) {
      const { actor } = call;
      if (moves.some(({ deptId }) => !reachesDept(actor, deptId))) throw notFound();
      const now = deps.clock.now();
      await transact(db, async (transaction) => {
        await takeTurn(deps.database, transaction, actor.scope);
        const names = new Map<number, string>();
        for (const { deptId, orderNum } of moves) {
          const moved = await transaction
            .updateTable('dept')
            .set((row) => ({
              orderNum,
              version: row('version', '+', 1),
              updatedBy: actor.username,
              updatedAt: now,
            }))
            .where('tenantId', '=', actor.scope.tenantId)
            .where('id', '=', deptId)
            .returning('deptName')
            .executeTakeFirst();
          if (!moved) throw notFound();
          names.set(deptId, moved.deptName);
        }
        await recordOperations(
          deps,
          moves.map(({ deptId, orderNum }) => ({
            call,
            title: systemDept.title,
            type: 'update' as const,
            bizKey: `${systemDept.key}:${deptId}`,
            bizName: names.get(deptId) ?? null,
            diff: [
              {
                field: 'orderNum',
                label: systemDept.fields.orderNum.label['zh-CN'],
                from: null,
                to: orderNum,
              },
            ],
          })),
          transaction,
        );
      });
    },
  };
}
