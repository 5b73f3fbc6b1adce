/**
 * Changes of a resource's rows, each inside the caller's transaction. They collect the entries for the operation log.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BusinessType } from '../../contracts/admin/call.ts';
import { fieldText } from '../../contracts/admin/field-schema.ts';
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import { commonFields, idOf, type Row, type RowId } from '../../contracts/admin/row-types.ts';
import type { Database } from '../../db/schema.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { OperationEntry } from '../audit/operation-log.ts';
import { invalid, notFound, refused, stale } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { taken } from './database-faults.ts';
import { fieldChanges, nameOf } from './field-changes.ts';
import { maySearch } from './masks.ts';
import type { ResourceDeps } from './resource-deps.ts';
import { rowValues } from './row-values.ts';
import { once, type ResourceChange, type ServerResource } from './server-resource.ts';
import { all, type TableQuery } from './table-query.ts';
import type { TableShape } from './table-shape.ts';
import { takenField, unseenConflicts } from './unseen-conflicts.ts';

/** Tables are addressed by name here; the shape gives their columns. */
export type AnyTables = Kysely<Record<string, Record<string, unknown>>>;
export const anyTables = (db: Kysely<Database> | Transaction<Database>) => db as unknown as AnyTables;

const outsideDataScope: LocalText = {
  'zh-CN': '超出您的数据权限范围',
  'en-US': 'Outside your data scope',
};

/** A change in progress. */
export interface Writing extends ResourceChange {
  readonly entries: OperationEntry[];
}

/** Called with each change, and once for a batch. */
export async function notifyChange(
  { database: { changes } }: ResourceDeps,
  { topic }: ServerResource,
  { actor }: CallContext,
  transaction: Transaction<Database>,
): Promise<void> {
  if (topic) await changes.notify(transaction, topic, [actor.scope.tenantId]);
}

