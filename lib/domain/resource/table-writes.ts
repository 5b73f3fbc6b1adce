/** Changes of a resource's rows, each inside a transaction of whoever calls. They note what the log is to say. */
import { type Kysely, sql, type Transaction } from 'kysely';
import * as mini from 'zod/mini';
import type { BusinessType } from '../../contracts/admin/call.ts';
import { fieldText, valueSchema } from '../../contracts/admin/field-schema.ts';
import { changesBody, createBody, fieldsOf, writable } from '../../contracts/admin/resource-schema.ts';
import { bothLanguages } from '../../contracts/admin/say.ts';
import type { Database } from '../../db/schema.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { CallContext } from '../console/actor.ts';
import { invalid, type LocalFieldError, notFound, refused, stale } from '../console/admin-error.ts';
import { taken } from './database-faults.ts';
import { fieldChanges, nameOf } from './field-changes.ts';
import { hiddenSecret, isMaskedFor, masked, maskOf } from './masks.ts';
import type { OperationEntry } from './operation-log.ts';
import type { ResourceDeps } from './resource-deps.ts';
import type { Row, RowId } from './resource-service.ts';
import type { Change } from './server-resource.ts';
import { all, type TableQuery } from './table-query.ts';
import type { TableShape } from './table-shape.ts';
import type { Zone } from './zone-time.ts';

/** Tables are known by name only here; the shape says which columns they have. */
export type AnyTables = Kysely<Record<string, Record<string, unknown>>>;
export const anyTables = (db: Kysely<Database> | Transaction<Database>) => db as unknown as AnyTables;

const outOfReach: LocalText = {
  'zh-CN': '超出您的数据权限范围',
  'en-US': 'That is beyond the data you may work with',
};

/** A change in the making. */
export interface Writing extends Change {
  readonly zone: Zone;
  readonly entries: OperationEntry[];
}

