/** Drop position of a dragged row; the horizontal offset selects the level. Pure functions. */
import { idOf, type Row, type RowId } from '../../../../lib/contracts/admin/row-types.ts';
import type { Line } from '../tree/tree-rows.ts';
import { allowedParents, type Place, parentOf, type Sorting, siblingsIn } from './tree-moves.ts';

export interface DragPosition {
  readonly row: Row;
  /** The line under the pointer, and whether the pointer is in its lower half. */
  readonly over: RowId;
  readonly isAfter: boolean;
  /** Horizontal offset of the drag, in levels. */
  readonly shift: number;
}

export interface Drop {
  readonly place: Place;
  /** 1 at the root. */
  readonly level: number;
}

/** Null if it cannot be dropped there at any level. */
export function dropPlace(sorting: Sorting, lines: readonly Line[], drag: DragPosition): Drop | null {
  const { definition, tree, rows } = sorting;
  const id = (row: Row) => idOf(definition, row);
  const from = lines.findIndex((line) => id(line.row) === id(drag.row));
  const over = lines.findIndex((line) => id(line.row) === drag.over);
  const own = lines[from];
  if (!own || over < 0) return null;
  const end = lines.findIndex((line, at) => at > from && line.level <= own.level);
  const until = end < 0 ? lines.length : end;
  // Over itself or its descendants: the same gap, possibly another level.
  const isOwn = over >= from && over < until;
  const above = isOwn ? from - 1 : drag.isAfter ? over : over - 1;
  const prev = lines[above >= from && above < until ? from - 1 : above];
  const behind = isOwn ? until : drag.isAfter ? over + 1 : over;
  const next = lines[behind >= from && behind < until ? until : behind];
  const allowed = allowedParents(sorting, drag.row);
  const [min, max] = [next?.level ?? 1, (prev?.level ?? 0) + 1];
  const requestedLevel = own.level + drag.shift;
  const levels = Array.from({ length: Math.max(0, max - min + 1) }, (_, at) => min + at)
    .map((level) => ({ level, ...parentAt(level) }))
    .filter(({ parentId }) => parentId !== null && allowed.has(String(parentId)))
    .sort((one, other) => Math.abs(one.level - requestedLevel) - Math.abs(other.level - requestedLevel));
  const [best] = levels;
  if (!best || best.parentId === null) return null;
  const siblings = siblingsIn(sorting, best.parentId).filter((row) => id(row) !== id(drag.row));
  const index = best.after
    ? siblings.findIndex((row) => id(row) === id(best.after!)) + 1
    : best.isInside
      ? closed(prev)
      : 0;
  return { level: best.level, place: { parentId: best.parentId, index } };

  /** Parent and preceding sibling for a level in the gap. */
  function parentAt(level: number): { parentId: RowId | null; after?: Row; isInside?: boolean } {
    if (prev && level === prev.level + 1) return { parentId: id(prev.row), isInside: true };
    for (let at: Row | undefined = prev?.row, height = prev?.level ?? 0; at; height -= 1) {
      if (height === level) return { parentId: parentOf(tree, at), after: at };
      const parent: RowId = parentOf(tree, at);
      at = rows.find((row) => id(row) === parent);
    }
    return { parentId: next ? parentOf(tree, next.row) : null };
  }

  /** First child of an open line; last child of a collapsed one. */
  function closed(line: Line | undefined): number {
    if (!line) return 0;
    const below = siblingsIn(sorting, id(line.row)).filter((row) => id(row) !== id(drag.row));
    const isShown = next !== undefined && parentOf(tree, next.row) === id(line.row);
    return isShown ? 0 : below.length;
  }
}
