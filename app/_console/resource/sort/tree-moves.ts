/** Moves of rows in a tree: changed sort numbers and possible steps. Pure functions. */
import type { ResourceDef, TreeDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { idOf, type Row, type RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { idFromText, versionOf } from '../data/row.ts';
import { type PlacedRow, placesFor, rootId } from '../data/tree-places.ts';

export type SortedTree = TreeDef & { readonly orderField: string };

/** Null if the resource is not sorted manually. */
export function sortedTree({ tree }: ResourceDef): SortedTree | null {
  return tree?.orderField === undefined ? null : { ...tree, orderField: tree.orderField };
}

/** `index`: position among the new siblings, without the row itself, from 0. */
export interface Place {
  readonly parentId: RowId;
  readonly index: number;
}

/** One row to send. `parentId` only if it changes. */
export interface Move {
  readonly id: RowId;
  readonly order: number;
  readonly parentId?: RowId;
  readonly version?: number;
}

export type Step = 'up' | 'down' | 'in' | 'out';
export const steps: readonly Step[] = ['up', 'down', 'in', 'out'];

/** All rows of a tree in display order. */
export interface Sorting {
  readonly definition: ResourceDef;
  readonly tree: SortedTree;
  readonly rows: readonly Row[];
}

export const parentOf = (tree: TreeDef, row: Row): RowId =>
  (row[tree.parentField] as RowId | null | undefined) ?? idFromText(rootId);
const orderOf = (tree: SortedTree, row: Row): number => Number(row[tree.orderField] ?? 0);

export function siblingsIn({ tree, rows }: Sorting, parentId: RowId): readonly Row[] {
  return rows.filter((row) => parentOf(tree, row) === parentId);
}

export function allowedParents({ definition, tree, rows }: Sorting, row: Row): ReadonlySet<string> {
  const kindOf = (one: Row) => (tree.kinds ? String(one[tree.kinds.field] ?? '') : null);
  const placed = rows.map(
    (one): PlacedRow => ({
      id: String(idOf(definition, one)),
      parentId: String(parentOf(tree, one)),
      kind: kindOf(one),
    }),
  );
  return placesFor(tree, placed, { id: String(idOf(definition, row)), kind: kindOf(row) });
}

function moveOf({ definition, tree }: Sorting, row: Row, order: number, parentId: RowId): Move | null {
  const isElsewhere = parentOf(tree, row) !== parentId;
  if (!isElsewhere && orderOf(tree, row) === order) return null;
  const version = versionOf(row);
  return {
    id: idOf(definition, row),
    order,
    ...(isElsewhere ? { parentId } : {}),
    ...(version === undefined ? {} : { version }),
  };
}

/** Changes as few rows as possible: uses a free number, or shifts the following rows. */
export function movesTo(sorting: Sorting, row: Row, { parentId, index }: Place): readonly Move[] {
  const { definition, tree } = sorting;
  const id = idOf(definition, row);
  const { min = 0, max = 9999 } = definition.fields[tree.orderField] ?? {};
  const others = siblingsIn(sorting, parentId).filter((one) => idOf(definition, one) !== id);
  const [before, next] = [others[index - 1], others[index]];
  let number = before
    ? orderOf(tree, before) + 1
    : next
      ? Math.max(min, orderOf(tree, next) - 1)
      : Math.max(min, 1);
  const moves = [moveOf(sorting, row, number, parentId)];
  for (const behind of others.slice(index)) {
    if (orderOf(tree, behind) > number) break;
    number += 1;
    moves.push(moveOf(sorting, behind, number, parentId));
  }
  const found =
    number <= max
      ? moves
      : counted(sorting, [...others.slice(0, index), row, ...others.slice(index)], parentId);
  return found.filter((move) => move !== null);
}

/** Renumbers all siblings when no number is left after the last. */
const counted = (sorting: Sorting, rows: readonly Row[], parentId: RowId) =>
  rows.map((row, at) => moveOf(sorting, row, at + 1, parentId));

/** Current places, for undo. */
export function placesOf({ definition, tree, rows }: Sorting, ids: readonly RowId[]) {
  const selected = new Set(ids);
  return new Map(
    rows
      .filter((row) => selected.has(idOf(definition, row)))
      .map((row) => [idOf(definition, row), { order: orderOf(tree, row), parentId: parentOf(tree, row) }]),
  );
}

export function movesBack(sorting: Sorting, before: ReturnType<typeof placesOf>): readonly Move[] {
  return sorting.rows.flatMap((row) => {
    const was = before.get(idOf(sorting.definition, row));
    return (was && moveOf(sorting, row, was.order, was.parentId)) ?? [];
  });
}

/** Rows after the moves, computed as on the server. */
export function moved(sorting: Omit<Sorting, 'rows'>, rows: readonly Row[], moves: readonly Move[]): Row[] {
  const { definition, tree } = sorting;
  const byId = new Map(moves.map((move) => [move.id, move]));
  return rows
    .map((row) => {
      const move = byId.get(idOf(definition, row));
      if (!move) return row;
      const version = versionOf(row);
      return {
        ...row,
        [tree.orderField]: move.order,
        ...(move.parentId === undefined ? {} : { [tree.parentField]: move.parentId }),
        ...(version === undefined ? {} : { version: version + 1 }),
      };
    })
    .sort(
      (one, other) =>
        orderOf(tree, one) - orderOf(tree, other) ||
        Number(idOf(definition, one)) - Number(idOf(definition, other)),
    );
}

/** Target of each step that is possible for the row. */
export function stepsOf(sorting: Sorting, row: Row): Partial<Record<Step, Place>> {
  const { definition, tree, rows } = sorting;
  const parentId = parentOf(tree, row);
  const siblings = siblingsIn(sorting, parentId);
  const at = siblings.findIndex((one) => idOf(definition, one) === idOf(definition, row));
  const allowed = allowedParents(sorting, row);
  const above = siblings[at - 1];
  const parent = rows.find((one) => idOf(definition, one) === parentId);
  const outer = parent && parentOf(tree, parent);
  const inside = above && idOf(definition, above);
  return {
    ...(at > 0 ? { up: { parentId, index: at - 1 } } : {}),
    ...(at < siblings.length - 1 ? { down: { parentId, index: at + 1 } } : {}),
    ...(inside !== undefined && allowed.has(String(inside))
      ? { in: { parentId: inside, index: siblingsIn(sorting, inside).length } }
      : {}),
    ...(parent && outer !== undefined && allowed.has(String(outer))
      ? { out: { parentId: outer, index: siblingsIn(sorting, outer).indexOf(parent) + 1 } }
      : {}),
  };
}
