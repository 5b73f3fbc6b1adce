/** Marks in a tree: what is marked has its way from the root marked too, since nothing is reached otherwise. */
import type { TreeNode } from '../../../../lib/contracts/admin/calls/wire.ts';

export interface TreeIndex {
  readonly parentOf: ReadonlyMap<number, number>;
  readonly childrenOf: ReadonlyMap<number, readonly TreeNode[]>;
  readonly ids: readonly number[];
}

export function indexTree(roots: readonly TreeNode[]): TreeIndex {
  const parentOf = new Map<number, number>();
  const childrenOf = new Map<number, readonly TreeNode[]>();
  const ids: number[] = [];
  const walk = (node: TreeNode): void => {
    ids.push(node.id);
    childrenOf.set(node.id, node.children);
    for (const child of node.children) {
      parentOf.set(child.id, node.id);
      walk(child);
    }
  };
  for (const root of roots) walk(root);
  return { parentOf, childrenOf, ids };
}

function below(index: TreeIndex, id: number): readonly number[] {
  return (index.childrenOf.get(id) ?? []).flatMap((child) =>
    child.disabled ? [] : [child.id, ...below(index, child.id)],
  );
}

/**
 * Marking a node marks the way to it and, when `isLinked`, all below it. Taking a mark away takes it from all
 * below. What is disabled keeps its mark, whichever it has.
 */
export function toggleMark(
  index: TreeIndex,
  marked: ReadonlySet<number>,
  id: number,
  isLinked: boolean,
): ReadonlySet<number> {
  const next = new Set(marked);
  if (marked.has(id)) {
    for (const each of [id, ...below(index, id)]) next.delete(each);
    return next;
  }
  for (let at: number | undefined = id; at !== undefined; at = index.parentOf.get(at)) next.add(at);
  if (isLinked) for (const each of below(index, id)) next.add(each);
  return next;
}

/** Some below are marked, and some are not. */
export function isPartly(index: TreeIndex, marked: ReadonlySet<number>, id: number): boolean {
  const all = below(index, id);
  const count = all.filter((each) => marked.has(each)).length;
  return marked.has(id) && count < all.length;
}

/** Nodes whose label holds the words, with the way to them. */
export function filterTree(nodes: readonly TreeNode[], wanted: string): readonly TreeNode[] {
  const word = wanted.trim().toLowerCase();
  if (!word) return nodes;
  return nodes.flatMap((node) => {
    if (node.label.toLowerCase().includes(word)) return [node];
    const children = filterTree(node.children, word);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
