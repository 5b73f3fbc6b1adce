/** Allowed parents of a row, as far as the definition specifies them; places the server would reject are not offered. */
import type { TreeDef } from '../../../../lib/contracts/admin/define-resource.ts';

/** Ids as text; the id of the root is `rootId`. */
export interface PlacedRow {
  readonly id: string;
  readonly parentId: string;
  /** Null if the tree does not distinguish kinds. */
  readonly kind: string | null;
}

export const rootId = '0';

export interface Placed {
  /** Null: a new row. */
  readonly id: string | null;
  readonly kind: string | null;
}

/** `isRootClosed`: only users with access to all data may move rows to the root. Rows already there may stay. */
export type OpenTree = TreeDef & { readonly isRootClosed?: boolean };

/** Ids of the allowed parents, including the root. */
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

/** 1 at the root, or if the parent is outside the data scope. */
function levelOf(parents: ReadonlyMap<string, string>, id: string): number {
  const above = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && parents.has(at) && !above.has(at); ) {
    above.add(at);
    at = parents.get(at);
  }
  return above.size;
}

/** Levels of a row (1) and its descendants. */
function levelsBelow(rows: readonly PlacedRow[], id: string): ReadonlyMap<string, number> {
  const levels = new Map([[id, 1]]);
  for (const [at, level] of levels)
    for (const row of rows) if (row.parentId === at && !levels.has(row.id)) levels.set(row.id, level + 1);
  return levels;
}
