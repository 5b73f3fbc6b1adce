/**
 * Changes several rows in one transaction: together if possible, otherwise row by row, so that one rejected
 * row does not affect the others and its error names it.
 */

import type { RowId } from '../../contracts/admin/row-types.ts';
import type { AdminError } from '../errors/admin-error.ts';
import { batchWrites } from './batch-writes.ts';
import { inSavepoint } from './in-savepoint.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { RowUpdate } from './resource-service.ts';
import type { TableQuery } from './table-query.ts';
import type { TableShape } from './table-shape.ts';
import type { TableWrites, Writing } from './table-writes.ts';

export function rowChanges(deps: ResourceDeps, shape: TableShape, query: TableQuery, writes: TableWrites) {
  const several = batchWrites(deps, shape, query, writes);

  /** Null: done and logged. */
  async function attempt(writing: Writing, run: (own: Writing) => Promise<void>): Promise<AdminError | null> {
    const own: Writing = { ...writing, entries: [] };
    const refusal = await inSavepoint(writing.transaction, shape, () => run(own));
    if (refusal) return refusal;
    writing.entries.push(...own.entries);
    return null;
  }

  /** The error of each row, in the order of the rows. */
  return async (writing: Writing, updates: readonly RowUpdate[]): Promise<readonly (AdminError | null)[]> => {
    const isDone = (await attempt(writing, (own) => several.change(own, updates))) === null;
    const refusals = new Map<RowId, AdminError | null>();
    // Rows are locked in the order of their ids here too, so that concurrent calls cannot deadlock.
    const inOrder = isDone ? [] : [...updates].sort((one, other) => (one.id < other.id ? -1 : 1));
    for (const { id, values, version } of inOrder)
      refusals.set(id, await attempt(writing, (own) => writes.update(own, id, values, version)));
    return updates.map(({ id }) => refusals.get(id) ?? null);
  };
}
