import type { TreeNode } from '../../contracts/admin/calls/wire.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { Reader } from './system-deps.ts';

export interface FlatNode {
  readonly id: number;
  readonly parentId: number;
  readonly label: string;
  readonly disabled?: boolean;
}

/** In the given order. A row whose parent is not among the rows is placed at the root. */
export function toTree(rows: readonly FlatNode[]): readonly TreeNode[] {
  const known = new Set(rows.map(({ id }) => id));
  const below = new Map<number, FlatNode[]>();
  for (const row of rows) {
    const parent = known.has(row.parentId) && row.parentId !== row.id ? row.parentId : 0;
    below.set(parent, [...(below.get(parent) ?? []), row]);
  }
  const nodes = (parentId: number): TreeNode[] =>
    (below.get(parentId) ?? []).map(({ id, label, parentId: parent, disabled }) => ({
      id,
      label,
      parentId: parent,
      ...(disabled ? { disabled } : {}),
      children: nodes(id),
    }));
  return nodes(0);
}

/** True when removing these rows would leave children behind. */
export async function leavesChildren(
  db: Reader,
  table: 'dept' | 'menu',
  { tenantId }: TenantScope,
  ids: readonly number[],
): Promise<boolean> {
  const child = await db
    .selectFrom(table)
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('parentId', 'in', ids)
    .where('id', 'not in', ids)
    .limit(1)
    .executeTakeFirst();
  return child !== undefined;
}
