/** Rows that are marked, by id, with what people call them: they stay marked when the page is turned. */
import { useCallback, useMemo, useState } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { idOf, type Row, type RowId } from './row.ts';

export interface Selection {
  readonly rows: ReadonlyMap<RowId, Row>;
  readonly size: number;
  has(id: RowId): boolean;
  toggle(rows: readonly Row[], isSelected: boolean): void;
  clear(): void;
}

export function useSelection(definition: ResourceDef): Selection {
  const [rows, setRows] = useState<ReadonlyMap<RowId, Row>>(new Map());
  const toggle = useCallback(
    (changed: readonly Row[], isSelected: boolean) =>
      setRows((current) => {
        const next = new Map(current);
        for (const row of changed)
          if (isSelected) next.set(idOf(definition, row), row);
          else next.delete(idOf(definition, row));
        return next;
      }),
    [definition],
  );
  const clear = useCallback(() => setRows(new Map()), []);
  return useMemo(
    () => ({ rows, size: rows.size, has: (id: RowId) => rows.has(id), toggle, clear }),
    [rows, toggle, clear],
  );
}
