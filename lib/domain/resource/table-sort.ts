/** Reorders rows of a tree. Each move follows all rules of a form. */

import type { Row, RowId } from '../../contracts/admin/row-types.ts';
import { invalid } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { RelationCheck } from './relation-check.ts';
import type { ResourceService } from './resource-service.ts';
import type { OptionParts } from './table-options.ts';
import type { TableQuery } from './table-query.ts';
import type { TableShape } from './table-shape.ts';
import type { TableWrites, Writing } from './table-writes.ts';

export interface SortParts {
  readonly shape: TableShape;
  readonly query: TableQuery;
  readonly relations: RelationCheck;
  readonly writes: TableWrites;
  readonly find: OptionParts['find'];
  writing<T>(call: CallContext, kind: 'write', write: (writing: Writing) => Promise<T>): Promise<T>;
}

export function tableSort(parts: SortParts): NonNullable<ResourceService['sort']> {
  const { shape, query, relations, writes, find } = parts;
  const parent = shape.byName.get(shape.resource.tree?.parentField ?? '');

  /** Rows within the data scope. A row may keep a parent outside it, but cannot be moved there. */
  async function parentsOf(call: CallContext, ids: readonly RowId[]): Promise<ReadonlyMap<RowId, unknown>> {
    if (!parent?.column || ids.length === 0) return new Map();
    const columns = [shape.idColumn, parent.column];
    const rows = await find(columns, [...query.scopeConditions(call), query.hasId(ids)], ids.length);
    return new Map(rows.map((row) => [shape.idIn(row), row[parent.column!]]));
  }

  return async (call, given) => {
    const named = given.filter(({ values }) => parent && Object.hasOwn(values, parent.name));
    const before = await parentsOf(
      call,
      named.map(({ id }) => id),
    );
    const staysBelow = (id: RowId, values: Row) => parent && values[parent.name] === before.get(id);
    const moves = given.map(({ id, values, version }) => {
      const { [parent?.name ?? '']: _same, ...order } = values;
      return { id, version, values: staysBelow(id, values) ? order : values };
    });
    const [first, ...others] = (
      await relations.missing(
        call,
        moves.map(({ values }) => values),
      )
    ).flatMap((errors) => errors ?? []);
    if (first) throw invalid([first, ...others]);
    await parts.writing(call, 'write', async (writing) => {
      for (const { id, values, version } of moves) await writes.update(writing, id, values, version);
    });
  };
}