export function tableWrites(deps: ResourceDeps, shape: TableShape, query: TableQuery) {
  const { resource, binding, idColumn } = shape;
  const table = binding.table;
  const given = rowValues(resource, binding.shipped);
  const isPostgres = deps.database.engine === 'postgres';
  const dictionaries = fieldsOf(resource).filter(([, field]) => field.kind === 'dict' && field.dict);
  const uniques = fieldsOf(resource).filter(
    ([name, field]) => field.unique && shape.byName.get(name)?.column,
  );
  const identifiers = uniques.flatMap(([name, field]) => (field.unique === true ? [name] : []));
  const conflicts = unseenConflicts(deps);

  /**
   * Rows within the data scope, locked until the transaction ends, in the order of their ids, so that concurrent calls
   * cannot deadlock.
   */
  async function take({ call, transaction, zone }: Writing, ids: readonly RowId[], removed = false) {
    const conditions = [...query.scopeConditions(call, removed), query.hasId(ids)];
    const found = await anyTables(transaction)
      .selectFrom(table)
      .select([...shape.select()])
      .where(all(conditions))
      .orderBy(idColumn)
      .$if(isPostgres, (build) => build.forUpdate())
      .execute();
    if (found.length !== new Set(ids).size) throw notFound();
    return found.map((stored) => shape.toRow(stored, zone));
  }

  function note(writing: Writing, type: BusinessType, id: RowId, before: Row, after: Row): void {
    writing.entries.push({
      call: writing.call,
      title: resource.title,
      type,
      bizKey: `${resource.key}:${id}`,
      bizName: nameOf(resource, type === 'insert' ? after : before),
      diff: fieldChanges(resource, before, after),
    });
  }

  const isNew = (name: string, values: Row, before: Row) =>
    Object.hasOwn(values, name) && values[name] !== null && values[name] !== before[name];

  /** Dictionary values must exist. */
  async function checkEntries(writing: Writing, values: Row, before: Row) {
    for (const [name, field] of dictionaries)
      if (isNew(name, values, before)) await checkDictionary(writing, name, field.dict!, values[name]);
  }

  /** Also checks that unique values are unique. */
  async function checkReferences(writing: Writing, values: Row, before: Row, id: RowId | null) {
    await checkEntries(writing, values, before);
    for (const [name] of uniques)
      if (isNew(name, values, before)) await checkUnique(writing, name, values[name], id);
  }

  async function checkDictionary(writing: Writing, name: string, type: string, value: unknown) {
    const { call, transaction } = writing;
    const entry = await once(writing, `entry ${type} ${value}`, () =>
      transaction
        .selectFrom('dictData')
        .select('id')
        .where('tenantId', '=', call.actor.scope.tenantId)
        .where('dictType', '=', type)
        .where('dictValue', '=', String(value))
        .where('status', '=', '0')
        // An entry that is being deleted or renamed waits, and then counts this row.
        .$if(isPostgres, (build) => build.forShare())
        .executeTakeFirst(),
    );
    if (!entry) throw invalid([{ path: name, message: fieldText(resource.fields[name]!, 'option') }]);
  }

  /** Checked before the database does; the constraint reports it when a concurrent write comes first. */
  async function checkUnique(writing: Writing, name: string, value: unknown, id: RowId | null) {
    const found = await rowsWith(writing, name, [value]);
    if (found.some((row) => row[idColumn] !== id)) throw taken(resource, name, binding.taken?.[name]);
  }

  /** Rows with one of these values that the field is unique among. */
  async function rowsWith(
    { call, transaction, zone }: Writing,
    name: string,
    values: readonly unknown[],
  ): Promise<readonly Record<string, unknown>[]> {
    const { column, field, write } = shape.byName.get(name)!;
    const isVisible = field.unique === 'visible';
    if (isVisible && !maySearch(call.actor, resource, field)) return [];
    const inTenant = query.besideValues(call);
    return anyTables(transaction)
      .selectFrom(table)
      .select([idColumn, column!])
      .where(isVisible ? all(query.scopeConditions(call, false, inTenant)) : inTenant)
      .where(
        column!,
        'in',
        values.map((value) => write(value, zone)),
      )
      .$if(binding.isSoftDeleted === true, (build) => build.where('deletedAt', 'is', null))
      .execute();
  }

  /** Limits how often `check` may report that an identifier is taken by a row outside the caller's data scope. */
  async function withConflictLimit<T>(writing: Writing, values: Row, before: Row, check: () => Promise<T>) {
    const names = identifiers.filter((name) => isNew(name, values, before));
    for (const name of names) conflicts.check(writing.call, name);
    try {
      return await check();
    } catch (error) {
      const name = takenField(error);
      if (name !== null && names.includes(name) && !(await isSeen(writing, name, values[name])))
        conflicts.count(writing.call);
      throw error;
    }
  }

  async function isSeen({ call, transaction, zone }: Writing, name: string, value: unknown) {
    const { column, write } = shape.byName.get(name)!;
    const row = await anyTables(transaction)
      .selectFrom(table)
      .select(idColumn)
      .where(all(query.scopeConditions(call)))
      .where(sql`lower(${sql.ref(column!)})`, '=', String(write(value, zone)).toLowerCase())
      .executeTakeFirst();
    return row !== undefined;
  }

  /** A row cannot be created in or moved to a place outside the caller's data scope. */
  async function checkDataScope({ call, transaction }: Writing, ids: readonly RowId[]) {
    if (binding.dataScope === 'none' || call.actor.dataScope.kind === 'everything') return;
    const { rows } = await anyTables(transaction)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where(all([...query.scopeConditions(call), query.hasId(ids)]))
      .executeTakeFirstOrThrow();
    if (rows !== ids.length) throw refused(outsideDataScope);
  }

  /** A new row belongs to its creator and the creator's department, unless the values say otherwise. */
  function dataScopeDefaults({ actor }: CallContext): Record<string, unknown> {
    if (binding.dataScope === 'none') return {};
    const { dept, owner } = binding.dataScope;
    return {
      ...(dept === null || dept === idColumn ? {} : { [dept]: actor.deptId }),
      ...(owner === null || owner === idColumn ? {} : { [owner]: actor.userId }),
    };
  }

  /** The fields of a new row, after the rules. */
  async function ruledNew(writing: Writing, sent: Row): Promise<Row> {
    const values = given.fresh(sent);
    return { ...((await binding.before?.create?.(writing, values)) ?? values) };
  }

  function newColumns({ call, zone }: Writing, ruled: Row): Record<string, unknown> {
    const id = binding.newId?.(call);
    const now = deps.clock.now();
    const name = call.actor.username;
    return {
      ...dataScopeDefaults(call),
      ...(binding.madeWith?.(call) ?? {}),
      ...withoutNothing(shape.toColumns(ruled, zone)),
      tenantId: call.actor.scope.tenantId,
      ...(id === undefined ? {} : { [idColumn]: id }),
      ...(resource.unversioned
        ? {}
        : { version: 1, createdBy: name, createdAt: now, updatedBy: name, updatedAt: now }),
    };
  }

  async function create(writing: Writing, sent: Row): Promise<Record<string, unknown>> {
    const ruled = await withConflictLimit(writing, sent, {}, async () => {
      const values = await ruledNew(writing, sent);
      await checkReferences(writing, values, {}, null);
      return values;
    });
    const made = await anyTables(writing.transaction)
      .insertInto(table)
      .values(newColumns(writing, ruled))
      .returning(idColumn)
      .executeTakeFirstOrThrow();
    const id = shape.idIn(made);
    const shown = await binding.after?.create?.(writing, id, ruled);
    await checkDataScope(writing, [id]);
    note(writing, 'insert', id, {}, ruled);
    return { ...shown, [resource.id.field]: id };
  }

  /** The changed fields of a row, after the rules. */
  async function ruledChange(writing: Writing, row: Row, sent: Row): Promise<Row> {
    const values = given.changes(writing.call, row, sent);
    return { ...((await binding.before?.update?.(writing, row, values)) ?? values) };
  }

  /** Set by every change of a row. */
  const changeColumns = ({ actor }: CallContext) =>
    resource.unversioned
      ? {}
      : {
          version: sql`${sql.ref(`${table}.version`)} + 1`,
          updatedBy: actor.username,
          updatedAt: deps.clock.now(),
        };

  /** Null: any version. */
  function checkVersion({ actor }: CallContext, row: Row, version: number | null): void {
    const current = commonFields(row);
    if (version !== null && !resource.unversioned && current.version !== version)
      throw stale(current.updateBy === actor.username);
  }

  async function update(writing: Writing, id: RowId, sent: Row, version: number | null): Promise<void> {
    const { call, transaction, zone } = writing;
    const [row] = await take(writing, [id]);
    if (!row) throw notFound();
    checkVersion(call, row, version);
    const ruled = await withConflictLimit(writing, sent, row, async () => {
      const values = await ruledChange(writing, row, sent);
      await checkReferences(writing, values, row, id);
      return values;
    });
    const columns = { ...shape.toColumns(ruled, zone), ...changeColumns(call) };
    if (Object.keys(columns).length > 0) {
      await anyTables(transaction)
        .updateTable(table)
        .set(columns as object)
        .where('tenantId', '=', call.actor.scope.tenantId)
        .where(idColumn, '=', id)
        .execute();
    }
    await binding.after?.update?.(writing, id, ruled, row);
    await checkDataScope(writing, [id]);
    note(writing, 'update', id, row, ruled);
  }

  async function remove(writing: Writing, ids: readonly RowId[]): Promise<void> {
    const { call, transaction } = writing;
    const rows = await take(writing, ids);
    await binding.before?.remove?.(writing, rows);
    const { tenantId } = call.actor.scope;
    if (binding.isSoftDeleted) {
      await anyTables(transaction)
        .updateTable(table)
        .set({ deletedAt: deps.clock.now(), ...changeColumns(call) } as object)
        .where('tenantId', '=', tenantId)
        .where(query.hasId(ids))
        .execute();
    } else {
      await anyTables(transaction)
        .deleteFrom(table)
        .where('tenantId', '=', tenantId)
        .where(query.hasId(ids))
        .execute();
    }
    await binding.after?.remove?.(writing, rows);
    for (const row of rows) note(writing, 'delete', idOf(resource, row), row, emptied(row));
  }

  async function restore(writing: Writing, ids: readonly RowId[]): Promise<void> {
    const rows = await take(writing, ids, true);
    for (const row of rows) await checkEntries(writing, row, {});
    await anyTables(writing.transaction)
      .updateTable(table)
      .set({ deletedAt: null, ...changeColumns(writing.call) } as object)
      .where('tenantId', '=', writing.call.actor.scope.tenantId)
      .where(query.hasId(ids))
      .execute();
    for (const row of rows) note(writing, 'update', idOf(resource, row), {}, row);
  }

  return {
    create,
    update,
    remove,
    restore,
    /** For several rows at a time (`batch-writes.ts`). */
    parts: {
      take,
      checkVersion,
      uniques: uniques.map(([name]) => name),
      fresh: given.fresh,
      isNew,
      checkEntries,
      rowsWith,
      /** Of a row that is not written. */
      checkUnique: (writing: Writing, name: string, value: unknown, id: RowId | null) =>
        withConflictLimit(writing, { [name]: value }, {}, () => checkUnique(writing, name, value, id)),
      checkConflictLimit(call: CallContext): void {
        const [name] = identifiers;
        if (name !== undefined) conflicts.check(call, name);
      },
      ruledNew,
      newColumns,
      ruledChange,
      changeColumns,
      checkDataScope,
      note,
    },
  };
}

export type TableWrites = ReturnType<typeof tableWrites>;

const emptied = (row: Row): Row => Object.fromEntries(Object.keys(row).map((name) => [name, null]));

/** Columns without a value keep the default of the table or of the binding. */
const withoutNothing = (columns: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
