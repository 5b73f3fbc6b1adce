/** Where a row may lie, as far as its definition tells: pages offer no place that the server refuses. */
import type { TreeDef } from '../../../../lib/contracts/admin/define-resource.ts';

/** Ids as text; that of the root is `rootId`. */
export interface PlacedRow {
  readonly id: string;
  readonly parentId: string;
  /** Null where it does not matter. */
  readonly kind: string | null;
}

export const rootId = '0';

export interface Placed {
  /** Null: one that is not there yet. */
  readonly id: string | null;
  readonly kind: string | null;
}

/** `isRootClosed`: nobody but those who reach everything brings rows there; a row that is there may stay. */
export type OpenTree = TreeDef & { readonly isRootClosed?: boolean };

/** What a row may lie below: ids of rows, and the root's. */
export function placesFor(tree: OpenTree, rows: readonly PlacedRow[], row: Placed): ReadonlySet<string> {
  const parents = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  const own = row.id === null ? new Map<string, number>() : levelsBelow(rows, row.id);
  const height = Math.max(1, ...own.values());
  const kinds = row.kind === null ? undefined : tree.kinds?.below[row.kind];
  const fits = (id: string, kind: string | null, level: number) =>
    !own.has(id) && (!kinds || kinds.includes(kind)) && level + height <= (tree.maxDepth ?? Infinity);
  const found = rows.filter(({ id, kind }) => fits(id, kind, levelOf(parents, id))).map(({ id }) => id);
  const isOpen = !tree.isRootClosed || (row.id !== null && parents.get(row.id) === rootId);
  return new Set(isOpen && fits(rootId, null, 0) ? [rootId, ...found] : found);
}

/** 1 at the root, or where the parent is beyond reach. */
function levelOf(parents: ReadonlyMap<string, string>, id: string): number {
  const above = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && parents.has(at) && !above.has(at); ) {
    above.add(at);
    at = parents.get(at);
  }
  return above.size;
}

/** A row, 1, and all below it, each by its level. */
function levelsBelow(rows: readonly PlacedRow[], id: string): ReadonlyMap<string, number> {
  const levels = new Map([[id, 1]]);
  for (const [at, level] of levels)
    for (const row of rows) if (row.parentId === at && !levels.has(row.id)) levels.set(row.id, level + 1);
  return levels;
}
