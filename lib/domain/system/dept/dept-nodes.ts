import type { TreeNode } from '../../../contracts/admin/calls/wire.ts';
import type { CallContext } from '../../identity/actor.ts';
import { shippedDepts } from '../../seed/shipped.ts';
import type { Reader } from '../system-deps.ts';
import { toTree } from '../tree.ts';
import { coversDept } from './dept-tree.ts';

/** Departments within the data scope, as a tree. */
export async function deptNodes(db: Reader, { actor, locale }: CallContext): Promise<readonly TreeNode[]> {
  const rows = await db
    .selectFrom('dept')
    .select(['id', 'parentId', 'deptName', 'status'])
    .where('tenantId', '=', actor.scope.tenantId)
    .orderBy('orderNum')
    .orderBy('id')
    .execute();
  const inScope = rows.filter(({ id }) => coversDept(actor, id));
  return toTree(
    inScope.map(({ id, parentId, deptName, status }) => ({
      id,
      parentId,
      label: shippedDepts.shown(locale, deptName),
      disabled: status !== '0',
    })),
  );
}
