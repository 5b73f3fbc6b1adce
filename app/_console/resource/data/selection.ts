/** Selected rows: individual ones, or all results. The selection is kept when the page changes. */
import { useMemo, useState } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { idOf, type Row, type RowId } from '../../../../lib/contracts/admin/row-types.ts';

interface Chosen {
  readonly rows: ReadonlyMap<RowId, Row>;
  /** The query that was shown when each of them was selected. */
  readonly under: ReadonlyMap<RowId, string>;
  /** All results of the query `of`, except these rows. */
  readonly all: { readonly of: string; readonly except: ReadonlySet<RowId> } | null;
}

export interface Selection {
  /** Individually selected rows. */
  readonly rows: Chosen['rows'];
  readonly all: Chosen['all'];
  readonly size: number;
  has(id: RowId): boolean;
  /** Selected rows that another query has found and that are not among these, the rows of the list. */
  hidden(shown: readonly Row[]): number;
  toggle(rows: readonly Row[], isSelected: boolean): void;
  chooseAll(): void;
  /** Selects exactly these rows. */
  keep(rows: readonly Row[]): void;
  /** Deselects rows that no longer exist. */
  forget(rows: readonly Row[]): void;
  clear(): void;
}

interface Changing {
  readonly rows: Map<RowId, Row>;
  readonly except: Set<RowId>;
  readonly isAll: boolean;
}

const nothing: Chosen = { rows: new Map(), under: new Map(), all: null };

/** `found`: the query as text; "all results" is deselected when it changes. `total`: number of results. */
export function useSelection(definition: ResourceDef, found: string, total: number): Selection {
  const [kept, setChosen] = useState(nothing);
  const isOver = kept.all !== null && kept.all.of !== found;
  if (isOver) setChosen(nothing);
  const chosen = isOver ? nothing : kept;

  const acts = useMemo(() => {
    const change = (rows: readonly Row[], how: (id: RowId, row: Row, next: Changing) => void) =>
      setChosen(({ rows: before, under, all }) => {
        const next = { rows: new Map(before), except: new Set(all?.except), isAll: all !== null };
        for (const row of rows) how(idOf(definition, row), row, next);
        return chosenRows(next.rows, under, all && { ...all, except: next.except });
      });
    const chosenRows = (
      rows: ReadonlyMap<RowId, Row>,
      under: ReadonlyMap<RowId, string>,
      all: Chosen['all'],
    ): Chosen => ({ rows, under: new Map([...rows.keys()].map((id) => [id, under.get(id) ?? found])), all });
    return {
      toggle: (rows: readonly Row[], isSelected: boolean) =>
        change(rows, (id, row, next) => {
          if (next.isAll) next.except[isSelected ? 'delete' : 'add'](id);
          else if (isSelected) next.rows.set(id, row);
          else next.rows.delete(id);
        }),
      forget: (rows: readonly Row[]) =>
        change(rows, (id, _, next) => {
          next.rows.delete(id);
          next.except.delete(id);
        }),
      chooseAll: () => setChosen({ ...nothing, all: { of: found, except: new Set() } }),
      keep: (rows: readonly Row[]) =>
        setChosen(({ under }) =>
          chosenRows(new Map(rows.map((row) => [idOf(definition, row), row])), under, null),
        ),
      clear: () => setChosen(nothing),
    };
  }, [definition, found]);
  return useMemo(
    () => ({
      ...chosen,
      size: chosen.all ? Math.max(0, total - chosen.all.except.size) : chosen.rows.size,
      has: (id: RowId) => (chosen.all ? !chosen.all.except.has(id) : chosen.rows.has(id)),
      hidden(shown: readonly Row[]) {
        const ids = new Set(shown.map((row) => idOf(definition, row)));
        return [...chosen.under].filter(([id, query]) => query !== found && !ids.has(id)).length;
      },
      ...acts,
    }),
    [chosen, total, acts, definition, found],
  );
}
