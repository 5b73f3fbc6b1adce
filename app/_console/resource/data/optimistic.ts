/** Optimistic changes of lists, rolled back if the server rejects them. */
import type { QueryClient } from '@tanstack/react-query';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { Page } from '../../../../lib/contracts/admin/envelope.ts';
import { idOf, type Row, type RowId } from '../../../../lib/contracts/admin/row-types.ts';

type Change = (page: Page<Row>) => Page<Row>;

/** Returns a function that restores all lists. */
function changePages(queries: QueryClient, definition: ResourceDef, change: Change): () => void {
  const queryKey = [definition.key, 'page'];
  // A response in flight would temporarily undo the change.
  void queries.cancelQueries({ queryKey });
  const before = queries.getQueriesData<Page<Row>>({ queryKey });
  queries.setQueriesData<Page<Row>>({ queryKey }, (page) => page && change(page));
  return () => {
    for (const [key, page] of before) queries.setQueryData(key, page);
  };
}

/** Shows the row as `changed` in every cached list. */
export function showChanged(queries: QueryClient, definition: ResourceDef, changed: Row): () => void {
  const id = idOf(definition, changed);
  return changePages(queries, definition, (page) => ({
    ...page,
    records: page.records.map((row) => (idOf(definition, row) === id ? { ...row, ...changed } : row)),
  }));
}

export function showRemoved(
  queries: QueryClient,
  definition: ResourceDef,
  ids: ReadonlySet<RowId>,
): () => void {
  return changePages(queries, definition, (page) => {
    const records = page.records.filter((row) => !ids.has(idOf(definition, row)));
    return { ...page, records, total: page.total - (page.records.length - records.length) };
  });
}

/** Sorts rows of every cached list with `sort`. */
export function showSorted(
  queries: QueryClient,
  definition: ResourceDef,
  sort: (rows: readonly Row[]) => Row[],
): () => void {
  return changePages(queries, definition, (page) => ({ ...page, records: sort(page.records) }));
}
