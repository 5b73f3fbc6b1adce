/**
 * Writes several rows together, of a file or of a selection: by the same rules as single writes (`table-writes.ts`),
 * with one database query for all rows instead of one each. An error rejects all rows; to find the row at fault, write
 * them one by one.
 */

import { idOf, type Row, type RowId } from '../../contracts/admin/row-types.ts';
import { updateRows } from '../../db/update-rows.ts';
import { severalRows, taken } from './database-faults.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { RowUpdate } from './resource-service.ts';
import { all, type TableQuery } from './table-query.ts';
import type { TableShape } from './table-shape.ts';
import { anyTables, type TableWrites, type Writing } from './table-writes.ts';

/** In row order. */
export type Brought = { readonly kind: 'create' | 'update'; readonly id: RowId };

interface Ruled {
  /** Index among the given rows. */
  readonly at: number;
  readonly values: Row;
  readonly columns: Record<string, unknown>;
}
interface RuledChange extends Ruled {
  readonly id: RowId;
  readonly before: Row;
}

export function batchWrites(
  deps: ResourceDeps,
  shape: TableShape,
  query: TableQuery,
  { parts }: TableWrites,
) {
  const { resource, binding, idColumn } = shape;
  const { table } = binding;
  const { engine } = deps.database;

  /** By the value of column `key`: rows within the data scope, locked until the transaction ends. */
  async function rowsThere(writing: Writing, key: string, rows: readonly Row[]) {
    const { call, transaction, zone } = writing;
    const place = shape.byName.get(key)!;
    const stored = (row: Row) => (isNothing(row[key]) ? null : place.write(row[key], zone));
    const wanted = rows.map(stored).filter((value) => value !== null);
    if (wanted.length === 0) return () => undefined;
    const found = await anyTables(transaction)
      .selectFrom(table)
      .select([...shape.select()])
      .where(all(query.scopeConditions(call, false, query.besideValues(call))))
      .where(place.column!, 'in', wanted)
      .orderBy(idColumn)
      .$if(engine === 'postgres', (build) => build.forUpdate())
      .execute();
    const byValue = new Map(found.map((row) => [row[place.column!], shape.toRow(row, zone)]));
    if (byValue.size < found.length) throw severalRows(resource, key);
    return (row: Row) => byValue.get(stored(row));
  }

  /** Checked before the insert: some definitions declare fields unique that no constraint covers. */
  async function checkUniques(writing: Writing, fresh: readonly Ruled[], changes: readonly RuledChange[]) {
    for (const name of parts.uniques) {
      const place = shape.byName.get(name)!;
      const column = place.column!;
      const wanted = new Map<unknown, RowId | null>();
      const given: unknown[] = [];
      const want = (values: Row, before: Row, id: RowId | null) => {
        if (!parts.isNew(name, values, before)) return;
        const value = place.write(values[name], writing.zone);
        if (wanted.has(value)) throw taken(resource, name, binding.taken?.[name]);
        wanted.set(value, id);
        given.push(values[name]);
      };
      for (const { values } of fresh) want(values, {}, null);
      for (const { values, before, id } of changes) want(values, before, id);
      if (wanted.size === 0) continue;
      const others = await parts.rowsWith(writing, name, given);
      if (others.some((row) => row[idColumn] !== wanted.get(row[column])))
        throw taken(resource, name, binding.taken?.[name]);
    }
  }

  /** Ids in row order. */
  async function insert({ transaction }: Writing, rows: readonly Ruled[]): Promise<readonly RowId[]> {
    const ids: RowId[] = [];
    for (const alike of groupsOf(rows)) {
      const made = await anyTables(transaction)
        .insertInto(table)
        .values(alike.map(({ columns }) => columns))
        .returning(idColumn)
        .execute();
      // Generated ids increase in row order; other ids were given.
      const counted = made.map((row) => shape.idIn(row)).sort((one, other) => Number(one) - Number(other));
      for (const [at, row] of alike.entries())
        ids[row.at] = binding.newId ? shape.idIn(row.columns) : counted[at]!;
    }
    return rows.map(({ at }) => ids[at]!);
  }

  async function store({ call, transaction }: Writing, rows: readonly RuledChange[]): Promise<void> {
    for (const alike of groupsOf(rows)) {
      const columns = Object.keys(alike[0]!.columns);
      await updateRows(transaction, engine, {
        table,
        tenantId: call.actor.scope.tenantId,
        idColumn,
        columns,
        rows: alike.map((row) => [row.id, ...columns.map((name) => row.columns[name])]),
        same: parts.changeColumns(call),
      });
    }
  }

  /** `key`: the field that identifies existing rows; null: all are new. */
  async function importRow(
    batch: Writing,
    rows: readonly Row[],
    key: string | null,
  ): Promise<readonly Brought[]> {
    const writing: Writing = { ...batch, known: new Map() };
    const there = key === null ? () => undefined : await rowsThere(writing, key, rows);
    const found = rows.map(there);
    if (found.includes(undefined)) parts.checkConflictLimit(writing.call);
    await binding.before?.several?.(
      writing,
      rows.filter((_, at) => !found[at]).map(parts.fresh),
      found.filter((row) => row !== undefined),
    );
    const fresh: Ruled[] = [];
    const changes: RuledChange[] = [];
    for (const [at, row] of rows.entries()) {
      const before = found[at];
      if (before) {
        changes.push(await ruled(writing, at, before, row));
        continue;
      }
      const values = await parts.ruledNew(writing, row);
      await parts.checkEntries(writing, values, {});
      fresh.push({ at, values, columns: parts.newColumns(writing, values) });
    }
    const made = await write(writing, fresh, changes);
    const brought: Brought[] = [];
    for (const { at, id } of made) brought[at] = { kind: 'create', id };
    for (const { at, id } of changes) brought[at] = { kind: 'update', id };
    return brought;
  }

  /** Existing rows, each once. Throws what `update` throws for any of them. */
  async function change(batch: Writing, updates: readonly RowUpdate[]): Promise<void> {
    const writing: Writing = { ...batch, known: new Map() };
    const rows = await parts.take(
      writing,
      updates.map(({ id }) => id),
    );
    await binding.before?.several?.(writing, [], rows);
    const byId = new Map(updates.map((update) => [update.id, update]));
    const changes: RuledChange[] = [];
    for (const [at, row] of rows.entries()) {
      const { values, version } = byId.get(idOf(resource, row))!; // the requested ones
      parts.checkVersion(writing.call, row, version);
      changes.push(await ruled(writing, at, row, values));
    }
    await write(writing, [], changes);
  }

  async function ruled(writing: Writing, at: number, before: Row, sent: Row): Promise<RuledChange> {
    const values = await parts.ruledChange(writing, before, sent);
    await parts.checkEntries(writing, values, before);
    return { at, values, columns: shape.toColumns(values, writing.zone), before, id: idOf(resource, before) };
  }

  /** Writes checked rows and everything that depends on them. Returns the new rows. */
  async function write(writing: Writing, fresh: readonly Ruled[], changes: readonly RuledChange[]) {
    await checkUniques(writing, fresh, changes);
    const made = (await insert(writing, fresh)).map((id, at) => ({ ...fresh[at]!, id }));
    await store(writing, changes);
    await follow(writing, made, changes);
    for (const { id, values } of made) parts.note(writing, 'insert', id, {}, values);
    for (const { id, values, before } of changes) parts.note(writing, 'update', id, before, values);
    return made;
  }

  /** Runs the `after` rules and checks that the caller's data scope still covers each row. */
  async function follow(
    writing: Writing,
    made: readonly { readonly id: RowId; readonly values: Row }[],
    changes: readonly RuledChange[],
  ): Promise<void> {
    const { after } = binding;
    if (after?.createBatch) await after.createBatch(writing, made);
    else if (after?.create) for (const { id, values } of made) await after.create(writing, id, values);
    if (after?.update)
      for (const { id, values, before } of changes) await after.update(writing, id, values, before);
    await parts.checkDataScope(
      writing,
      [...made, ...changes].map(({ id }) => id),
    );
  }

  return { importRow, change };
}

const isNothing = (value: unknown) => value === null || value === undefined || value === '';

/** One statement writes rows with the same columns. */
function groupsOf<T extends Ruled>(rows: readonly T[]): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const names = Object.keys(row.columns).sort().join();
    const known = groups.get(names);
    if (known) known.push(row);
    else groups.set(names, [row]);
  }
  return [...groups.values()];
}
