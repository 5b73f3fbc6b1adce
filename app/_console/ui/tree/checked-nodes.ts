/** Checked nodes of a tree: menus, whose ancestors are checked too, and departments, which are independent. */
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';

export interface TreeIndex {
  readonly parentOf: ReadonlyMap<number, number>;
  readonly childrenOf: ReadonlyMap<number, readonly TreeNode[]>;
  readonly ids: readonly number[];
  /** Visible but disabled nodes. */
  readonly off: ReadonlySet<number>;
}

export function indexTree(roots: readonly TreeNode[]): TreeIndex {
  const parentOf = new Map<number, number>();
  const childrenOf = new Map<number, readonly TreeNode[]>();
  const ids: number[] = [];
  const off = new Set<number>();
  const walk = (node: TreeNode): void => {
    ids.push(node.id);
    if (node.disabled) off.add(node.id);
    childrenOf.set(node.id, node.children);
    for (const child of node.children) {
      parentOf.set(child.id, node.id);
      walk(child);
    }
  };
  for (const root of roots) walk(root);
  return { parentOf, childrenOf, ids, off };
}

/** Enabled nodes below a node. */
function below(index: TreeIndex, id: number): readonly number[] {
  return (index.childrenOf.get(id) ?? []).flatMap((child) => [
    ...(child.disabled ? [] : [child.id]),
    ...below(index, child.id),
  ]);
}

export interface MarkRule {
  /** Checking a node checks its descendants. */
  readonly isLinked: boolean;
  /** Checking a node checks its ancestors: a page is only reachable through its directories. */
  readonly needsMethod: boolean;
}

/** Unchecking also unchecks descendants, as they would be unreachable. Disabled nodes keep their state. */
export function toggleMark(
  index: TreeIndex,
  marked: ReadonlySet<number>,
  id: number,
  { isLinked, needsMethod }: MarkRule,
): ReadonlySet<number> {
  const next = new Set(marked);
  if (marked.has(id)) {
    next.delete(id);
    if (isLinked || needsMethod) for (const each of below(index, id)) next.delete(each);
  } else {
    next.add(id);
    if (isLinked) for (const each of below(index, id)) next.add(each);
  }
  return needsMethod ? withWays(index, next) : next;
}

export function markAll(index: TreeIndex, marked: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...marked, ...index.ids.filter((id) => !index.off.has(id))]);
}

export function markNone(
  index: TreeIndex,
  marked: ReadonlySet<number>,
  { needsMethod }: MarkRule,
): ReadonlySet<number> {
  const kept = new Set([...marked].filter((id) => index.off.has(id)));
  return needsMethod ? withWays(index, kept) : kept;
}

function withWays(index: TreeIndex, marked: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(marked);
  for (const id of marked) {
    for (let at = index.parentOf.get(id); at !== undefined; at = index.parentOf.get(at)) all.add(at);
  }
  return all;
}

/**
 * Indeterminate: unchecked with checked descendants; if ancestors are always checked: checked with unchecked
 * descendants.
 */
export function isPartly(
  index: TreeIndex,
  marked: ReadonlySet<number>,
  id: number,
  { needsMethod }: MarkRule,
): boolean {
  const all = below(index, id);
  const count = all.filter((each) => marked.has(each)).length;
  return marked.has(id) ? needsMethod && count < all.length : count > 0;
}

/** Nodes whose label contains the search text, with their ancestors. */
export function filterTree(nodes: readonly TreeNode[], search: string): readonly TreeNode[] {
  const word = search.trim().toLowerCase();
  if (!word) return nodes;
  return nodes.flatMap((node) => {
    if (node.label.toLowerCase().includes(word)) return [node];
    const children = filterTree(node.children, word);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
