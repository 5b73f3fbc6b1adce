/** Converts a flat list of rows with parents to the lines of a tree. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { idOf, type Row, type RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { cellPaddingPx } from '../data/columns.ts';

/** Per level, in tables and cards. */
export const lineIndentPx = 24;
export const cardIndentPx = 16;

/** Widths of the expand arrow and the drag handle, including gaps. */
const foldPx = 24;
const handlePx = 26;
/** About six Chinese or twelve Latin letters: enough to distinguish rows. */
const readableNamePx = 84;

export interface Line {
  readonly row: Row;
  /** 1 at the root. */
  readonly level: number;
  readonly hasChildren: boolean;
  /** Position among siblings, from 1, for screen readers. */
  readonly place: number;
  readonly siblings: number;
}

/** Rows whose parent is missing (filtered, or outside the data scope) are shown at the root. */
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

/** Indentation in the table. Leaves are aligned with the names of their siblings, not with the arrows. */
export const lineIndent = ({ level, hasChildren }: Pick<Line, 'level' | 'hasChildren'>) =>
  (level - 1) * lineIndentPx + (hasChildren ? 0 : lineIndentPx);

/** Width of the name column in pixels, so that the names at the deepest level are readable. */
export function nameColumnPx(lines: readonly Line[], canMove: boolean): number {
  const before = lines.map((line) => lineIndent(line) + (line.hasChildren ? foldPx : 0));
  return Math.max(0, ...before) + (canMove ? handlePx : 0) + readableNamePx + cellPaddingPx;
}
