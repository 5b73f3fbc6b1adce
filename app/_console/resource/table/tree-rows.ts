/** A flat list of rows with parents as the lines of a tree. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { idOf, type Row, type RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { cellPaddingPx } from './columns.ts';

/** Of each level, in the table and in cards. */
export const lineIndentPx = 24;
export const cardIndentPx = 16;

/** Of the sign that folds a line, and of the handle that moves it; each with the gap after it. */
const foldPx = 24;
const handlePx = 26;
/** Six Chinese letters, or about twelve Latin ones: enough of a name to tell rows apart. */
const readableNamePx = 84;

export interface Line {
  readonly row: Row;
  /** 1 at the root. */
  readonly level: number;
  readonly hasChildren: boolean;
  /** Among its siblings, from 1, as screen readers say it. */
  readonly place: number;
  readonly siblings: number;
}

/** Rows whose parent is not among them (filtered away, or out of reach) stand at the root: none is lost. */
export function treeLines(
  definition: ResourceDef,
  rows: readonly Row[],
  isOpen: (id: RowId) => boolean,
): readonly Line[] {
  const parentField = definition.tree?.parentField ?? '';
  const known = new Set(rows.map((row) => idOf(definition, row)));
  const children = new Map<RowId | null, Row[]>();
  for (const row of rows) {
    const parent = row[parentField] as RowId | null | undefined;
    const key =
      parent !== null && parent !== undefined && known.has(parent) && parent !== idOf(definition, row)
        ? parent
        : null;
    children.set(key, [...(children.get(key) ?? []), row]);
  }
  const lines: Line[] = [];
  const met = new Set<RowId>();
  const walk = (parent: RowId | null, level: number): void => {
    const rowsHere = children.get(parent) ?? [];
    rowsHere.forEach((row, index) => {
      const id = idOf(definition, row);
      if (met.has(id)) return;
      met.add(id);
      const hasChildren = (children.get(id)?.length ?? 0) > 0;
      lines.push({ row, level, hasChildren, place: index + 1, siblings: rowsHere.length });
      if (hasChildren && isOpen(id)) walk(id, level + 1);
    });
  };
  walk(null, 1);
  return lines;
}

export function parentIds(definition: ResourceDef, rows: readonly Row[]): ReadonlySet<RowId> {
  const parentField = definition.tree?.parentField ?? '';
  const ids = new Set(rows.map((row) => idOf(definition, row)));
  return new Set(rows.map((row) => row[parentField] as RowId).filter((parent) => ids.has(parent)));
}

/** Before the name of a line, in the table. Leaves stand below the words of their siblings, not below the arrows. */
export const lineIndent = ({ level, hasChildren }: Pick<Line, 'level' | 'hasChildren'>) =>
  (level - 1) * lineIndentPx + (hasChildren ? 0 : lineIndentPx);

/** Pixels that the column of names needs, so that those on the deepest of these lines can be read. */
export function nameColumnPx(lines: readonly Line[], canMove: boolean): number {
  const before = lines.map((line) => lineIndent(line) + (line.hasChildren ? foldPx : 0));
  return Math.max(0, ...before) + (canMove ? handlePx : 0) + readableNamePx + cellPaddingPx;
}
