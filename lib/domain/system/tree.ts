import type { TreeNode } from '../../contracts/admin/calls/wire.ts';

export interface FlatNode {
  readonly id: number;
  readonly parentId: number;
  readonly label: string;
  readonly disabled?: boolean;
}

/** In the order given. A row whose parent is not among them stands at the root. */
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