export function tableWrites(deps: ResourceDeps, shape: TableShape, query: TableQuery) {
  const { resource, binding, idColumn } = shape;
  const table = binding.table;
  const createSchema = createBody(resource);
  const changesSchema = changesBody(resource);
  const isPostgres = deps.database.engine === 'postgres';
  const dictionaries = fieldsOf(resource).filter(([, field]) => field.kind === 'dict' && field.dict);
  const uniques = fieldsOf(resource).filter(
    ([name, field]) => field.unique && shape.byName.get(name)?.column,
  );
  const initial = Object.fromEntries(
    writable(resource, 'create').flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default]],
    ),
  );

  function checked(schema: mini.ZodMiniType, values: Row): Record<string, unknown> {
    const parsed = mini.safeParse(schema, values);
    if (parsed.success) return parsed.data as Record<string, unknown>;
    const errors = parsed.error.issues.map(({ path, message }) => ({
      path: path.join('.'),
      message: bothLanguages(message),
    }));
    throw invalid(errors as [LocalFieldError, ...LocalFieldError[]]);
  }

  /** Rows in reach, locked until the transaction ends, in order of their ids: two callers never wait for each other. */
  async function take({ call, transaction, zone }: Writing, ids: readonly RowId[], removed = false) {
    const conditions = [...query.reachable(call, removed), query.hasId(ids)];
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

  const idOf = (row: Row) => row[resource.id.field] as RowId;

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

  /** Entries of dictionaries must be there, and no second of what there is one of. */
  async function checkReferences(writing: Writing, values: Row, before: Row, id: RowId | null) {
    const isNew = (name: string) =>
      Object.hasOwn(values, name) && values[name] !== null && values[name] !== before[name];
    for (const [name, field] of dictionaries)
      if (isNew(name)) await checkDictionary(writing, name, field.dict!, values[name]);
    for (const [name] of uniques) if (isNew(name)) await checkUnique(writing, name, values[name], id);
  }

  async function checkDictionary({ call, transaction }: Writing, name: string, type: string, value: unknown) {
    const entry = await transaction
      .selectFrom('dictData')
      .select('id')
      .where('tenantId', '=', call.actor.scope.tenantId)
      .where('dictType', '=', type)
      .where('dictValue', '=', String(value))
      .where('status', '=', '0')
      .executeTakeFirst();
    if (!entry) throw invalid([{ path: name, message: fieldText(resource.fields[name]!, 'option') }]);
  }

  /** Says it before the database does; the database's constraint says it to whoever loses a race. */
  async function checkUnique(writing: Writing, name: string, value: unknown, id: RowId | null) {
    const place = shape.byName.get(name)!;
    const other = await anyTables(writing.transaction)
      .selectFrom(table)
      .select(idColumn)
      .where('tenantId', '=', writing.call.actor.scope.tenantId)
      .where(place.column!, '=', place.write(value, writing.zone))
      .$if(binding.isSoftDeleted === true, (build) => build.where('deletedAt', 'is', null))
      .$if(id !== null, (build) => build.where(idColumn, '!=', id))
      .limit(1)
      .executeTakeFirst();
    if (other) throw taken(resource, name, binding.taken?.[name]);
  }

  /** Nobody makes or moves a row to where they could not touch it. */
  async function checkReach({ call, transaction }: Writing, id: RowId) {
    if (binding.reach === 'none' || call.actor.reach.kind === 'everything') return;
    const found = await anyTables(transaction)
      .selectFrom(table)
      .select(idColumn)
      .where(all([...query.reachable(call), query.hasId([id])]))
      .executeTakeFirst();
    if (!found) throw refused(outOfReach);
  }

  /** A new row belongs to whoever makes it and to their department, unless something says otherwise. */
  function reachDefaults({ actor }: CallContext): Record<string, unknown> {
    if (binding.reach === 'none') return {};
    const { dept, owner } = binding.reach;
    return {
      ...(dept === null || dept === idColumn ? {} : { [dept]: actor.deptId }),
      ...(owner === null || owner === idColumn ? {} : { [owner]: actor.userId }),
    };
  }

  /** A new row by the rules, in fields and in columns. `isKnown`: what it refers to was looked at before. */
  async function newRow(writing: Writing, given: Row, isKnown = false) {
    const { call, zone } = writing;
    const values: Row = checked(createSchema, withDefaults(given));
    const ruled = { ...((await binding.before?.create?.(writing, values)) ?? values) };
    if (!isKnown) await checkReferences(writing, ruled, {}, null);
    const id = binding.newId?.(call);
    const now = deps.clock.now();
    const name = call.actor.username;
    const columns = {
      ...reachDefaults(call),
      ...(binding.madeWith?.(call) ?? {}),
      ...withoutNothing(shape.toColumns(ruled, zone)),
      tenantId: call.actor.scope.tenantId,
      ...(id === undefined ? {} : { [idColumn]: id }),
      ...(resource.unversioned
        ? {}
        : { version: 1, createdBy: name, createdAt: now, updatedBy: name, updatedAt: now }),
    };
    return { ruled, columns };
  }

  async function made(writing: Writing, id: RowId, ruled: Row): Promise<Record<string, unknown>> {
    const shown = await binding.after?.create?.(writing, id, ruled);
    await checkReach(writing, id);
    note(writing, 'insert', id, {}, ruled);
    return { ...shown, [resource.id.field]: id };
  }

  const insert = async ({ transaction }: Writing, rows: readonly Record<string, unknown>[]) =>
    (
      await anyTables(transaction)
        .insertInto(table)
        .values([...rows])
        .returning(idColumn)
        .execute()
    ).map((row) => row[idColumn] as RowId);

  async function create(writing: Writing, given: Row): Promise<Record<string, unknown>> {
    const { ruled, columns } = await newRow(writing, given);
    const [id] = await insert(writing, [columns]);
    return made(writing, id!, ruled);
  }

  /**
   * Rows that a rehearsal found to be good, in as few statements as there are sets of columns. What is unique is
   * the database's word alone. Their ids, in no order.
   */
  async function createAll(writing: Writing, given: readonly Row[]): Promise<readonly RowId[]> {
    const alike = new Map<string, { readonly ruled: Row; readonly columns: Record<string, unknown> }[]>();
    for (const values of given) {
      const row = await newRow(writing, values, true);
      const names = Object.keys(row.columns).join();
      alike.set(names, [...(alike.get(names) ?? []), row]);
    }
    const all: RowId[] = [];
    for (const rows of alike.values()) {
      const ids = await insert(
        writing,
        rows.map(({ columns }) => columns),
      );
      // Numbers are counted up in the order of the rows; other ids were given.
      const inOrder = binding.newId
        ? rows.map(({ columns }) => columns[idColumn] as RowId)
        : [...ids].sort((one, other) => Number(one) - Number(other));
      for (const [at, { ruled }] of rows.entries()) await made(writing, inOrder[at]!, ruled);
      all.push(...inOrder);
    }
    return all;
  }

  function withDefaults(given: Row): Row {
    const values: Record<string, unknown> = { ...given };
    for (const [name, value] of Object.entries(initial)) values[name] ??= value;
    return values;
  }

  async function update(writing: Writing, id: RowId, given: Row, version: number | null): Promise<void> {
    const { call, transaction, zone } = writing;
    const [row] = await take(writing, [id]);
    if (!row) throw notFound();
    if (version !== null && !resource.unversioned && row['version'] !== version) throw stale();
    const values = changed(call, row, checked(changesSchema, given));
    const ruled = { ...((await binding.before?.update?.(writing, row, values)) ?? values) };
    await checkReferences(writing, ruled, row, id);
    const columns = {
      ...shape.toColumns(ruled, zone),
      ...(resource.unversioned
        ? {}
        : { version: sql`version + 1`, updatedBy: call.actor.username, updatedAt: deps.clock.now() }),
    };
    if (Object.keys(columns).length > 0) {
      await anyTables(transaction)
        .updateTable(table)
        .set(columns as object)
        .where('tenantId', '=', call.actor.scope.tenantId)
        .where(idColumn, '=', id)
        .execute();
    }
    await binding.after?.update?.(writing, id, ruled, row);
    await checkReach(writing, id);
    note(writing, 'update', id, row, ruled);
  }

  /** Without what says "keep it": a mask that came back as it was shown, and a secret that was not given. */
  function changed(call: CallContext, row: Row, given: Readonly<Record<string, unknown>>): Row {
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(given)) {
      const field = resource.fields[name];
      if (!field || value === undefined) continue;
      if (field.kind === 'secret') {
        if (value !== null && value !== hiddenSecret) values[name] = value;
        continue;
      }
      const isHidden = isMaskedFor(call.actor, field);
      if (isHidden && value === masked(maskOf(field), row[name])) continue;
      if (field.mask && typeof value === 'string') checkWhole(name, value);
      values[name] = value;
    }
    return values;
  }

  /** The body lets masks through; one that is not this row's is no value. */
  function checkWhole(name: string, value: string): void {
    const parsed = mini.safeParse(valueSchema(resource.fields[name]!), value);
    if (parsed.success) return;
    const [issue] = parsed.error.issues;
    throw invalid([{ path: name, message: bothLanguages(issue?.message ?? '') }]);
  }

  async function remove(writing: Writing, ids: readonly RowId[]): Promise<void> {
    const { call, transaction } = writing;
    const rows = await take(writing, ids);
    await binding.before?.remove?.(writing, rows);
    const { tenantId } = call.actor.scope;
    const now = deps.clock.now();
    const history = resource.unversioned
      ? {}
      : { version: sql`version + 1`, updatedBy: call.actor.username, updatedAt: now };
    if (binding.isSoftDeleted) {
      await anyTables(transaction)
        .updateTable(table)
        .set({ deletedAt: now, ...history } as object)
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
    for (const row of rows) note(writing, 'delete', idOf(row), row, emptied(row));
  }

  async function restore(writing: Writing, ids: readonly RowId[]): Promise<void> {
    const rows = await take(writing, ids, true);
    const { actor } = writing.call;
    await anyTables(writing.transaction)
      .updateTable(table)
      .set({
        deletedAt: null,
        ...(resource.unversioned
          ? {}
          : { version: sql`version + 1`, updatedBy: actor.username, updatedAt: deps.clock.now() }),
      } as object)
      .where('tenantId', '=', actor.scope.tenantId)
      .where(query.hasId(ids))
      .execute();
    for (const row of rows) note(writing, 'update', idOf(row), {}, row);
  }

  return { create, createAll, update, remove, restore };
}

export type TableWrites = ReturnType<typeof tableWrites>;

const emptied = (row: Row): Row => Object.fromEntries(Object.keys(row).map((name) => [name, null]));

/** Columns nobody gave a value keep what the table, or the row's makers, say. */
const withoutNothing = (columns: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
